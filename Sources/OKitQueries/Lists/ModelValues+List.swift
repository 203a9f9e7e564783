package import Bindings
import Definitions
import JSONDocument
package import OKitModels
import OKitStorage

extension ModelValues {
  /// Returns the rows that `query` asks for.
  ///
  /// Throws the errors of ``values(of:)``, and errors of kind `usage` if the path does not lead to an array, and `notFound` if there is no such class.
  package func list(_ query: ListQuery) throws -> EntityList {
    try reading {
      let rows = try ListRows(query.source, self)
      return try ListEvaluation(query, rows).list()
    }
  }

  /// Returns the values in the cells of a list, row by row, each with its model and path, which okit accepts as input.
  ///
  /// Throws the errors of ``list(_:)``.
  package func cells(
    of query: ListQuery
  ) throws -> [(value: BoundValue, place: (model: ModelName, path: String))] {
    try reading {
      let rows = try ListRows(query.source, self)
      let list = try ListEvaluation(query, rows).list()
      let values = try list.values.flatMap { row in
        try list.columns.flatMap { try $0.binding.matches(in: rows.context, from: row) }
      }
      let start = try rows.context.model ?? store.startModel(nil)
      return Array(zip(values, try store.places(of: values, from: start)))
    }
  }
}

/// The rows of a list before any of them is left out.
struct ListRows {
  let values: [JSONValue]
  /// The class of the rows; nil if they have none or several.
  let definition: ClassDefinition?
  let definitions: Definitions?
  /// The context in which bindings that are relative to a row are evaluated.
  let context: StoreEvaluationContext

  init(_ source: ListQuery.Source, _ models: ModelValues) throws {
    let classes = try? models.store.classes()
    definitions = classes?.definitions
    switch source {
    case .path(let binding):
      var context = models.context
      if binding.model != nil {
        context = StoreEvaluationContext(
          store: models.store, model: try models.modelName(of: binding), functions: models.functions)
      }
      self.context = context
      values = try Self.elements(at: binding, in: context)
      definition = values.first.flatMap(models.store.place).flatMap { classes?.definition(of: $0) }
    case .entities(let name, let names):
      context = models.context
      guard let classes, let definition = classes.definitions.classes[name] else {
        throw OKitError(
          .notFound, "no class \(PathComponent.printable(name))",
          remedy: .candidates(classes?.definitions.classes.keys.sorted() ?? [], insteadOf: name))
      }
      self.definition = definition
      values = try models.store.models(names) { model in
        try models.store.documents(of: model).flatMap { document in
          Self.objects(of: name, in: document, classes)
        }
      }
    }
  }

  private static func elements(at binding: Binding, in context: StoreEvaluationContext) throws -> [JSONValue] {
    let matches = try binding.matches(in: context)
    if binding.mayMatchSeveral, !matches.contains(where: { $0.value?.kind == .array }) {
      return try matches.filter { !$0.content.isAbsent }.map { bound in
        guard let value = bound.value else { throw unlistable(binding) }
        return value
      }
    }
    return try matches.flatMap { bound -> [JSONValue] in
      if bound.content.isAbsent { return [] }
      if let value = bound.value {
        guard let elements = try elements(of: value, in: context) else { throw unlistable(binding) }
        return elements
      }
      guard case .list(let values) = bound.content else { throw unlistable(binding) }
      return try values.flatMap { element -> [JSONValue] in
        guard let value = element.stored else { throw unlistable(binding) }
        return value.kind == .array ? Array(value.elements) : [value]
      }
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
