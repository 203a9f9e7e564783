/// The relevant records of a pax extended header (POSIX.1-2017, pax, "pax Extended Header").
struct PaxRecords {
  private static let keys: Set<String> = ["path", "size", "mtime"]

  private(set) var path: String?
  private(set) var size: Int64?
  private(set) var modified: Int64?

  /// True if a record describes a sparse file in one of GNU's three formats, whose content is stored differently.
  private(set) var isSparse = false

  /// - Parameter bytes: Records of the form "LENGTH KEY=VALUE\n". LENGTH is the length of the whole record.
  init(_ bytes: [UInt8]) throws(ArchiveError) {
    var rest = bytes[...]
    var seen: Set<String> = []
    while !rest.isEmpty {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard let length = Self.decimal(digits), length > digits.count + 1, length <= rest.count else {
        throw Self.malformed
      }
      let record = rest.prefix(Int(length)).dropFirst(digits.count + 1)
      rest = rest.dropFirst(Int(length))
      guard record.last == UInt8(ascii: "\n"), let equals = record.firstIndex(of: UInt8(ascii: "=")) else {
        throw Self.malformed
      }
      guard let key = String(validating: record[..<equals], as: UTF8.self) else { throw Self.malformed }
      let value = record[(equals + 1)...].dropLast()
      // Readers disagree on which of two records counts.
      guard seen.insert(key).inserted || !Self.keys.contains(key) else {
        throw ArchiveError(.damaged, "a pax header with a duplicate record")
      }
      // An empty value revokes an earlier record, and there are no earlier records here.
      if !value.isEmpty { try take(key, value) }
    }
  }

  private mutating func take(_ key: String, _ value: ArraySlice<UInt8>) throws(ArchiveError) {
    switch key {
    case "path":
      guard let text = String(validating: value, as: UTF8.self) else {
        throw ArchiveError(.unsupported, "a name that is not UTF-8")
      }
      path = text
    case "size":
      guard let number = Self.decimal(value) else { throw Self.malformed }
      size = number
    case "mtime":
      modified = try Self.seconds(value)
    default:
      if key.hasPrefix("GNU.sparse.") { isSparse = true }
    }
  }

  /// Parses a decimal number with an optional sign and fraction, rounded down.
  private static func seconds(_ value: ArraySlice<UInt8>) throws(ArchiveError) -> Int64 {
    let isNegative = value.first == UInt8(ascii: "-")
    let parts = value.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let whole = parts.first, parts.count <= 2, let seconds = decimal(whole) else { throw malformed }
    let fraction = parts.count == 2 ? parts[1] : []
    guard fraction.allSatisfy({ (0x30...0x39).contains($0) }) else { throw malformed }
    let hasFraction = fraction.contains { $0 != UInt8(ascii: "0") }
    return isNegative ? -seconds - (hasFraction ? 1 : 0) : seconds
  }

  private static func decimal(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int64(digit & 15)
    }
    return value
  }

  private static var malformed: ArchiveError { ArchiveError(.damaged, "a malformed pax header") }
}
