import Definitions
import OKitModels
import SQLite

/// Derives tables and their columns from classes.
struct TableBuilder {
  private let definitions: Definitions
  private(set) var tables: [RelationalTable] = []
  private var names = UniqueNames()
  /// The arrays of references that were found so far.
  private var links: [(owner: String, table: String, keys: [String], type: PropertyType)] = []
  private var enumerations: Set<String> = []

  /// The prefix of a column whose name a property has, and of a table whose name SQLite reserves.
  static let prefix = "okit_"

  init(_ definitions: Definitions) {
    self.definitions = definitions
  }

  /// Adds the table of a class of entities.
  mutating func add(class name: String) {
    guard let definition = definitions.classes[name] else { return }
    var values: [Draft] = []
    collect(definition, below: [], in: [name], owner: name, into: &values)
    let id = Draft(name: "id", content: .value(["id"], .string), type: .text)
    add(name, .entities(name), Self.places, id: id, values)
  }

  /// Adds the table of images and data.
  mutating func addAttachments() {
    let id = Draft(name: "id", content: .value(["id"], .string), type: .text)
    let values = FrameworkClasses.attachmentProperties.map { property in
      Draft(
        name: property.key, content: .value([property.key], property.type),
        type: .init(property.type, in: definitions))
    }
    let bytes = [
      Draft(name: "file", content: .file, type: .text), Draft(name: "bytes", content: .bytes, type: .blob),
    ]
    add("attachment", .attachments, Self.places, id: id, values + bytes)
  }

  /// Adds the tables of the arrays of references and of the enumerations that the tables so far have.
  mutating func addLinksAndCases() {
    for link in links {
      let key = Draft(name: "key", content: .reference([]), type: .text)
      let id = Draft(name: "id", content: .value(["id"], .string), type: .text)
      add(
        link.table, .references(link.owner, keys: link.keys, link.type), Self.places.filter { $0.name != "model" },
        id: id,
        [key])
    }
    for name in enumerations.sorted() {
      guard let enumeration = definitions.enumerations[name] else { continue }
      let type = RelationalColumn.SQLType(.enumeration(name), in: definitions)
      add(
        name, .cases(enumeration), [], id: nil,
        [Draft(name: "value", content: .rawValue, type: type), Draft(name: "name", content: .caseName, type: .text)])
    }
  }

  // MARK: - Columns

  /// A column that has no unique name yet.
  private struct Draft {
    let name: String
    let content: RelationalColumn.Content
    let type: RelationalColumn.SQLType
  }

  /// The columns with the place of an object.
  private static let places = [
    Draft(name: "path", content: .path, type: .text), Draft(name: "model", content: .model, type: .text),
    Draft(name: "parent", content: .parent, type: .text), Draft(name: "property", content: .property, type: .text),
    Draft(name: "position", content: .position, type: .integer),
  ]

  private mutating func add(
    _ name: String, _ content: RelationalTable.Content, _ places: [Draft], id: Draft?,
    _ values: [Draft]
  ) {
    var columnNames = UniqueNames()
    let idName = id.map { columnNames.add($0.name) }
    // A property keeps its name, because people know it from their app.
    let valueColumns = values.map { column($0, columnNames.add($0.name)) }
    let placeColumns = places.map { column($0, columnNames.add($0.name, orWithPrefix: Self.prefix)) }
    let idColumns = id.flatMap { id in idName.map { [column(id, $0)] } } ?? []
    let tableName = names.add(SQLName.isReserved(name) ? Self.prefix + name : name)
    tables.append(
      RelationalTable(
        name: tableName, columns: placeColumns.prefix(1) + idColumns + placeColumns.dropFirst() + valueColumns,
        content: content, replacedName: tableName == name ? nil : name))
  }

  private func column(_ draft: Draft, _ name: String) -> RelationalColumn {
    RelationalColumn(
      name: name, content: draft.content, type: draft.type, replacedName: name == draft.name ? nil : draft.name)
  }

  /// Adds the columns for the properties of an object. `chain` are the classes around it.
  private mutating func collect(
    _ definition: ClassDefinition, below keys: [String], in chain: [String], owner: String?, into drafts: inout [Draft]
  ) {
    // The id of an entity has a column of its own.
    for property in definition.properties where !(property.key == "id" && keys.isEmpty) {
      collect(property.type, at: keys + [property.key], in: chain, owner: owner, into: &drafts)
    }
  }

  private mutating func collect(
    _ type: PropertyType, at keys: [String], in chain: [String], owner: String?, into drafts: inout [Draft]
  ) {
    let value = Draft(
      name: keys.joined(separator: "_"), content: .value(keys, type), type: .init(type, in: definitions))
    guard let className = type.innermostClass, let definition = definitions.classes[className] else {
      if case .enumeration(let name) = type.unwrapped { enumerations.insert(name) }
      return drafts.append(value)
    }
    let role = definition.role
    if role.isRow || role.isAttachment { return }
    let isSingle = type.objectClass != nil
    switch role {
    case .reference where isSingle:
      drafts.append(Draft(name: value.name, content: .reference(keys), type: .text))
    case .reference:
      guard let owner else { return drafts.append(value) }
      links.append((owner, "\(owner)_\(value.name)", keys, type))
    case .value where isSingle && !chain.contains(className):
      collect(definition, below: keys, in: chain + [className], owner: owner, into: &drafts)
    default: drafts.append(value)
    }
  }
}

extension FrameworkClasses {
  /// The properties that all images and data have, without the id.
  fileprivate static var attachmentProperties: [PropertyDefinition] {
    (Definitions().classes["ModelData"]?.properties ?? []).filter { $0.key != "id" }
  }
}
