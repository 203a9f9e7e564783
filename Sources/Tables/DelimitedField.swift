/// A field of a delimited text.
struct DelimitedField: Sendable {
  enum Form {
    /// The text itself.
    case plain
    /// A text between quotes, without doubled quotes.
    case quoted
    /// A text between quotes, with doubled quotes.
    case doubled
    /// A text with escapes.
    case escaped
  }

  /// The bytes, without quotes around them.
  let range: Range<Int>
  let form: Form

  /// The offset of the field, with its quote.
  var start: Int { form == .quoted || form == .doubled ? range.lowerBound - 1 : range.lowerBound }
  /// True for an empty field without quotes.
  var isAbsent: Bool { range.isEmpty && form == .plain }

  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  /// The bytes that follow a backslash, and those that they stand for.
  static let escaped: [UInt8: UInt8] = [
    UInt8(ascii: "t"): 0x09, UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, backslash: backslash,
    quote: quote,
  ]

  /// The text that fields are part of.
  struct Source: Sendable {
    let bytes: [UInt8]

    func text(of field: DelimitedField) -> String {
      let bytes = bytes[field.range]
      switch field.form {
      case .plain, .quoted: return String(decoding: bytes, as: UTF8.self)
      case .doubled, .escaped: break
      }
      var text: [UInt8] = []
      var isSecond = false
      for byte in bytes {
        if isSecond {
          text.append(field.form == .doubled ? byte : DelimitedField.escaped[byte] ?? byte)
          isSecond = false
        } else if byte == (field.form == .doubled ? DelimitedField.quote : DelimitedField.backslash) {
          isSecond = true
        } else {
          text.append(byte)
        }
      }
      return String(decoding: text, as: UTF8.self)
    }
  }
}
