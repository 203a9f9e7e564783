package import Bindings
import JSONDocument

/// Writes rows as comma-separated values (RFC 4180, with line feeds) or as tab-separated values.
package struct DelimitedText {
  /// The way to write values.
  package enum Format: Sendable {
    /// Commas. An absent value is an empty field, an empty text is `""`.
    case csv
    /// Tabs. Tabs, line feeds, carriage returns and backslashes in texts are written as `\t`, `\n`, `\r` and `\\`. A quote at the beginning is
    /// written as `\"`, so that the field is not taken for one that another program has quoted.
    case tsv
  }

  private let format: Format
  /// The bytes that were written since the caller last took them.
  package private(set) var bytes: [UInt8] = []

  /// A writer that has written nothing yet.
  package init(_ format: Format) {
    self.format = format
  }

  /// Adds a line with headings. Readers find the separator, and whether the text is JSON, by this line.
  package mutating func add(headings: [String]) {
    addLine(headings) { heading, text in
      let isMisleading =
        heading.utf8.first.map("[{".utf8.contains) ?? false || heading.utf8.contains { $0 == 0x3B || $0 == 0x09 }
      if text.format == .csv, isMisleading { return text.appendInQuotes(Array(heading.utf8)) }
      text.appendField(heading)
    }
  }

  /// Adds a line with values.
  package mutating func add(_ values: some Sequence<BindingValue>) {
    addLine(values) { $1.append($0) }
  }

  /// Adds a line with the values of a row in columns, behind a first value if one is given.
  package mutating func add(_ row: Int, of columns: [BindingColumn], behind first: BindingValue? = nil) {
    var isFirst = true
    if let first {
      append(first)
      isFirst = false
    }
    for column in columns {
      if !isFirst { bytes.append(separator) }
      isFirst = false
      if let plain = column.plainBytes(row) { appendField(plain.bytes) } else { append(column[row]) }
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private var separator: UInt8 { format == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }

  /// Returns the bytes that were written, and forgets them.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func addLine<Field>(_ fields: some Sequence<Field>, _ body: (Field, inout Self) -> Void) {
    var count = 0
    for field in fields {
      if count > 0 { bytes.append(separator) }
      body(field, &self)
      count += 1
    }
    bytes.append(UInt8(ascii: "\n"))
  }

  private mutating func append(_ value: BindingValue) {
    if value.isAbsent { return }
    switch value {
    case .json(let stored) where stored.kind == .number || stored.kind == .bool:
      stored.withRawBytes { bytes.append(contentsOf: $0) }
    case .json(let stored) where stored.unescapedTextRange != nil:
      stored.withRawBytes { appendField(UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast())) }
    default: appendField(value.text)
    }
  }

  private mutating func appendField(_ text: String) {
    var text = text
    text.withUTF8 { appendField(UnsafeRawBufferPointer($0)) }
  }

  private mutating func appendField(_ text: UnsafeRawBufferPointer) {
    switch format {
    case .csv: appendQuoted(text)
    case .tsv: appendEscaped(text)
    }
  }

  private mutating func appendQuoted(_ text: UnsafeRawBufferPointer) {
    let isSpace = { (byte: UInt8?) in byte == 0x20 || byte == 0x09 }
    let needsQuotes =
      text.isEmpty || isSpace(text.first) || isSpace(text.last)
      || text.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
    if needsQuotes { appendInQuotes(text) } else { bytes.append(contentsOf: text) }
  }

  private mutating func appendInQuotes(_ text: some Sequence<UInt8>) {
    bytes.append(0x22)
    for byte in text {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  private mutating func appendEscaped(_ text: UnsafeRawBufferPointer) {
    if text.first == DelimitedField.quote { bytes.append(DelimitedField.backslash) }
    guard text.contains(where: { $0 < 0x20 || $0 == 0x5C }) else { return bytes.append(contentsOf: text) }
    for byte in text {
      switch byte {
      case 0x09: bytes += Array("\\t".utf8)
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0x5C: bytes += Array("\\\\".utf8)
      default: bytes.append(byte)
      }
    }
  }
}
