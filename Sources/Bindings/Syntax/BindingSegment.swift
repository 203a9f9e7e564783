extension Binding {
  /// One step of a path.
  package struct Segment: Sendable {
    /// What a step does.
    package indirect enum Step: Equatable, Sendable {
      /// Goes to the property, dictionary key or, where the value is an array and the name a whole number, element of this
      /// name; of the elements of an array to theirs. Where there is no such property, it may be a function without parameter.
      case property(String)
      /// `a.b.@sum.c`: one step after the other, unless there is a property of the whole name.
      case keyPath([Segment])
      /// `[1]` goes to an element of an array; negative numbers count from its end.
      case index(Int)
      /// `[*]` goes to every element.
      case every
      /// `[name=Dune]` goes to the elements whose binding prints this text.
      case matching(Part, String)
      /// `.` goes back to the last entity.
      case current
      /// `..` goes to the parent of the last entity.
      case parent
      /// `<` or `~` goes to the root of the model that the last entity is in.
      case root
      /// `$genre.refKey` goes to the entity whose id the string at these steps is.
      case reference([Segment])
      /// `$#FANTASY` goes to the entity of this id.
      case constantReference(String)
      /// `@FANTASY` in front starts from the entity of this id.
      case entity(String)
      /// `suffix(#piece)` calls a function, with a parameter or none.
      case call(String, Part?)
      /// `@sum.price` collects what the steps lead to from each element.
      case collect(KeyValueOperator, [Segment])
    }

    /// What it does.
    package let step: Step
    /// Where it stands in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// A step; what was made stands nowhere.
    package init(_ step: Step, range: Range<Int> = 0..<0) {
      self.step = step
      self.range = range
    }
  }
}

extension Binding.Segment: Equatable {
  /// Whether both do the same.
  package static func == (left: Self, right: Self) -> Bool { left.step == right.step }
}

extension Binding.Segment {
  /// Whether it can lead to several values: `[*]` or `[name=Dune]`.
  var matchesSeveral: Bool {
    switch step {
    case .every, .matching: true
    default: false
    }
  }

  /// The name that the step would have as a property: `a.b` of a key path.
  var name: String {
    switch step {
    case .property(let name): name
    case .keyPath(let pieces): pieces.map(\.name).joined(separator: ".")
    case .collect(let collector, let pieces): (["@" + collector.rawValue] + pieces.map(\.name)).joined(separator: ".")
    default: ""
    }
  }
}
