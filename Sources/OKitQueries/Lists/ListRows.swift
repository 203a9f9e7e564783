import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The rows of a list before any of them is left out.
struct ListRows {
  let values: [JSONValue]
  /// The class of all rows; nil if they have none or several.
  let definition: ClassDefinition?
  /// True if values of the same path have the same type in all rows.
  let isUniform: Bool
  /// The context in which bindings that are relative to a row are evaluated.
  let context: StoreEvaluationContext

  init(_ source: ListQuery.Source, _ models: ModelValues) throws {
    switch source {
    case .path(let binding): try self.init(binding, models)
    case .entities(let name, let names): try self.init(entitiesOf: name, in: names, models)
    }
  }

  private init(entitiesOf name: String, in names: [ModelName], _ models: ModelValues) throws {
    context = models.context
    isUniform = true
    let classes = try models.store.classes(including: name, of: names)
    definition = try classes.requiredClass(name)
    values = try models.store.models(names) { model in
      let values = try models.store.documents(of: model).flatMap { document in
        Self.objects(of: name, in: document, classes)
      }
      try models.store.warnOfMissingPartials(
        of: model, leadingTo: [name], classes, "its entity is not listed")
      return values
    }
    if values.isEmpty {
      try models.store.requireNothingSkipped("entities of the class \(PathComponent.printable(name))")
    }
  }

  private init(_ binding: Binding, _ models: ModelValues) throws {
    context = try models.context(of: binding)
    let matches = try binding.matches(in: context)
    let known = try? models.store.classes()
    if binding.mayMatchSeveral, !matches.contains(where: { $0.value?.kind == .array }) {
      let rows = try matches.filter { !$0.content.isAbsent }.map { bound in
        guard let value = bound.value else { throw Self.unlistable(binding) }
        return value
      }
      let container = rows.first?.parent
      values = rows
      isUniform = container != nil && rows.allSatisfy { $0.parent == container }
      if rows.isEmpty, let outer = binding.parent?.binding {
        definition = Self.common(try outer.matches(in: context).map { Self.elementClass(of: $0, models.store) })
        return
      }
      let samples = isUniform ? Array(rows.prefix(1)) : rows
      definition = Self.common(
        samples.map { row in models.store.place(of: row).flatMap { known?.definition(of: $0) } })
      return
    }
    let context = context
    values = try matches.flatMap { try Self.elements(of: $0, at: binding, in: context) }
    let containers = matches.flatMap { Self.stored($0.content) }
    isUniform = containers.count < 2
    let classes = matches.map { Self.elementClass(of: $0, models.store) }
    definition = isUniform || !containers.isEmpty ? Self.common(classes) : nil
  }

  /// Returns the class of the elements of an array, which may be absent.
  private static func elementClass(of bound: BoundValue, _ store: EntityStore) -> ClassDefinition? {
    let slots = bound.slot.map { [$0] } ?? stored(bound.content).map { .value($0) }
    return common(
      slots.map { slot in
        store.definedType(at: slot)?.storedElement?.objectClass.flatMap {
          (try? store.classes())?.definitions.classes[$0]
        }
      })
  }

  /// Returns the definition that all have in common; nil if they differ.
  private static func common(_ definitions: [ClassDefinition?]) -> ClassDefinition? {
    guard let first = definitions.first ?? nil, definitions.allSatisfy({ $0?.name == first.name }) else { return nil }
    return first
  }

  private static func stored(_ content: BindingValue) -> [JSONValue] {
    if case .list(let values) = content { return values.compactMap(\.stored) }
    return content.stored.map { [$0] } ?? []
  }

  private static func elements(
    of bound: BoundValue, at binding: Binding, in context: StoreEvaluationContext
  ) throws -> [JSONValue] {
    if bound.content.isAbsent { return [] }
    if let value = bound.value {
      guard let elements = try elements(of: value, in: context) else { throw unlistable(binding) }
      return elements
    }
    guard case .list(let values) = bound.content else { throw unlistable(binding) }
    return try values.filter { !$0.isAbsent }.flatMap { element -> [JSONValue] in
      guard let value = element.stored else { throw unlistable(binding) }
      return value.kind == .array ? Array(value.elements) : [value]
    }
  }

  /// Returns the elements of an array, or the values of a dictionary.
  private static func elements(of value: JSONValue, in context: StoreEvaluationContext) throws -> [JSONValue]? {
    let isDictionary = try context.isDictionary(value)
    if value.kind == .array {
      let elements = Array(value.elements)
      return isDictionary ? elements.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element) : elements
    }
    return isDictionary ? value.members.map(\.value) : nil
  }

  private static func unlistable(_ binding: Binding) -> OKitError {
    OKitError(
      .usage, "\(PathComponent.printable(binding.description)) is not an array",
      remedy: .words("use 'okit get' for a single value"))
  }

  /// Throws if the user wants to end the command.
  func checkInterruption() throws { try context.store.workspace.observer.advanced(byBytes: 0) }

  /// Returns the objects of a class in a document.
  private static func objects(
    of name: String, in document: ModelDocument, _ classes: EntityClasses
  ) -> [JSONValue] {
    guard let root = classes.rootClass(of: document) else { return [] }
    var walk = ObjectWalk(document.json.root, as: root.name, in: classes.definitions)
    var found: [JSONValue] = []
    while let (object, definition) = walk.next() {
      if definition.name == name { found.append(object) }
    }
    return found
  }
}
