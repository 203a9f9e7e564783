import JSONDocument
import OKitModels
import OKitStorage

/// The members of a new element that a row gives.
struct NewRow {
  private let document: JSONDocument

  init() throws { document = try JSONDocument(parsing: "{}").live() }

  /// Stores a value behind the keys of its column.
  func set(_ keys: [String], to json: JSONValue) throws {
    do {
      var object = document.root
      for key in keys.dropLast() { object = try object[key] ?? object.add(key, "{}") }
      if let last = keys.last { try object.set(last, to: json.rawText) }
    } catch let error as JSONEditError {
      throw OKitError(.malformed, "cannot be stored beside the other columns: \(error)")
    }
  }

  /// The JSON of the members.
  var json: JSONValue { get throws { try JSONDocument(parsing: document.root.snapshot.rawText).root } }
}
