import Bindings
import Ciphers
import JSONDocument
import OKitModels
import SQLite

extension RelationalCell {
  /// The hash of a text; nil for other values.
  var hash: EntityID? {
    switch self {
    case .text(let text): EntityID(text)
    case .stored(let value): EntityID(value)
    default: nil
    }
  }

  /// True if the value is this text.
  func hasText(_ other: String) -> Bool {
    switch self {
    case .text(let text): text.utf8.elementsEqual(other.utf8)
    case .stored(let value): value.hasString(equalTo: other)
    default: false
    }
  }

  /// Passes the value to SQLite. The text of a stored value is not copied.
  func set(_ result: ColumnResult) {
    switch self {
    case .null: break
    case .integer(let number): result.set(number)
    case .real(let number): result.set(number)
    case .text(let text): result.set(text)
    case .bytes(let bytes): result.set(bytes)
    case .stored(let value):
      guard value.kind == .string else { return value.withRawBytes { result.set(permanent: $0) } }
      guard value.unescapedTextRange != nil else { return result.set(value.string ?? "") }
      value.withRawBytes { result.set(permanent: UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast())) }
    }
  }
}

extension SQLiteValue {
  init(_ cell: RelationalCell) {
    switch cell {
    case .null: self = .null
    case .integer(let number): self = .integer(number)
    case .real(let number): self = .real(number)
    case .text(let text): self = .text(text)
    case .stored(let value): self = .text(value.string ?? value.rawText)
    case .bytes(let bytes): self = .blob(bytes)
    }
  }
}

extension BindingValue {
  /// A value of SQLite. Bytes become base64.
  init(_ value: SQLiteValue) {
    switch value {
    case .null: self = .absent
    case .integer(let number): self = .number(BindingNumber(Int(number)))
    // SQLite has infinities, JSON has not.
    case .real(let number): self = number.isFinite ? .number(.binary(number)) : .text(number < 0 ? "-Inf" : "Inf")
    case .text(let text): self = .text(text)
    case .blob(let bytes): self = .text(String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self))
    }
  }

  /// A value of a table. Bytes become base64.
  init(_ cell: RelationalCell) {
    if case .stored(let value) = cell { self = .json(value) } else { self.init(SQLiteValue(cell)) }
  }
}
