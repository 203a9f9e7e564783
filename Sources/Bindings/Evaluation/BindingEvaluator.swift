package import JSONDocument

extension Binding {
  /// Follows the binding to one value. Several bindings are a text, several matches a list.
  ///
  /// - Parameters:
  ///   - surroundings: What is asked for models, entities and definitions.
  ///   - context: Where relative paths start; nil for the root of the default model.
  /// - Throws: What `surroundings` throws, and `BindingError` of kind `notFound` where neither the object nor any of its siblings has a
  ///   property and there is no such function or id, and of kind `wrongKind` where a step makes no sense.
  package func evaluate(
    in surroundings: some BindingSurroundings, from context: JSONValue? = nil
  ) throws -> BoundValue {
    let matches = try matches(in: surroundings, from: context)
    if matches.count == 1 { return matches[0] }
    return BoundValue(
      content: .list(matches.map(\.content)), origin: nil, path: [], isStored: false, slot: nil, entity: nil)
  }

  /// Follows the binding to all values that it leads to: more or fewer than one only where it ``mayMatchSeveral``.
  ///
  /// Takes and throws what ``evaluate(in:from:)`` does.
  package func matches(
    in surroundings: some BindingSurroundings, from context: JSONValue? = nil
  ) throws -> [BoundValue] {
    let walk = BindingWalk(text: description, surroundings: surroundings, start: context.map { .json($0) })
    if parts.count == 1 { return try walk.cursors(at: parts[0]).map { try walk.bound($0) } }
    let texts = try parts.map { try walk.value(of: $0) }.filter { !$0.isAbsent }.map(\.text)
    return [
      BoundValue(
        content: .text(texts.joined(separator: " ")), origin: nil, path: [], isStored: false, slot: nil, entity: nil)
    ]
  }
}
