package import Bindings
package import JSONDocument
package import OKitStorage

/// A function of a workspace that applies to an entity.
package struct WorkspaceFunction {
  /// The name.
  package let name: String
  /// The description; nil for a program without one.
  package let description: FunctionDescription?
  /// The reason why the function cannot be called now; nil if it can.
  package let refusal: String?

  /// Returns the functions that apply to an entity, sorted by name. Calls `failed` for each description that is not valid, and leaves it out.
  ///
  /// Throws the errors of reading.
  package static func all(
    for entity: JSONValue, in context: StoreEvaluationContext, failed: (OKitError) -> Void
  ) throws -> [WorkspaceFunction] {
    let workspace = context.store.workspace
    let described = Set(FunctionDescriptions.describedNames(in: workspace))
    let descriptions = FunctionDescriptions(workspace)
    return try FunctionDescriptions.names(in: workspace).compactMap { name in
      guard FunctionDescriptions.fault(ofName: name) == nil else { return nil }
      do {
        guard described.contains(name), let description = try descriptions.description(of: name) else {
          let refusal = try WorkspaceProgram.refusal(of: name, .function, in: workspace)
          return WorkspaceFunction(name: name, description: nil, refusal: refusal)
        }
        guard try description.mismatch(with: entity, in: context.store) == nil else { return nil }
        return WorkspaceFunction(
          name: name, description: description, refusal: try refusal(of: description, for: entity, in: context))
      } catch let error as OKitError where error.kind == .configuration {
        failed(error)
        return nil
      }
    }
  }

  private static func refusal(
    of description: FunctionDescription, for entity: JSONValue, in context: StoreEvaluationContext
  ) throws -> String? {
    if let program = description.program,
      let refusal = try WorkspaceProgram.refusal(of: program, .function, in: context.store.workspace)
    {
      return refusal
    }
    do {
      if let refusal = try description.refusal(for: entity, in: context) { return refusal }
    } catch let error as OKitError where error.kind == .configuration || error.kind == .usage {
      // The condition is wrong, or calls a program, which only the caller of the function can allow.
      return error.message
    }
    return try description.binding == nil ? nil : failure(ofComputing: description.name, for: entity, in: context)
  }

  /// Returns why a computed property has no value, for example because it uses itself; nil if it has one, or if that takes a program.
  private static func failure(
    ofComputing name: String, for entity: JSONValue, in context: StoreEvaluationContext
  ) throws -> String? {
    let property = Binding(parts: [.init(content: .path(.init(segments: [.init(.property(name))])))])
    do {
      _ = try property.matches(in: context, from: entity)
      return nil
    } catch let error as BindingError {
      return error.description
    } catch let error as OKitError where error.kind == .configuration {
      return error.message
    } catch let error as OKitError where error.kind == .usage { return nil }
  }
}

extension FunctionDescription {
  /// Returns the reason why an entity does not meet the condition of the function; nil if it does, and without a condition.
  ///
  /// Throws an error of kind `configuration` with its position if the condition cannot be evaluated, and the errors of reading.
  package func refusal(for entity: JSONValue, in context: StoreEvaluationContext) throws -> String? {
    guard let condition else { return nil }
    do {
      let evaluation = ConditionEvaluation(condition, in: context)
      let isMet = try evaluation.isMet(by: entity)
      try evaluation.requireMeaning()
      return isMet ? nil : message ?? "the condition \(PathComponent.printable(condition.text)) is not met"
    } catch let error as BindingError {
      throw fault(error.description, at: "enabled")
    }
  }

  /// Throws an error of kind `usage` if the function does not apply to an entity.
  package func requireMatch(with entity: JSONValue, in store: EntityStore) throws {
    if let reason = try mismatch(with: entity, in: store) { throw OKitError(.usage, reason) }
  }
}

extension ModelValues {
  /// Returns the functions that apply to the entity at `binding`, sorted by name. The observer gets a warning for each description that is not valid.
  ///
  /// Throws the errors of ``values(of:)``, and errors of kind `notFound` if there is no value, and `usage` if there are several or it is not part of
  /// a stored entity.
  package func functions(ofEntityAt binding: Binding) throws -> [WorkspaceFunction] {
    let path = PathComponent.printable(binding.description)
    var faults: [OKitError] = []
    let functions = try reading {
      faults = []
      let context = context
      let matches = try binding.matches(in: context)
      guard let bound = matches.first, !bound.content.isAbsent else {
        throw OKitError(.notFound, "no value at \(path)")
      }
      guard matches.count == 1 else { throw OKitError(.usage, "\(path) matches \(matches.count) values") }
      guard bound.isStored, let entity = try bound.value.flatMap({ try context.entity(around: $0) }) else {
        throw OKitError(.usage, "\(path) is not part of a stored entity")
      }
      return try WorkspaceFunction.all(for: entity, in: context) { faults.append($0) }
    }
    for fault in faults { workspace.observer.warned("skipped a function: \(fault.message)") }
    return functions
  }
}
