import JSONDocument

/// The rows of an array of objects, or of lines that are objects (JSON Lines).
struct JSONRows {
  private(set) var headings: [TableHeading] = []
  private(set) var rows: [TableRow] = []

  /// True if the text of a table is JSON: the first character is a bracket.
  static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first(where: { !$0.isJSONSpace }) else { return false }
    return first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
  }

  init(_ bytes: [UInt8]) throws(TableError) {
    let isArray = bytes.first { !$0.isJSONSpace } == UInt8(ascii: "[")
    let objects = try isArray ? Self.elements(bytes) : Self.lines(bytes)
    var seen: Set<ExactText> = []
    for (object, line) in objects {
      for (key, value) in object.members where seen.insert(ExactText(key.string)).inserted {
        guard headings.count < TableFile.columnLimit else {
          throw TableError("more than \(TableFile.columnLimit) columns", at: TablePosition(line: line, column: 1))
        }
        let position = value.document.position(of: key.range.lowerBound)
        headings.append(
          TableHeading(
            text: key.string,
            position: TablePosition(line: isArray ? position.line : line, column: position.column)))
      }
    }
    let keys = headings.map(\.text)
    rows = objects.map { TableRow($0.object, keys: keys, line: $0.line, isLine: !isArray) }
  }

  private static func elements(_ bytes: [UInt8]) throws(TableError) -> [(object: JSONValue, line: Int)] {
    let document = try parsed(bytes, firstLine: 1)
    guard document.root.kind == .array else { return [] }
    let elements = Array(document.root.elements)
    let positions = document.positions(of: elements.map(\.range.lowerBound))
    for (element, position) in zip(elements, positions) where element.kind != .object {
      throw TableError(
        "a row must be an object", at: TablePosition(line: position.line, column: position.column))
    }
    return Array(zip(elements, positions.map(\.line)))
  }

  private static func lines(_ bytes: [UInt8]) throws(TableError) -> [(object: JSONValue, line: Int)] {
    var objects: [(JSONValue, Int)] = []
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy(\.isJSONSpace) { continue }
      let document = try parsed(line, firstLine: number, isLine: true)
      guard document.root.kind == .object else {
        throw TableError("a row must be an object", at: TablePosition(line: number, column: 1))
      }
      objects.append((document.root, number))
    }
    return objects
  }

  private static func parsed(
    _ bytes: some Collection<UInt8>, firstLine: Int, isLine: Bool = false
  ) throws(TableError) -> JSONDocument {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(parsing: JSONBytes(bytes))
    } catch {
      throw TableError(
        "invalid JSON: \(error.reason)",
        at: TablePosition(line: error.position.line + firstLine - 1, column: error.position.column),
        hint: isLine ? "write each object on one line, as 'jq -c' does, or all in one array" : nil)
    }
    if let key = document.duplicateKeys().first {
      let position = document.position(of: key.range.lowerBound)
      throw TableError(
        "the key \(JSONText.quote(key.string)) is given more than once",
        at: TablePosition(line: position.line + firstLine - 1, column: position.column))
    }
    return document
  }
}
