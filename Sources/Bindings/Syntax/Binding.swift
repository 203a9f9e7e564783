/// A path to a value, such as `directory>/authors[0]/name`, or several of them.
///
/// Two bindings are equal if they have the same meaning. The positions of their parts in the text do not matter.
package struct Binding: Sendable {
  /// The parts between the commas. There is at least one.
  package let parts: [Part]
  private let source: String?

  init(parts: [Part], source: String) {
    self.parts = parts
    self.source = source
  }

  /// A binding that is built from parts instead of parsed from a text.
  ///
  /// - Precondition: There is at least one part.
  package init(parts: [Part]) {
    precondition(!parts.isEmpty, "a binding has a part")
    self.parts = parts
    source = nil
  }
}

extension Binding: CustomStringConvertible {
  /// The parsed text; for a binding that was not parsed, an equivalent text.
  package var description: String { source ?? canonicalText }
}

extension Binding: Equatable {
  /// True if both have the same meaning.
  package static func == (left: Self, right: Self) -> Bool { left.parts == right.parts }
}

extension Binding {
  /// The only path of the binding; nil if it has several parts, is negated or is a constant.
  package var path: Path? {
    guard parts.count == 1, !parts[0].isNegated, case .path(let path) = parts[0].content else { return nil }
    return path
  }

  /// The model whose root the path starts from; nil if the path does not name one or the binding is not a path.
  package var model: String? { path?.model }

  /// The steps of the path; empty if the binding is not a path.
  package var segments: [Segment] { path?.segments ?? [] }

  /// The binding without its last step, and that step; nil if the binding has no step.
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

  /// The call in the last step: the function, the value that it is called on and its parameter; nil if the last step is not a call.
  package var call: (target: Binding, function: String, parameter: Binding?)? {
    guard let (target, last) = parent, case .call(let function, let parameter) = last.step else { return nil }
    return (target, function, parameter.map { Binding(parts: [$0], source: description) })
  }

  /// True if the binding can lead to several values: it has a step `[*]` or `[name=Dune]` without an operator such as `@count` directly after it or `join` anywhere after it.
  package var mayMatchSeveral: Bool {
    var isSeveral = false
    for (number, segment) in segments.enumerated() {
      if segment.matchesSeveral { isSeveral = true }
      if number > 0, segments[number - 1].matchesSeveral, case .collect = segment.step { isSeveral = false }
      if case .call("join", _) = segment.step { isSeveral = false }
    }
    return isSeveral
  }
}
