extension Binding {
  /// One step of a path.
  package struct Segment: Sendable {
    /// The action of a step.
    package indirect enum Step: Equatable, Sendable {
      /// Goes to the property or dictionary key with this name. In an array, goes to the element if the name is a whole number, and otherwise
      /// to the property of each element. If there is no such property, it can be a function without a parameter.
      case property(String)
      /// `a.b.@sum.c` takes one step after the other, unless a property has the whole name.
      case keyPath([Segment])
      /// `[1]` goes to an element of an array. Negative numbers count from the end.
      case index(Int)
      /// `[*]` goes to every element.
      case every
      /// `[name=Dune]` goes to the elements that meet the condition.
      case matching(Predicate)
      /// `.` goes back to the last entity.
      case current
      /// `..` goes to the parent of the last entity.
      case parent
      /// `<` or `~` goes to the root of the model that the last entity is in.
      case root
      /// `$genre.refKey` goes to the entity whose id is the string at these steps.
      case reference([Segment])
      /// `$#FANTASY` goes to the entity with this id.
      case constantReference(String)
      /// `@FANTASY` starts from the entity with this id.
      case entity(String)
      /// `suffix(#piece)` calls a function, with an optional parameter.
      case call(String, Part?)
      /// `@sum.price` combines the values that the steps lead to from each element.
      case collect(KeyValueOperator, [Segment])
    }

    /// The action of the step.
    package let step: Step
    /// The position in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// A step. The default range is for a step that was not parsed.
    package init(_ step: Step, range: Range<Int> = 0..<0) {
      self.step = step
      self.range = range
    }
  }
}

extension Binding.Segment: Equatable {
  /// True if both take the same step.
  package static func == (left: Self, right: Self) -> Bool { left.step == right.step }
}

extension Binding.Segment {
  /// True if the step can lead to several values: `[*]` or `[name=Dune]`.
  var matchesSeveral: Bool {
    switch step {
    case .every, .matching: true
    default: false
    }
  }

  /// The name of the property that the step could also mean: `a.b` for a key path.
  var name: String {
    switch step {
    case .property(let name): name
    case .keyPath(let pieces): pieces.map(\.name).joined(separator: ".")
    case .collect(let collector, let pieces): (["@" + collector.rawValue] + pieces.map(\.name)).joined(separator: ".")
    default: ""
    }
  }
}
