package import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// A batch of edits that ``OKitModels/Workspace/edit(_:model:syncsPartials:isStrict:references:_:)`` stores together. Each edit sees the previous
/// ones.
///
/// Each method throws `BindingError`; errors of kind `usage` (the place cannot be changed, or there are several matches), `notFound` (no match),
/// `malformed` (the value does not fit its type) and `exists` (another entity has the id, or the key exists); and the errors of reading. An
/// `EditError` names the line of an edit that is from a file.
package final class EditSession {
  /// The place of a new element in an array.
  package enum Placement: Equatable, Sendable {
    /// After the last element.
    case end
    /// The index of the new element. Negative indices count from the position after the last element.
    case index(Int)
  }

  let edit: WorkspaceEdit
  let classes: EntityClasses
  /// The model to start in if a path names none.
  let model: ModelName
  /// ``model`` if the caller named it, so that errors can report it as missing.
  private let namedModel: ModelName?
  /// If true, a new reference to a missing entity is an error instead of a warning.
  let isStrict: Bool
  var checker: DefinitionChecker
  var outcome = EditOutcome()
  var removedEntities = RemovedEntities()
  /// Warnings to report if all edits succeed.
  var warnings: [Warning] = []
  /// New values that may contain references, with the input line of each.
  var newValues: [(value: JSONValue, line: EditItem.Line?)] = []
  /// The JSON for the entities of new partials, by the ids of their stand-ins.
  var partialEntities: [String: JSONValue] = [:]
  /// The changed objects and arrays, for ``StandInSync``.
  private var touched: [JSONValue] = []
  /// The line of the current edit.
  var line: EditItem.Line?

  /// The rules, for the defaults of new entities; nil without any. A mistake in them is reported when the edit is checked.
  private lazy var rules =
    workspace.rulePolicy == .ignore
    ? nil : try? WorkspaceRules(of: workspace, classes, inferring: { self.classes })

  var store: EntityStore { edit.store }
  var workspace: Workspace { edit.workspace }

  init(_ edit: WorkspaceEdit, model: ModelName?, isStrict: Bool = false) throws {
    self.edit = edit
    self.isStrict = isStrict
    namedModel = model
    self.model = try edit.store.startModel(model)
    classes = try edit.store.classes()
    checker = DefinitionChecker(classes.definitions)
  }

  /// Returns what creates new instances of classes, with the defaults of the definitions and the rules. See ``InitialData``.
  func initialData(newID: @escaping () -> String, guesses: Bool = false) -> InitialData {
    InitialData(
      definitions: classes.definitions, preferred: { self.rules?.defaultValue($0, of: $1)?.rawText }, newID: newID,
      guesses: guesses)
  }

  /// Performs each edit. An error of an edit from a file names its line.
  private func each(_ items: [EditItem], _ body: (EditItem) throws -> Void) throws {
    for item in items {
      line = item.line
      do {
        try body(item)
      } catch {
        guard let line else { throw error }
        throw EditError(label: line.description, underlying: error)
      }
    }
  }

  /// Sets values. A binding may match several values only with `all`.
  package func set(_ items: [EditItem], all: Bool = false) throws {
    try each(items) { try set($0, all: all) }
  }

  /// Adds elements to arrays, and members to dictionaries and to objects without a definition. A new entity gets an id and the defaults of its
  /// definition.
  package func add(_ items: [EditItem], at placement: Placement = .end) throws {
    try each(items) { try add($0, at: placement) }
  }

  /// Removes the values that the bindings match now. The partials and attachments of removed entities are removed, too.
  package func remove(_ bindings: [Binding], all: Bool = false) throws {
    try remove(bindings.map { EditItem($0) }, all: all)
  }

  /// Moves a value within an array, or to another array, object or model, with its partials and attachments. If `target` is an element, the
  /// value takes its index. If `target` is an array, the value goes to its end.
  package func move(_ binding: Binding, to target: Binding, all: Bool = false) throws {
    try move(EditItem(binding), to: target, all: all)
  }

  /// Records that something in `container` has changed.
  func noteTouched(_ container: JSONValue?) {
    // Consecutive edits of one array add it only once.
    if let container, container != touched.last { touched.append(container) }
  }

  /// Validates the edits and makes the changes that follow from them.
  ///
  /// With `syncsPartials`, values that a stand-in shares with its partial change on both sides.
  func finish(_ references: ReferencePolicy, syncsPartials: Bool = true) throws {
    try edit.requireClasses()
    try requireUnderstood(touched)
    try requireOneCase(touched)
    var sync = StandInSync(self)
    try sync.run(touched: touched, isDry: !syncsPartials)
    warnings += sync.warnings
    let paths = EntityPaths.paths(of: sync.changes.map(\.place), classes)
    outcome.synchronized = zip(sync.changes, paths).map { change, path in
      EditOutcome.Change(
        model: change.place.document.model, path: BoundValue.Step.text(of: .property(change.key), behind: path),
        id: change.place.value["id"]?.string)
    }
    try removedEntities.finish(references, edit, &outcome)
    let dangling = try DanglingReferences(in: newValues, store, isStrict: isStrict)
    if isStrict, let error = dangling.error { throw error }
    warnings += dangling.descriptions.map { Warning($0) }
    for warning in warnings { workspace.observer.warned(of: warning) }
  }

  /// Throws an error of kind `configuration` if one of the containers is in an object whose class could not be parsed.
  private func requireUnderstood(_ containers: [JSONValue]) throws {
    guard !classes.definitions.problems.isEmpty else { return }
    for container in containers {
      var value: JSONValue? = container
      while let object = value {
        if let place = store.place(of: object), let type = classes.type(of: place) {
          // An unknown type may be declared in a file that could not be parsed.
          let isUnknown = !type.isFullyKnown || type.storedElement?.isFullyKnown == false
          if isUnknown, let problem = classes.definitions.hidingProblem { throw OKitError(problem.error) }
          for name in [type.objectClass, type.storedElement?.objectClass].compactMap({ $0 }) {
            if let problem = classes.definitions.problem(ofClass: name) { throw OKitError(problem.error) }
          }
          if type.objectClass != nil { break }
        }
        value = object.parent
      }
    }
  }

  /// Throws an error of kind `malformed` if one of the containers is an enumeration with associated values and no longer has exactly one case.
  private func requireOneCase(_ containers: [JSONValue]) throws {
    for container in containers where container.kind == .object && container.count != 1 {
      guard let place = store.place(of: container), let name = classes.type(of: place)?.objectClass,
        let definition = classes.definitions.classes[name], definition.role == .choice
      else { continue }
      let path = EntityPaths.paths(of: [place], classes)[0]
      let cases = definition.properties.map(\.name).joined(separator: ", ")
      throw OKitError(
        .malformed, "\(PathComponent.printable(path)) must be exactly one case of \(name): \(cases)",
        remedy: .words("set the whole value, such as {\"\(definition.properties.first?.key ?? "case")\": {…}}"))
    }
  }

  // MARK: - Places

  func values(_ item: EditItem? = nil) -> StoreEvaluationContext {
    StoreEvaluationContext(store: store, model: item?.model ?? namedModel)
  }

  /// Returns the values that the binding matches. Several matches require `all` to be true; nil means that the edit accepts only one.
  func matches(_ item: EditItem, all: Bool?) throws -> [BoundValue] {
    let matches = try item.binding.matches(in: values(item))
    let text = PathComponent.printable(item.binding.description)
    guard !matches.isEmpty else { throw OKitError(.notFound, "no match for \(text)") }
    guard matches.count == 1 || all == true else {
      throw OKitError(
        .usage, "\(text) matches \(matches.count) values",
        remedy: .words(all == nil ? "choose one of them, such as [0]" : "use --all to include all of them"))
    }
    if let id = item.id, let match = matches.first, match.entity?["id"]?.hasString(equalTo: id) != true {
      throw OKitError(.busy, "the entity at \(text) is no longer \(PathComponent.printable(id))")
    }
    return matches
  }

  /// Creates the missing dictionary that the path leads into, and returns ``matches(_:all:)`` for a value to be created.
  func matchesCreatingDictionary(_ item: EditItem, all: Bool?) throws -> [BoundValue] {
    let found = try matches(item, all: all)
    guard found.contains(where: { $0.isStored && $0.slot == nil && $0.content.isAbsent }),
      let (outer, last) = item.binding.parent, case .property = last.step
    else { return found }
    var isMade = false
    for bound in try outer.matches(in: values(item)) where bound.isStored && bound.content.isAbsent {
      guard let slot = bound.slot, case .dictionary(let key, _)? = type(of: slot)?.unwrapped,
        let container = slot.container
      else { continue }
      noteTouched(container)
      try change(container) { try slot.set(key.isMemberKey ? "{}" : "[]") }
      isMade = true
    }
    return isMade ? try matches(item, all: all) : found
  }

  /// Returns the place where the value is or would be. Throws if it is not stored.
  func slot(_ bound: BoundValue, of item: EditItem) throws -> BindingSlot {
    if let slot = bound.slot { return slot }
    let text = PathComponent.printable(item.binding.description)
    guard bound.isStored, bound.value != nil || bound.content.isAbsent else {
      throw OKitError(.usage, "\(text) is computed and cannot be changed")
    }
    guard let value = bound.value else { throw try missingParent(of: item) }
    let id = value["id"]?.string.map { ShellWord.quoted("@" + $0) }
    throw OKitError(
      .usage, "\(text) is an entity that is stored elsewhere",
      remedy: .words(
        id.map { "use its own path, or \($0); to change a reference, set its refKey" }
          ?? "use its own path"))
  }

  /// Returns the error for a path through a missing value. Its hint says how to create the first missing value on the path.
  private func missingParent(of item: EditItem) throws -> OKitError {
    var first: (path: Binding, bound: BoundValue)?
    var parent = item.binding.parent?.binding
    while let path = parent, let bound = try path.matches(in: values(item)).first(where: { $0.content.isAbsent }) {
      first = (path, bound)
      parent = path.parent?.binding
    }
    let text = PathComponent.printable(item.binding.description)
    guard let missing = first, let slot = missing.bound.slot else {
      let remedy: String? =
        if case .property("ref")? = first?.path.segments.last?.step {
          "set the reference first; it is empty, or its entity is missing"
        } else if classes.definitions.classes.values.contains(where: { $0.partialEntity != nil }) {
          "run 'okit check --fix' to create the missing file of a partial"
        } else {
          nil
        }
      return OKitError(
        .notFound, "cannot store \(text): its parent object does not exist", remedy: remedy.map(OKitError.Remedy.words))
    }
    if case .element(let index, let array) = slot { return noElement(index, of: array) }
    let path = Binding(parts: missing.path.parts).description
    return OKitError(
      .notFound, "cannot store \(text): \(PathComponent.printable(path)) has no value",
      remedy: .words("use 'okit set' or 'okit add' to create \(ShellWord.quoted(path)) first"))
  }

  /// Returns the error for an element that the array does not have.
  func noElement(
    _ index: Int, of array: JSONValue, hint: String = "use 'okit add' to add an element"
  ) -> OKitError {
    OKitError(
      .notFound, "no element \(index): the array has \(Self.elements(array.count))", remedy: .words(hint))
  }

  /// Returns the number of elements in words.
  static func elements(_ count: Int) -> String { "\(count) element\(count == 1 ? "" : "s")" }

  /// Returns the type of the slot's value in the definitions; nil without a definition.
  func type(of slot: BindingSlot) -> PropertyType? {
    switch slot {
    case .value(let value): store.place(of: value).flatMap(classes.type)
    case .member(let key, let object):
      store.place(of: object).flatMap(classes.type).flatMap { classes.definitions.type(ofMember: key, in: $0) }
    case .element(_, let array), .entry(_, let array):
      store.place(of: array).flatMap(classes.type)?.storedElement
    }
  }

  /// Returns the name of the slot's value in messages: its property.
  func name(of slot: BindingSlot) -> String {
    switch slot {
    case .member(let key, _): return PathComponent.printable(key)
    case .entry(let key, _): return PathComponent.printable((try? JSONDocument(parsing: key))?.root.string ?? key)
    case .value(let value): return value.key.map { PathComponent.printable($0.string) } ?? "the value"
    case .element: return "the element"
    }
  }

  // MARK: - Changing

  /// Changes something in the document of `value`, as ``WorkspaceEdit/change(_:_:)`` does.
  @discardableResult
  func change<Result>(_ value: JSONValue, _ body: () throws -> Result) throws -> Result {
    guard let document = store.document(of: value) else { preconditionFailure("the store did not read the value") }
    return try edit.change(document, body)
  }

  /// Makes a value fit its type. Dates and enumeration cases in it may be written in any readable format. With `isNew`, also adds missing ids and
  /// defaults.
  ///
  /// Returns the stand-ins of partials in the value. Throws an error of kind `malformed` if the value does not fit.
  @discardableResult
  func fit(_ value: JSONValue, _ type: PropertyType?, _ name: String, isNew: Bool = false) throws -> [JSONValue] {
    guard let type else { return [] }
    let found = checker.walk(value, as: type)
    for fault in found.faults {
      if isNew, case .add(let key, let json)? = fault.repair {
        try change(value) { try fault.value.add(key, json) }
      } else if let json = converted(fault.value) {
        try change(value) { try fault.value.replace(with: json) }
      } else {
        let inner = fault.value == value ? nil : fault.value.key.map { "\(PathComponent.printable($0.string)): " }
        throw OKitError(.malformed, "invalid value for \(name): \(inner ?? "")\(fault.message)")
      }
    }
    return found.faults.isEmpty ? found.standIns : checker.walk(value, as: type).standIns
  }

  /// Returns the stored form of the text of a date or enumeration case; nil for any other value.
  private func converted(_ value: JSONValue) -> String? {
    guard let text = value.string, let type = type(of: .value(value))?.unwrapped else { return nil }
    switch type {
    case .date, .enumeration: return (try? valueText("").json(text, as: type))?.rawText
    default: return nil
    }
  }

  /// Returns the converter from text to values. Errors call the value `name`.
  func valueText(_ name: String) -> ValueText {
    ValueText(definitions: classes.definitions, now: values().now, name: name)
  }

  /// Throws an error of kind `malformed` if the key of a new member does not fit the key type of its dictionary.
  func requireKey(of slot: BindingSlot) throws {
    guard case .member(let key, let object) = slot,
      case .dictionary(let type, _)? = store.place(of: object).flatMap(classes.type)?.unwrapped,
      type.isMemberKey, type != .string
    else { return }
    guard let number = Int(key), String(number).isExactly(key) else {
      throw OKitError(.malformed, "the key \(PathComponent.printable(key)) is not of type \(type)")
    }
  }

  /// True for the value (not the key) of a dictionary stored as alternating keys and values.
  func isEntry(_ slot: BindingSlot) -> Bool {
    switch slot {
    case .entry: true
    case .value(let value): value.parent.map(isPairs) ?? false && value.indexInParent?.isMultiple(of: 2) == false
    case .member, .element: false
    }
  }

  /// True if the array is a dictionary stored as alternating keys and values.
  func isPairs(_ array: JSONValue) -> Bool {
    guard array.kind == .array, case .dictionary? = store.place(of: array).flatMap(classes.type)?.unwrapped else {
      return false
    }
    return true
  }

  /// Returns the reason why `array` cannot be edited as an array.
  static func storage(ofPairs array: JSONValue) -> String {
    let name = array.key.map { PathComponent.printable($0.string) } ?? "the element"
    return "\(name) is a dictionary stored as alternating keys and values"
  }

  /// Throws an error of kind `usage` if the slot is in a dictionary stored as alternating keys and values.
  func requirePlainArray(around slot: BindingSlot) throws {
    guard let array = slot.container, isPairs(array) else { return }
    throw OKitError(
      .usage, Self.storage(ofPairs: array),
      remedy: .words("use the key of an entry, or set the whole dictionary with --type json"))
  }

  /// Throws an error of kind `malformed` if `value` is a set, or an element of one, that contains duplicates.
  func requireDistinct(around value: JSONValue, _ type: PropertyType?) throws {
    var set: JSONValue?
    if case .set? = type?.unwrapped { set = value }
    if let array = value.parent, case .set? = store.place(of: array).flatMap(classes.type)?.unwrapped { set = array }
    var seen: Set<[UInt8]> = []
    for element in set?.elements.map({ $0 }) ?? [] {
      guard seen.insert(JSONWriter.compact(element)).inserted else {
        throw OKitError(.malformed, "the set already contains \(element.shown)")
      }
    }
  }

  func note(_ bound: BoundValue, _ item: EditItem, entity: JSONValue? = nil, step: BoundValue.Step? = nil) {
    let start = item.binding.model.flatMap { try? ModelName($0) } ?? item.model ?? model
    let stored = bound.origin ?? bound.slot?.container ?? bound.value
    var path = BoundValue.Step.text(of: bound.path, model: start.description)
    // For a path through a reference, the typed path is the shortest.
    if bound.origin != nil { path = item.binding.description }
    if let step { path = BoundValue.Step.text(of: step, behind: path) }
    outcome.changes.append(
      EditOutcome.Change(
        model: stored.flatMap(store.document)?.model ?? start, path: path,
        id: entity?["id"]?.string ?? bound.entity?["id"]?.string, newID: entity?["id"]?.string))
  }
}
