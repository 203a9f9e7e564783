package import Bindings
package import JSONDocument
package import OKitStorage

/// Reads values from models by binding. A file is read when a path first needs it.
package final class ModelValues {
  let workspace: Workspace
  let model: ModelName?
  /// The functions that bindings can call.
  package let functions: FunctionCalls
  /// The models that were read so far.
  package private(set) lazy var store = EntityStore(workspace) { [unowned self] isFirst in
    if !isFirst && !isLocked { throw NeedsLock() }
  }
  /// True if the workspace is locked, so that all files are from the same state. A single file needs no lock.
  private var isLocked = false

  /// Thrown if a second file is needed and the workspace is not locked.
  private struct NeedsLock: Error {}

  /// Values of `workspace`. A binding that does not name a model starts in `model`. With `programs`, bindings can call the workspace's functions.
  ///
  /// A change that was interrupted by a crash is finished first; if that is not possible here, the observer gets a warning. Throws an error of kind
  /// `busy` if a writer locks the workspace for longer than the lock timeout.
  package init(
    _ workspace: Workspace, model: ModelName? = nil,
    programs: (any ProgramRunner)? = nil
  ) throws {
    functions = FunctionCalls(workspace, runner: programs)
    self.workspace = workspace
    self.model = model
    try workspace.storage.finishPendingChange()
  }

  /// Returns the values of `bindings`, all from the same state of the workspace.
  ///
  /// Throws `BindingError`, and errors of these kinds:
  /// - `notFound`: There is no such model.
  /// - `locked`, `malformed`: A file cannot be decrypted or is damaged. `malformed` also means that a function of the workspace fails.
  /// - `usage`: A function of the workspace is called, but these functions are not enabled.
  /// - `configuration`: A function of the workspace is not allowed to run.
  /// - `busy`: A writer locks the workspace for longer than the lock timeout.
  package func values(of bindings: [Binding]) throws -> [BoundValue] {
    try reading { try bindings.map { try $0.evaluate(in: context) } }
  }

  /// Returns all values that each of `bindings` leads to, from the same state of the workspace.
  ///
  /// Throws the errors of ``values(of:)``.
  package func matches(of bindings: [Binding]) throws -> [[BoundValue]] {
    try reading { try bindings.map { try $0.matches(in: context) } }
  }

  /// Returns all values that each of `bindings` leads to from each value that `container` leads to.
  ///
  /// Throws the errors of ``values(of:)``, and an error of kind `usage` if `container` leads to a computed value.
  package func matches(of bindings: [Binding], in container: Binding) throws -> [[[BoundValue]]] {
    try reading {
      let context = try context(of: container)
      return try container.matches(in: context).filter { !$0.content.isAbsent }.map { bound in
        guard let start = bound.value else {
          throw OKitError(.usage, "\(PathComponent.printable(container.description)) leads to computed values")
        }
        return try bindings.map { try $0.matches(in: context, from: start) }
      }
    }
  }

  /// Returns the model and path of each of `values`, which `binding` led to. okit accepts the paths as input.
  ///
  /// Throws an error of kind `usage` if the binding names a model with an invalid name, and the errors of reading definitions.
  package func places(of values: [BoundValue], along binding: Binding) throws -> [(model: ModelName, path: String)] {
    try store.places(of: values, from: modelName(of: binding))
  }

  /// Returns the value at `path`, such as `directory>/authors[0]/name`.
  ///
  /// Throws the errors of ``values(of:)``.
  package func value(at path: String) throws -> BoundValue {
    try values(of: [Binding(parsing: path)])[0]
  }

  /// Returns the model that `binding` starts in.
  ///
  /// Throws an error of kind `usage` if the binding names a model with an invalid name, and `notFound` if there is no data folder.
  package func modelName(of binding: Binding) throws -> ModelName {
    try binding.model.map { try ModelName($0) } ?? store.startModel(model)
  }

  /// Returns the document of the model `name`. Throws the errors of ``values(of:)``.
  package func document(of name: ModelName) throws -> JSONDocument {
    try reading { try store.main(name).json }
  }

  /// Returns the entity that the reference at `binding` leads to, with its description.
  ///
  /// Throws errors of kind `usage` if the value is not a reference, `notFound` if the reference is empty or dangling, and the errors of
  /// ``values(of:)``.
  package func entity(behind binding: Binding) throws -> (description: EntityDescription, value: JSONValue) {
    try reading {
      let text = PathComponent.printable(binding.description)
      guard let place = try context.place(of: binding) else {
        throw OKitError(.notFound, "no value at \(text)")
      }
      guard let key = place.value["refKey"]?.string else { throw OKitError(.usage, "\(text) is not a reference") }
      if key.isEmpty { throw OKitError(.notFound, "the reference \(text) is empty") }
      guard let entity = try store.entity(behind: place.value) else {
        throw OKitError(
          .notFound, "dangling reference \(text): no entity has the id \(PathComponent.printable(key))")
      }
      return (try store.descriptions(of: [entity])[0], entity.value)
    }
  }

  /// The data that the bindings are evaluated on.
  package var context: StoreEvaluationContext {
    StoreEvaluationContext(store: store, model: model, functions: functions)
  }

  /// Returns the data that bindings relative to the values at `binding` are evaluated on. Absolute paths start from the root of its model.
  ///
  /// Throws the errors of ``modelName(of:)``.
  package func context(of binding: Binding) throws -> StoreEvaluationContext {
    guard binding.model != nil else { return context }
    return StoreEvaluationContext(store: store, model: try modelName(of: binding), functions: functions)
  }

  // MARK: - Reading

  /// The maximum number of file changes while functions run.
  private static let changeLimit = 16

  /// Runs `body` without a lock, and again with the lock if it needs a second file. Programs run without the lock. Their results and the files that
  /// were read are kept between the runs.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<Self.changeLimit {
      var isUnchanged = true
      while isUnchanged {
        let count = functions.count
        do {
          let result = try workspace.keyring.asking(body)
          if try functions.count == count || !store.discardIfChanged() { return result }
          isUnchanged = false
        } catch is NeedsLock {
          do {
            return try locked(body, &isUnchanged)
          } catch is FunctionCalls.NeedsProgram {}
        }
      }
    }
    throw OKitError(.busy, "models kept changing while functions were running")
  }

  private func locked<Result>(_ body: () throws -> Result, _ isUnchanged: inout Bool) throws -> Result {
    try workspace.keyring.asking {
      try workspace.storage.reading {
        (isLocked, functions.mayRun) = (true, false)
        defer { (isLocked, functions.mayRun) = (false, true) }
        if try store.discardIfChanged() { isUnchanged = false }
        return try body()
      }
    }
  }
}

extension Workspace {
  /// Returns the error for a model without a file.
  package func noSuchModel(_ name: ModelName) throws -> OKitError {
    let remote = remoteEditing == nil && !showsServers ? [] : try ModelKinds(self).remoteNames
    let names = try (storedModels() + remote).map(\.description)
    if try isRecordedMissing(name) {
      return OKitError(
        .notFound, "no such model: \(PathComponent.printable(name.description)): \(ModelName.missingFile)",
        remedy: .words(name.missingFileAdvice))
    }
    return OKitError(
      .notFound, "no such model: \(PathComponent.printable(name.description))",
      remedy: names.isEmpty
        ? .words("run 'okit model create NAME' to create one")
        : .candidates(names, insteadOf: name.description))
  }
}
