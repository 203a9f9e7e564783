import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The rows of a table and the values in its columns. Values are read on demand.
final class RelationalRows {
  let table: RelationalTable
  private let data: RelationalData
  private var store: EntityStore { data.store }
  private var classes: EntityClasses { data.schema.classes }
  private let rows: [RelationalWalk.Row]
  /// The cases of an enumeration.
  private let cases: [Enumeration.Case]
  private lazy var paths = EntityPaths.paths(of: rows.map { place($0.value) }, classes)
  private var ownerPaths: [JSONValue: String] = [:]
  private var properties: [JSONValue: String] = [:]
  private var indexes: [Int: EntityIndex] = [:]
  private var hasWarned = false
  /// The most bytes that SQLite keeps in one value.
  private static let largestBlob = 1_000_000_000

  init(_ table: RelationalTable, _ rows: [RelationalWalk.Row], _ data: RelationalData) {
    self.table = table
    self.rows = rows
    self.data = data
    cases = table.enumeration?.cases ?? []
  }

  /// The number of rows.
  var count: Int { rows.count + cases.count }

  /// Returns the value in a row and column.
  func cell(row: Int, column: Int) throws -> RelationalCell {
    switch table.columns[column].content {
    case .path: return .text(paths[row])
    case .model: return .text(place(rows[row].value).document.model.description)
    case .parent: return rows[row].owner.map { .text(ownerPath($0)) } ?? .null
    case .property: return rows[row].owner.map { .text(property(of: rows[row], in: $0)) } ?? .null
    case .position: return rows[row].position < 0 ? .null : .integer(Int64(rows[row].position))
    case .value(let keys, let type): return value(row, keys).map { RelationalCell($0, as: type) } ?? .null
    case .reference(let keys): return reference(row, keys).map { .stored($0) } ?? .null
    case .file:
      return try AttachmentObject(place(rows[row].value))?.path(in: store.workspace).map { .text($0.text) } ?? .null
    case .bytes: return try bytes(of: rows[row].value)
    case .rawValue: return rawValue(cases[row])
    case .caseName: return .text(cases[row].name)
    }
  }

  private func place(_ value: JSONValue) -> EntityPlace {
    // The walk found the value in a document of the store.
    store.place(of: value)!
  }

  private func value(_ row: Int, _ keys: [String]) -> JSONValue? {
    var value = rows[row].value
    for key in keys {
      guard let next = value[key] else { return nil }
      value = next
    }
    return value
  }

  /// Returns the id in a reference; nil if it is empty.
  private func reference(_ row: Int, _ keys: [String]) -> JSONValue? {
    guard let key = value(row, keys)?["refKey"], key.kind == .string, !key.hasString(equalTo: "") else { return nil }
    return key
  }

  private func ownerPath(_ owner: JSONValue) -> String {
    if let known = ownerPaths[owner] { return known }
    // The paths of all owners take one pass over the documents.
    var seen: Set<JSONValue> = []
    let owners = rows.compactMap(\.owner).filter { seen.insert($0).inserted }
    for (owner, path) in zip(owners, EntityPaths.paths(of: owners.map(place), classes)) { ownerPaths[owner] = path }
    return ownerPaths[owner] ?? ""
  }

  /// Returns the path from an entity to an object in it, without the position in an array.
  private func property(of row: RelationalWalk.Row, in owner: JSONValue) -> String {
    let start = row.position < 0 ? row.value : row.value.parent ?? row.value
    if let known = properties[start] { return known }
    var steps: [BoundValue.Step] = []
    var value = start
    while value != owner {
      guard let parent = value.parent else {
        // The root of a partial.
        if let standIn = place(value).document.standIn { steps.append(.property(classes.partialProperty(of: standIn))) }
        break
      }
      steps.append(step(from: parent, to: value))
      value = parent
    }
    let text = BoundValue.Step.text(of: steps.reversed())
    properties[start] = text
    return text
  }

  /// Returns the step to a member or element. The entry of a dictionary that is stored as alternating keys and values is named by its key.
  private func step(from container: JSONValue, to value: JSONValue) -> BoundValue.Step {
    if let key = value.key { return .property(key.string) }
    let index = value.indexInParent ?? 0
    if case .dictionary? = classes.type(of: place(container))?.unwrapped, let key = container[index - 1] {
      return .property(key.string ?? key.rawText)
    }
    return .index(index)
  }

  private func bytes(of value: JSONValue) throws -> RelationalCell {
    let place = place(value)
    guard let object = AttachmentObject(place) else { return .null }
    let host = try store.main(place.document.model).opened.form
    guard let bytes = try AttachmentBytes(object, in: store.workspace, host: host) else {
      if object.declaredSize > 0 { warnOfMissingFile(of: place) }
      return .null
    }
    // Encryption makes a file larger, but not by a hundredth.
    guard bytes.file?.status.size ?? 0 <= Self.largestBlob + Self.largestBlob / 100 else { throw tooLarge(place) }
    var all: [UInt8] = []
    try bytes.forEachPiece {
      guard all.count + $0.count <= Self.largestBlob else { throw tooLarge(place) }
      all += $0
      try data.check()
    }
    return .bytes(all)
  }

  private func tooLarge(_ place: EntityPlace) -> OKitError {
    let path = EntityPaths.paths(of: [place], classes)[0]
    return OKitError(
      .unsupported, "the attachment \(PathComponent.printable(path)) is larger than 1 GB, the limit of SQLite")
  }

  private func warnOfMissingFile(of place: EntityPlace) {
    // One warning is enough to run 'okit check'.
    if hasWarned { return }
    hasWarned = true
    let path = EntityPaths.paths(of: [place], classes)[0]
    store.workspace.observer.warned(
      "the file of the attachment \(PathComponent.printable(path)) is missing; its bytes are NULL")
  }

  private func rawValue(_ found: Enumeration.Case) -> RelationalCell {
    guard let value = try? JSONDocument(parsing: found.json).root else { return .null }
    // Nothing else keeps the document.
    return value.string.map { .text($0) } ?? RelationalCell(value, as: .integer(.int))
  }

  // MARK: - Finding

  /// Returns the numbers of the rows with this text in a column.
  func rows(withText text: String, inColumn column: Int) throws -> [Int] {
    let index = try indexes[column] ?? index(ofColumn: column)
    indexes[column] = index
    return try index.places(of: EntityID(text)).map { Int($0.node) }.filter {
      try cell(row: $0, column: column).hasText(text)
    }
  }

  private func index(ofColumn column: Int) throws -> EntityIndex {
    var index = EntityIndex()
    for row in 0..<count {
      try data.check()
      guard let id = try cell(row: row, column: column).hash else { continue }
      index.add(id, at: EntityIndex.Place(document: 0, node: UInt32(row)))
    }
    return index
  }
}
