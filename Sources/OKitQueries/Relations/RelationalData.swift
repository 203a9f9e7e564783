import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import SQLite

/// Reads the rows of tables from the models that can contain them.
struct RelationalData {
  let store: EntityStore
  let schema: RelationalSchema
  /// The models to read; all if it is empty.
  private let models: [ModelName]
  /// Throws if the work should end.
  let check: () throws -> Void

  /// The tables of the named models, or of all models that `store` can read without names. `check` is called often, and its error ends the work. The classes of models without definitions are inferred from their data.
  ///
  /// Throws the errors of reading definitions, and of reading models whose classes are not defined.
  init(_ store: EntityStore, models: [ModelName] = [], check: @escaping () throws -> Void) throws {
    self.store = store
    self.models = models
    self.check = check
    if models.isEmpty { _ = try store.workspace.warnOfMissingModels(ModelKinds(store.workspace), notIn: "the tables") }
    let names = models.isEmpty ? try store.workspace.storedModels() : models
    let classes = try store.allClasses(of: models)
    schema = RelationalSchema(classes, roots: names.compactMap { classes.workspace.rootClass(of: $0)?.name })
  }

  /// Returns the rows of `tables`. Warns of models that cannot be read; throws an error of kind `locked` if there is no other model.
  func rows(of tables: [RelationalTable]) throws -> [RelationalRows] {
    var targets: [String: Int] = [:]
    /// The classes of each table.
    let classNames = tables.map { table -> [String] in
      switch table.content {
      case .entities(let name), .references(let name, keys: _, _): [name]
      case .attachments:
        schema.reachable.classNames.filter { schema.classes.definitions.classes[$0]?.role.isAttachment == true }
      case .cases: []
      }
    }
    // The attachments of all classes are one table.
    for (number, names) in classNames.enumerated() {
      for name in names where targets[name] == nil { targets[name] = number }
    }
    let walk = try walk(targets)
    for (table, names) in zip(tables, classNames) {
      // An empty table may have all its rows in a model that was skipped.
      guard store.hasSkippedModels, let list = names.first.flatMap({ targets[$0] }), walk.lists[list].isEmpty else {
        continue
      }
      try store.requireNothingSkipped("the rows of \(SQLName.written(table.name))")
    }
    return zip(tables, classNames).map { table, names in
      var rows = names.first.flatMap { targets[$0] }.map { walk.lists[$0] } ?? []
      if case .references(_, let keys, let type) = table.content {
        rows = rows.flatMap { Self.references(in: $0.value, keys, type) }
      }
      return RelationalRows(table, rows, self)
    }
  }

  private func walk(_ targets: [String: Int]) throws -> RelationalWalk {
    var walk = RelationalWalk(targets, schema)
    if targets.isEmpty { return walk }
    _ = try store.models(models) { model -> [Never] in
      guard let root = schema.classes.workspace.rootClass(of: model), walk.canFind(inRootOf: root.name) else {
        return []
      }
      for document in try store.documents(of: model) {
        guard let className = schema.classes.rootClass(of: document)?.name else { continue }
        try walk.add(document.json.root, className: className, standIn: document.standIn?.value, check: check)
      }
      try store.warnOfMissingPartials(
        of: model, leadingTo: Set(targets.keys), schema.classes, "its entity is in no table")
      return []
    }
    return walk
  }

  /// Returns the references in the array or dictionary of this type at these keys of an entity.
  private static func references(in owner: JSONValue, _ keys: [String], _ type: PropertyType) -> [RelationalWalk.Row] {
    var found: [RelationalWalk.Row] = []
    func add(_ value: JSONValue, _ type: PropertyType, _ position: Int32) {
      switch type.unwrapped {
      case .object where value.kind == .object: found.append(.init(value: value, owner: owner, position: position))
      case .array(let element), .set(let element):
        for (position, value) in value.elements.enumerated() { add(value, element, Int32(position)) }
      case .dictionary(_, let element): for value in value.dictionaryValues { add(value, element, -1) }
      default: break
      }
    }
    var value: JSONValue? = owner
    for key in keys { value = value?[key] }
    if let value { add(value, type, -1) }
    return found
  }
}
