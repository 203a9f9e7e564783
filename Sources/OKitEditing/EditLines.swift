package import Bindings
package import Ciphers
import JSONDocument
import OKitModels
import OKitStorage

/// Edits as JSON Lines: `{"model","path","id","value"}`, the format of `okit get --lines`. Only `path` and `value` are required.
package struct EditLines {
  private let bytes: [UInt8]
  private let name: String

  /// Reads the lines of `source`. `name` names it in messages.
  ///
  /// Throws the errors of `source`. The lines are only parsed by ``items(for:)``.
  package init(reading source: CipherSource, name: String) throws {
    var bytes: [UInt8] = []
    try forEachPiece(of: source) { bytes += $0 }
    self.bytes = bytes
    self.name = name
  }

  /// Returns the edits, each with its line. With `binding`, each line is a value for it. Without `binding`, each line is an object with a path.
  ///
  /// Throws `EditError` with an error of kind `malformed` (also if an object has a key twice) or `usage` (a computed value, or an invalid model
  /// name), or with a `BindingError`.
  package func items(for binding: Binding? = nil) throws -> [EditItem] {
    var items: [EditItem] = []
    for (number, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy(\.isJSONSpace) { continue }
      let place = EditItem.Line(file: name, number: number + 1)
      do {
        let value = try Self.parsed(line)
        items.append(
          try binding.map { EditItem($0, .json(value), line: place) } ?? Self.item(value, place))
      } catch {
        throw EditError(label: place.description, underlying: error)
      }
    }
    return items
  }

  private static func parsed(_ line: ArraySlice<UInt8>) throws -> JSONValue {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: JSONBytes(line))
    } catch {
      throw OKitError(.malformed, "the line is not valid JSON: \(error)")
    }
    try document.requireDistinctKeys()
    return document.root
  }

  private static func item(_ line: JSONValue, _ place: EditItem.Line) throws -> EditItem {
    if let path = line["path"], path.isNull, line["value"] != nil {
      throw OKitError(.usage, "the value of the line is computed and cannot be changed")
    }
    guard let path = line["path"]?.string, let value = line["value"] else {
      throw OKitError(
        .malformed, "the line has no path and value",
        remedy: .words(
          #"write lines such as {"path":"books[0]/name","value":"Dune"}, as printed by 'okit get --lines'"#))
    }
    return EditItem(
      try Binding(parsing: path), model: try line["model"]?.string.map { try ModelName($0) }, .json(value),
      id: line["id"]?.string, line: place)
  }
}
