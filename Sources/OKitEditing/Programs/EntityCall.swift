package import Bindings
import JSONDocument
package import OKitModels
package import OKitStorage

/// Calls functions that change entities. A function is a program of the workspace that reads an entity and prints its new version.
package struct EntityCall {
  /// The result of a call.
  package struct Outcome: Equatable, Sendable {
    /// The model of the entity.
    package let model: ModelName
    /// The path of the entity.
    package let path: String
    /// The id of the entity; nil if it has none.
    package let id: String?
    /// The file of the program.
    package let program: WorkspacePath
    /// True if the entity was changed.
    package let isChanged: Bool
    /// The safety backup, if many entities were removed; nil otherwise.
    package let backup: String?
  }

  /// The entity that a function is called for.
  private struct Subject {
    let place: EntityPlace
    let input: FunctionInput

    var id: String? { place.value["id"]?.string }
  }

  private let workspace: Workspace
  private let model: ModelName?
  private let programs: (any ProgramRunner)?

  /// Prepares calls in `workspace`. A binding that names no model starts in `model`. Without `programs`, every call is an error.
  package init(
    _ workspace: Workspace, model: ModelName? = nil,
    programs: (any ProgramRunner)?
  ) {
    self.workspace = workspace
    self.model = model
    self.programs = programs
  }

  /// Runs the function at the end of `binding` and replaces the members of the entity that differ in its output. Empty output changes nothing, and a
  /// dry run does not run the function. With `syncsPartials`, values that a stand-in shares with its partial change on both sides.
  ///
  /// Throws `BindingError`; errors of kind `usage` (not a function of the workspace, not a single stored entity, or programs are disabled),
  /// `notFound`, `configuration` (the program must not be run), `malformed` (the program failed, or its output is no entity, has another id, or does
  /// not fit the definitions) and `busy` (the entity has changed since); and the errors of reading and writing. In each case nothing is changed.
  package func run(_ binding: Binding, syncsPartials: Bool = true) throws -> Outcome {
    _ = try workspace.requireConfiguration()
    let (target, name, parameter) = try Self.call(of: binding)
    guard let program = try WorkspaceProgram(name, .function, in: workspace) else {
      throw OKitError(
        .notFound, "no function \(PathComponent.printable(name)) in \(WorkspaceProgram.Kind.function.folder)",
        remedy: .candidates(WorkspaceProgram.names(.function, in: workspace), insteadOf: name))
    }
    let values = try ModelValues(
      workspace, model: model, programs: workspace.isDryRun ? nil : programs)
    if !workspace.isDryRun { try values.functions.requireRunner(name) }
    let (subject, path) = try values.reading {
      let subject = try self.subject(target, parameter, values.context)
      return (subject, EntityPaths.paths(of: [subject.place], try values.store.classes())[0])
    }
    func outcome(isChanged: Bool, backup: String? = nil) -> Outcome {
      Outcome(
        model: subject.place.document.model, path: path, id: subject.id, program: program.path, isChanged: isChanged,
        backup: backup)
    }
    if workspace.isDryRun { return outcome(isChanged: false) }
    let output = try values.functions.output(of: name, subject.input)
    if output.allSatisfy(\.isJSONSpace) { return outcome(isChanged: false) }
    let new = try Self.entity(output, name, id: subject.place.value["id"])
    // No program may run from here on, because the workspace is locked.
    values.functions.mayRun = false
    let stored = try store(new, name, for: subject, syncsPartials: syncsPartials) {
      try self.subject(target, parameter, StoreEvaluationContext(store: $0, model: model, functions: values.functions))
    }
    return outcome(isChanged: stored.isChanged, backup: stored.backup)
  }

  private static func call(
    of binding: Binding
  ) throws -> (target: Binding, function: String, parameter: Binding?) {
    let path = PathComponent.printable(binding.description)
    guard let call = binding.call else {
      throw OKitError(.usage, "\(path) does not end in a function, such as books[0]/reprice()")
    }
    guard !Binding.functionNames.contains(where: call.function.isExactly) else {
      throw OKitError(
        .usage, "\(PathComponent.printable(call.function)) is a built-in function and changes nothing",
        remedy: .words("use 'okit get' to print its result"))
    }
    return call
  }

  private func subject(_ target: Binding, _ parameter: Binding?, _ values: StoreEvaluationContext) throws -> Subject {
    let path = PathComponent.printable(target.description)
    let matches = try target.matches(in: values)
    guard let bound = matches.first else { throw OKitError(.notFound, "no value at \(path)") }
    guard matches.count == 1 else {
      throw OKitError(.usage, "\(path) matches \(matches.count) values; a function needs one")
    }
    // A missing property belongs to its entity. A missing element, and what would be in a missing value, belongs to none.
    if bound.content.isAbsent {
      guard case .member? = bound.slot else { throw OKitError(.notFound, "no value at \(path)") }
    }
    let entity = try (bound.value ?? bound.entity).flatMap { try values.entity(around: $0) }
    guard bound.isStored, let entity, let place = values.store.place(of: entity) else {
      throw OKitError(.usage, "\(path) is not part of a stored entity")
    }
    let value = bound.content.isAbsent ? .json(entity) : bound.content
    return Subject(
      place: place,
      input: try FunctionInput(
        value, of: entity, parameter: parameter?.evaluate(in: values).content, in: values.store))
  }

  /// Returns the entity that a function printed.
  private static func entity(_ output: [UInt8], _ name: String, id: JSONValue?) throws -> JSONValue {
    let function = "the function \(PathComponent.printable(name))"
    let new: JSONValue
    do {
      new = try JSONDocument(parsing: JSONBytes(output, secret: true)).root
    } catch {
      throw OKitError(
        .malformed,
        "\(function) printed invalid JSON: \(error.reason) in line \(error.position.line), column \(error.position.column)"
      )
    }
    guard new.kind == .object else { throw OKitError(.malformed, "the output of \(function) is not an entity") }
    let isSameID =
      switch (id, new["id"]) {
      case (nil, nil): true
      case (let id?, let newID?): id.isSame(as: newID)
      default: false
      }
    guard isSameID else {
      throw OKitError(.malformed, "\(function) changed the id of the entity, which must stay the same")
    }
    return new
  }

  // MARK: - Storing

  /// Changes the entity, which `find` locates again, to `new`. Returns true if it was different, and the safety backup if one was made.
  private func store(
    _ new: JSONValue, _ name: String, for subject: Subject, syncsPartials: Bool,
    _ find: (EntityStore) throws -> Subject
  ) throws -> (isChanged: Bool, backup: String?) {
    try workspace.editing(command: "call") { edit in
      let place = try current(subject, in: edit.store, find)
      let session = try EditSession(edit, model: model)
      try session.requireNewIDs(in: new, replacing: place.value)
      session.removedEntities.note(place.value, replacedBy: new, edit.store)
      let difference = try edit.change(place.document) {
        try ValueDifference(from: place.value, to: new) { old, new in
          try session.requireFilesStay(.value(old), new)
        }
      }
      try requireFit(new, at: place, difference, name, session.classes)
      session.noteTouched(place.value)
      try session.finish(.refuse, syncsPartials: syncsPartials)
      return (!difference.isEmpty, session.outcome.backup)
    }
  }

  /// Returns the current place of the entity. Throws an error of kind `busy` if the entity, or the path to it, has changed since the program read it.
  private func current(
    _ subject: Subject, in store: EntityStore, _ find: (EntityStore) throws -> Subject
  ) throws -> EntityPlace {
    let old = subject.place
    let now: EntityPlace?
    do {
      now = try find(store).place
    } catch is FunctionCalls.NeedsProgram {
      // The path depends on a function whose input has changed.
      now = nil
    }
    guard let now, now.document.path == old.document.path, now.value.isEqual(to: old.value)
    else { throw OKitError(.busy, "the entity changed while the function was running") }
    return now
  }

  /// Throws an error of kind `malformed` if a new value does not fit the definitions.
  private func requireFit(
    _ new: JSONValue, at place: EntityPlace, _ difference: ValueDifference, _ name: String, _ classes: EntityClasses
  ) throws {
    guard let type = classes.type(of: place) else { return }
    var checker = DefinitionChecker(classes.definitions)
    guard let fault = checker.walk(new, as: type).faults.first(where: { difference.concerns($0.value) }) else { return }
    throw OKitError(
      .malformed, "the output of function \(PathComponent.printable(name)) does not fit: \(fault.message)")
  }
}
