package import Bindings
package import JSONDocument
package import OKitStorage

/// Reads values from models by binding; a file is read when a path first needs it.
package final class ModelValues {
  let workspace: Workspace
  let model: ModelName?
  package let functions: FunctionCalls
  package private(set) lazy var store = EntityStore(workspace) { [unowned self] isFirst in
    if !isFirst && !isLocked { throw NeedsLock() }
  }
  /// Whether the workspace is locked, so that all files are of one moment. A single file needs no lock.
  private var isLocked = false

  /// Thrown where a second file is needed and the workspace is not locked.
  private struct NeedsLock: Error {}

  /// Values of `workspace`; a binding that names no model starts in `model`. With `programs` it can call the workspace's own functions.
  ///
  /// A change that a crash cut short is finished first. Throws an error of kind `busy` where a writer keeps the workspace for longer than
  /// the lock timeout, or where that change cannot be finished here.
  package init(
    _ workspace: Workspace, model: ModelName? = nil,
    programs: (any ProgramRunner)? = nil
  ) throws {
    functions = FunctionCalls(workspace, runner: programs)
    self.workspace = workspace
    self.model = model
    try workspace.storage.finishPendingChange()
  }

  /// The values of `bindings`, all as they were at one moment.
  ///
  /// Throws `BindingError`, errors of kind `notFound` (no such model), `locked` and `malformed` as files are read or a function of the workspace fails,
  /// `usage` where such a function is called but not to be run, `configuration` where it may not be run, and `busy` where a writer keeps the workspace for
  /// longer than the lock timeout.
  package func values(of bindings: [Binding]) throws -> [BoundValue] {
    try reading { try bindings.map { try $0.evaluate(in: surroundings) } }
  }

  /// The values that each of `bindings` leads to, all as they were at one moment: one, or where it matches several as many as there are.
  ///
  /// Throws what ``values(of:)`` throws.
  package func matches(of bindings: [Binding]) throws -> [[BoundValue]] {
    try reading { try bindings.map { try $0.matches(in: surroundings) } }
  }

  /// Where each of `values`, to which `binding` led, is stored: its model, and its path as it can be given back to okit.
  ///
  /// Throws an error of kind `usage` where the binding names a model whose name is none, and what reading definitions throws.
  package func places(of values: [BoundValue], along binding: Binding) throws -> [(model: ModelName, path: String)] {
    try store.places(of: values, from: modelName(of: binding))
  }

  /// The value at `path`, such as `directory>/authors[0]/name`.
  ///
  /// Throws what ``values(of:)`` throws.
  package func value(at path: String) throws -> BoundValue {
    try values(of: [Binding(parsing: path)])[0]
  }

  /// The model that `binding` starts in.
  ///
  /// Throws an error of kind `usage` where the binding names one by what is no name, and `notFound` without a data folder.
  package func modelName(of binding: Binding) throws -> ModelName {
    try binding.model.map(ModelName.init) ?? store.startModel(model)
  }

  /// The document of the model `name`. Throws what ``values(of:)`` throws.
  package func document(of name: ModelName) throws -> JSONDocument {
    try reading { try store.main(name).json }
  }

  /// The entity behind the reference at `binding`: what it is, and its value.
  ///
  /// Throws errors of kind `usage` where there is no reference, `notFound` where it is empty or leads nowhere, and those of ``values(of:)``.
  package func entity(behind binding: Binding) throws -> (description: EntityDescription, value: JSONValue) {
    try reading {
      let text = PathComponent.printable(binding.description)
      guard let place = try surroundings.place(of: binding) else {
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

  package var surroundings: StoredValues { StoredValues(store: store, model: model, functions: functions) }

  // MARK: - Reading

  /// How often files may change while functions run.
  private static let changeLimit = 16

  /// Runs `body` without a lock, and where it needs a second file once more with it. Programs run while there is none: what they gave and the files
  /// that were read are kept for the next time.
  package func reading<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 0..<Self.changeLimit {
      var isUnchanged = true
      while isUnchanged {
        let count = functions.count
        do {
          let result = try workspace.keyring.asking(body)
          if try functions.count == count || !store.forgetWhatChanged() { return result }
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
        if try store.forgetWhatChanged() { isUnchanged = false }
        return try body()
      }
    }
  }
}

extension Workspace {
  /// The error for a model that has no file.
  package func noModel(_ name: ModelName) throws -> OKitError {
    let names = try storedModels().map(\.description)
    if try isRecordedMissing(name) {
      return OKitError(
        .notFound, "no such model: \(PathComponent.printable(name.description))", remedy: .words(ModelName.missingFile))
    }
    return OKitError(
      .notFound, "no such model: \(PathComponent.printable(name.description))",
      remedy: names.isEmpty
        ? .words("run 'okit model create NAME' to create one")
        : .candidates(names, insteadOf: name.description))
  }
}
