import JSONDocument

/// Functions of the context: computed properties and programs.
extension BindingEvaluator {
  /// The maximum depth of computed properties that use other ones.
  private static let computedDepthLimit = 64
  /// The number of steps that a computed property within another one counts as. Few definitions could otherwise ask for a long evaluation.
  private static let computedWork = 32

  /// Returns the value of a function that is called without parentheses on an object; nil if there is no function with this name.
  func function(_ name: String, of object: JSONValue, _ segment: Binding.Segment) throws -> Member? {
    guard progress.functions(in: context).contains(name) else { return nil }
    let entity = try entity(around: object)
    if let value = try described(name, of: entity, segment) { return value }
    return try context.call(name, on: .json(object), of: entity, parameter: nil).map { .unstored($0) }
  }

  /// Returns the value of a computed property; nil if the function is not one.
  func described(_ name: String, of entity: JSONValue?, _ segment: Binding.Segment) throws -> Member? {
    switch try context.describedFunction(name, of: entity) {
    case .binding(let property): try computed(property, name, of: entity)
    case .unsuitable(let reason): throw error(.notFound, reason, segment)
    case .program, nil: nil
    }
  }

  private func computed(_ property: ComputedProperty, _ name: String, of entity: JSONValue?) throws -> Member {
    let text = property.binding.description
    func fault(_ message: String) -> any Error {
      property.explained(BindingError(.wrongKind, message, in: text, at: 0..<text.utf8.count))
    }
    let computation = Computation(name: name, entity: entity)
    guard progress.computations.insert(computation).inserted else {
      throw fault("the computed property '\(name)' uses itself")
    }
    defer { progress.computations.remove(computation) }
    guard progress.computations.count <= Self.computedDepthLimit else {
      throw fault("computed properties are nested more than \(Self.computedDepthLimit) levels deep")
    }
    if progress.computations.count > 1 { progress.addWork(Self.computedWork) }
    do {
      let evaluator = BindingEvaluator(
        text: text, context: context, start: entity.map { .json($0) },
        model: try entity.flatMap { try context.modelName(of: $0) }, progress: progress)
      let parts = property.binding.parts
      guard parts.count == 1 else { return .unstored(try evaluator.joined(parts)) }
      let cursors = try evaluator.cursors(at: parts[0])
      guard cursors.count == 1, !property.binding.mayMatchSeveral else {
        return .unstored(.list(try cursors.map { try evaluator.dated($0.value) }))
      }
      let value = try evaluator.dated(cursors[0].value)
      if case .json(let stored) = value, stored.kind == .object || stored.kind == .array { return .linked(stored) }
      return .unstored(value)
    } catch let error as BindingError {
      throw property.explained(error)
    }
  }

  /// A computed property whose value is being evaluated.
  struct Computation: Hashable {
    let name: String
    let entity: JSONValue?
  }
}
