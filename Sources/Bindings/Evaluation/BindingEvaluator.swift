package import JSONDocument

extension Binding {
  /// Evaluates the binding to one value. Several parts are joined to a text, and several matches are a list.
  ///
  /// - Parameters:
  ///   - surroundings: The source of models, entities and definitions.
  ///   - context: The start of relative paths; nil for the root of the default model.
  /// - Throws: Errors of `surroundings`; `BindingError` of kind `notFound` if neither the object nor any of its siblings has a property and
  ///   there is no such function or id; `BindingError` of kind `wrongKind` if a step does not apply to its value.
  package func evaluate(
    in surroundings: some EvaluationContext, from context: JSONValue? = nil
  ) throws -> BoundValue {
    let matches = try matches(in: surroundings, from: context)
    if matches.count == 1 { return matches[0] }
    return BoundValue(
      content: .list(matches.map(\.content)), origin: nil, path: [], isStored: false, slot: nil, entity: nil)
  }

  /// Returns all values that the binding leads to. Only a binding that ``mayMatchSeveral`` leads to more or fewer than one value.
  ///
  /// The parameters and errors are those of ``evaluate(in:from:)``.
  package func matches(
    in surroundings: some EvaluationContext, from context: JSONValue? = nil
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
