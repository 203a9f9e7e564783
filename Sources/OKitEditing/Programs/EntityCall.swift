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

  /// The result of calls for several entities.
  package struct Batch: Sendable {
    /// An entity for which the function is not enabled.
    package struct Skipped: Equatable, Sendable {
      /// The model of the entity.
      package let model: ModelName
      /// The path of the entity.
      package let path: String
      /// The id of the entity; nil if it has none.
      package let id: String?
      /// The reason.
      package let reason: String
    }

    /// The calls, in the order of the entities.
    package let calls: [Outcome]
    /// The entities for which the function was not called.
    package let skipped: [Skipped]
    /// The safety backup, if many entities were removed; nil otherwise.
    package let backup: String?
  }

  /// A function with the binding of the values that it is called on.
  private struct Call {
    let target: Binding
    let name: String
    let parameter: Binding?
    /// The description; nil for a program without one.
    let description: FunctionDescription?
    /// The last step of a path without parentheses, which could also be a property; nil for a call with parentheses.
    let plain: Binding.Segment?
  }

  /// The entity that a function is called for.
  private struct Subject {
    let place: EntityPlace
    let value: BindingValue
    let parameter: BindingValue?

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
  /// `notFound`, `configuration` (the program must not be run, or its description is not valid), `malformed` (the function is not enabled, the
  /// program failed, or its output is no entity, has another id, or does not fit the definitions) and `busy` (the entity has changed since); and the
  /// errors of reading and writing. In each case nothing is changed.
  package func run(_ binding: Binding, syncsPartials: Bool = true) throws -> Outcome {
    let batch = try run(binding, all: false, syncsPartials)
    let call = batch.calls[0]
    return Outcome(
      model: call.model, path: call.path, id: call.id, program: call.program, isChanged: call.isChanged,
      backup: batch.backup)
  }

  /// Runs the function for each entity that `binding` matches, once for each, and stores all changes in one transaction. Entities for which the
  /// function is not enabled are skipped.
  ///
  /// Throws the errors of ``run(_:syncsPartials:)``. An `EditError` names the entity of a call that fails. In each case nothing is changed.
  package func runAll(_ binding: Binding, syncsPartials: Bool = true) throws -> Batch {
    try run(binding, all: true, syncsPartials)
  }

  private func run(_ binding: Binding, all: Bool, _ syncsPartials: Bool) throws -> Batch {
    _ = try workspace.requireConfiguration()
    let values = try ModelValues(
      workspace, model: model, programs: workspace.isDryRun ? nil : programs)
    let call = try call(of: binding, values.functions)
    let program = try program(of: call, values.functions)
    if !workspace.isDryRun { try values.functions.requireRunner(call.name) }
    let (subjects, paths, refusals) = try values.reading {
      let subjects = try self.subjects(of: call, all: all, values.context)
      return (
        subjects, EntityPaths.paths(of: subjects.map(\.place), try values.store.classes()),
        try subjects.map { try call.description?.refusal(for: $0.place.value, in: values.context) }
      )
    }
    if !all, let refusal = refusals[0] {
      throw OKitError(
        .malformed, "the function \(PathComponent.printable(call.name)) is not enabled for \(paths[0]): \(refusal)")
    }
    let called = subjects.indices.filter { refusals[$0] == nil }
    func batch(changed: Set<Int> = [], backup: String? = nil) -> Batch {
      Batch(
        calls: called.map { number in
          Outcome(
            model: subjects[number].place.document.model, path: paths[number], id: subjects[number].id,
            program: program.path, isChanged: changed.contains(number), backup: nil)
        },
        skipped: subjects.indices.compactMap { number in
          refusals[number].map {
            Batch.Skipped(
              model: subjects[number].place.document.model, path: paths[number], id: subjects[number].id, reason: $0)
          }
        }, backup: backup)
    }
    if workspace.isDryRun { return batch() }
    let labels = all ? paths : nil
    var new: [(number: Int, entity: JSONValue)] = []
    for number in called {
      try Self.labelled(labels?[number]) {
        let subject = subjects[number]
        let input = try FunctionInput(
          subject.value, of: subject.place.value, parameter: subject.parameter, in: values.store, path: paths[number])
        let output = try values.functions.output(of: call.name, input)
        if output.allSatisfy(\.isJSONSpace) { return }
        new.append((number, try Self.entity(output, call.name, id: subject.place.value["id"])))
      }
    }
    if new.isEmpty { return batch() }
    // No program may run from here on, because the workspace is locked.
    values.functions.mayRun = false
    let stored = try store(new, call.name, for: subjects, labels, syncsPartials: syncsPartials) {
      let context = StoreEvaluationContext(store: $0, model: model, functions: values.functions)
      let subjects = try self.subjects(of: call, all: all, context)
      // The condition can depend on other values than those of the entity.
      for (number, subject) in subjects.enumerated() where called.contains(number) {
        guard let refusal = try call.description?.refusal(for: subject.place.value, in: context) else { continue }
        throw OKitError(
          .busy,
          "the function \(PathComponent.printable(call.name)) is not enabled for \(paths[number]) any more: \(refusal)")
      }
      return subjects
    }
    return batch(changed: stored.changed, backup: stored.backup)
  }

  /// Runs `body`. With a label, its errors name the entity.
  private static func labelled(_ label: String?, _ body: () throws -> Void) throws {
    guard let label else { return try body() }
    do {
      try body()
    } catch {
      throw EditError(label: label, underlying: error)
    }
  }

  // MARK: - Functions and entities

  private func call(of binding: Binding, _ functions: FunctionCalls) throws -> Call {
    let path = PathComponent.printable(binding.description)
    if let (target, name, parameter) = binding.call {
      guard !Binding.functionNames.contains(where: name.isExactly) else {
        throw OKitError(
          .usage, "\(PathComponent.printable(name)) is a built-in function and changes nothing",
          remedy: .words("use 'okit get' to print its result"))
      }
      return Call(
        target: target, name: name, parameter: parameter,
        description: try functions.descriptions.description(of: name), plain: nil)
    }
    if let (target, last) = binding.parent, case .property(let name) = last.step {
      let description = try functions.descriptions.description(of: name)
      if try description != nil || functions.file(of: name) != nil {
        return Call(target: target, name: name, parameter: nil, description: description, plain: last)
      }
    }
    throw OKitError(.usage, "\(path) does not end in a function, such as books[0]/reprice()")
  }

  private func program(of call: Call, _ functions: FunctionCalls) throws -> WorkspaceProgram {
    if call.description?.binding != nil {
      throw OKitError(
        .usage, "\(PathComponent.printable(call.name)) is a computed property and changes nothing",
        remedy: .words("use 'okit get' to print its value"))
    }
    if try functions.file(of: call.name) != nil { return try functions.program(call.name) }
    throw OKitError(
      .notFound, "no function \(PathComponent.printable(call.name)) in \(WorkspaceProgram.Kind.function.folder)",
      remedy: .candidates(FunctionDescriptions.names(in: workspace), insteadOf: call.name))
  }

  /// Returns the entities that the function is called for, each once.
  private func subjects(of call: Call, all: Bool, _ values: StoreEvaluationContext) throws -> [Subject] {
    let path = PathComponent.printable(call.target.description)
    let matches = try call.target.matches(in: values)
    if matches.isEmpty { throw OKitError(.notFound, "no value at \(path)") }
    guard all || matches.count == 1 else {
      throw OKitError(
        .usage, "\(path) matches \(matches.count) values; a function needs one",
        remedy: .words("use --all to call it for each of them"))
    }
    let parameter = try call.parameter?.evaluate(in: values).content
    var seen: Set<JSONValue> = []
    var subjects: [Subject] = []
    for bound in matches {
      let subject = try subject(bound, path, parameter, of: call, values)
      if seen.insert(subject.place.value).inserted { subjects.append(subject) }
    }
    try Self.requireSeparate(subjects, seen, values.store)
    return subjects
  }

  private func subject(
    _ bound: BoundValue, _ path: String, _ parameter: BindingValue?, of call: Call, _ values: StoreEvaluationContext
  ) throws -> Subject {
    // A missing property belongs to its entity. A missing element, and what would be in a missing value, belongs to none.
    if bound.content.isAbsent {
      guard case .member? = bound.slot else { throw OKitError(.notFound, "no value at \(path)") }
    }
    let entity = try (bound.value ?? bound.entity).flatMap { try values.entity(around: $0) }
    guard bound.isStored, let entity, let place = values.store.place(of: entity) else {
      throw OKitError(.usage, "\(path) is not part of a stored entity")
    }
    if let plain = call.plain, let value = bound.value { try requireNoProperty(plain, of: value, call, values) }
    try call.description?.requireMatch(with: entity, in: values.store)
    return Subject(place: place, value: bound.content.isAbsent ? .json(entity) : bound.content, parameter: parameter)
  }

  /// Throws an error of kind `usage` if a name without parentheses is that of a property, which takes precedence.
  private func requireNoProperty(
    _ segment: Binding.Segment, of value: JSONValue, _ call: Call, _ values: StoreEvaluationContext
  ) throws {
    let property = Binding(parts: [.init(content: .path(.init(segments: [segment])))])
    let withoutFunctions = StoreEvaluationContext(store: values.store, model: values.model)
    do {
      _ = try property.evaluate(in: withoutFunctions, from: value)
    } catch is BindingError {
      return
    }
    let name = PathComponent.printable(call.name)
    throw OKitError(
      .usage, "\(name) is a property here, not a function", remedy: .words("write \(call.name)() to call the function"))
  }

  /// Throws an error of kind `usage` if one entity contains another one, because their changes could contradict each other.
  private static func requireSeparate(_ subjects: [Subject], _ entities: Set<JSONValue>, _ store: EntityStore) throws {
    guard subjects.count > 1 else { return }
    for subject in subjects {
      var outer = subject.place.value.parent
      while let current = outer {
        if entities.contains(current), let place = store.place(of: current) {
          let paths = EntityPaths.paths(of: [subject.place, place], try store.classes())
          throw OKitError(.usage, "\(paths[0]) is part of \(paths[1]); a function cannot be called for both at once")
        }
        outer = current.parent
      }
    }
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

  /// Changes the entities with the numbers in `new`, which `find` locates again. Returns the numbers of those that were different, and the safety
  /// backup if one was made. Errors name the entity by its label.
  private func store(
    _ new: [(number: Int, entity: JSONValue)], _ name: String, for subjects: [Subject], _ labels: [String]?,
    syncsPartials: Bool, _ find: (EntityStore) throws -> [Subject]
  ) throws -> (changed: Set<Int>, backup: String?) {
    try workspace.editing(command: "call") { edit in
      let places = try current(subjects, labels, in: edit.store, find)
      let session = try EditSession(edit, model: model)
      var changed: Set<Int> = []
      for (number, entity) in new {
        try Self.labelled(labels?[number]) {
          if try !replace(places[number], by: entity, name, session).isEmpty { changed.insert(number) }
        }
      }
      try session.finish(.refuse, syncsPartials: syncsPartials)
      return (changed, session.outcome.backup)
    }
  }

  /// Changes an entity to `new`. Returns the differences.
  private func replace(
    _ place: EntityPlace, by new: JSONValue, _ name: String, _ session: EditSession
  ) throws -> ValueDifference {
    try session.requireNewIDs(in: new, replacing: place.value)
    session.removedEntities.note(place.value, replacedBy: new, session.store)
    let difference = try session.edit.change(place.document) {
      try ValueDifference(from: place.value, to: new) { old, new in
        try session.requireFilesStay(.value(old), new)
      }
    }
    try requireFit(new, at: place, difference, name, session.classes)
    session.noteTouched(place.value)
    return difference
  }

  /// Returns the current places of the entities. Throws an error of kind `busy` if one of them, or the path to them, has changed since the program
  /// read it.
  private func current(
    _ subjects: [Subject], _ labels: [String]?, in store: EntityStore, _ find: (EntityStore) throws -> [Subject]
  ) throws -> [EntityPlace] {
    var now: [EntityPlace]
    do {
      now = try find(store).map(\.place)
    } catch is FunctionCalls.NeedsProgram {
      // The path depends on a function whose input has changed.
      now = []
    }
    let isSame = zip(subjects, now).map { subject, now in
      now.document.path == subject.place.document.path && now.value.isEqual(to: subject.place.value)
    }
    guard now.count == subjects.count, isSame.allSatisfy({ $0 }) else {
      let number = isSame.firstIndex(of: false)
      let label = now.count == subjects.count ? number.flatMap { labels?[$0] } : nil
      let what = labels == nil ? "the entity" : label ?? "the matching entities"
      throw OKitError(.busy, "\(what) changed while the function was running")
    }
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
