/// A path to a value, or several of them: what `directory>/authors[0]/name` says.
///
/// Two bindings are equal when they mean the same, wherever their pieces stand in the text.
package struct Binding: Sendable {
  /// The bindings between the commas, at least one.
  package let parts: [Part]
  private let source: String?

  init(parts: [Part], source: String) {
    self.parts = parts
    self.source = source
  }

  /// A binding that no text was parsed for.
  ///
  /// - Precondition: There is at least one part.
  package init(parts: [Part]) {
    precondition(!parts.isEmpty, "a binding has a part")
    self.parts = parts
    source = nil
  }
}

extension Binding: CustomStringConvertible {
  /// The text that was parsed; of a binding that was made, one that says the same.
  package var description: String { source ?? canonicalText }
}

extension Binding: Equatable {
  /// Whether both mean the same.
  package static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }
}

extension Binding {
  /// The path that the binding consists of; nil of several, a negation and a constant.
  package var path: Path? {
    guard parts.count == 1, !parts[0].isNegated, case .path(let path) = parts[0].content else { return nil }
    return path
  }

  /// The model whose root the path starts from; nil where it does not say, and of all that is no path.
  package var model: String? { path?.model }

  /// The steps of the path; none of all that is no path.
  package var segments: [Segment] { path?.segments ?? [] }

  /// The binding without its last step, and that step; nil of what has none.
  ///
  /// The last step of a key path `a.b` is `b`.
  package var parent: (binding: Binding, last: Segment)? {
    guard let path, var last = path.segments.last else { return nil }
    var outer = Array(path.segments.dropLast())
    if case .keyPath(let pieces) = last.step, let piece = pieces.last {
      outer += pieces.dropLast()
      last = piece
    }
    let rest = Path(model: path.model, isAbsolute: path.isAbsolute, segments: outer)
    return (Binding(parts: [Part(content: .path(rest), range: parts[0].range)], source: description), last)
  }

  /// What the binding calls in its last step: a function, what it is called on, and with which parameter; nil where it does not.
  package var call: (target: Binding, function: String, parameter: Binding?)? {
    guard let (target, last) = parent, case .call(let function, let parameter) = last.step else { return nil }
    return (target, function, parameter.map { Binding(parts: [$0], source: description) })
  }

  /// Whether it can lead to several values: `[*]` or `[name=Dune]` is among its steps, and no operator such as `@count` right behind it collects
  /// them.
  package var mayMatchSeveral: Bool {
    var isSeveral = false
    for (number, segment) in segments.enumerated() {
      if segment.matchesSeveral { isSeveral = true }
      if number > 0, segments[number - 1].matchesSeveral, case .collect = segment.step { isSeveral = false }
    }
    return isSeveral
  }
}
