/// Finds the character between the fields of a delimited text.
enum Separator {
  static let tab: UInt8 = 0x09

  /// Returns a tab if the first line has one outside of quotes, and otherwise the more frequent one of comma and semicolon.
  static func found(in bytes: [UInt8]) -> UInt8 {
    var isQuoted = false
    var (commas, semicolons) = (0, 0)
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case 0x0A, 0x0D: return semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
      case tab: return tab
      case UInt8(ascii: ","): commas += 1
      case UInt8(ascii: ";"): semicolons += 1
      default: break
      }
    }
    return semicolons > commas ? UInt8(ascii: ";") : UInt8(ascii: ",")
  }

  /// True if another program has quoted tab-separated fields: all that begin with a quote end with one, and in one of them is a tab, a line feed or a
  /// doubled quote, or it is a heading. okit writes no such field.
  static func hasQuotes(_ bytes: [UInt8]) -> Bool {
    var isCertain = false
    var isFirstLine = true
    var offset = 0
    while offset < bytes.count {
      if bytes[offset] == DelimitedField.quote {
        isCertain = isCertain || isFirstLine
        offset += 1
        while true {
          guard offset < bytes.count else { return false }
          let isQuote = bytes[offset] == DelimitedField.quote
          let isDoubled = isQuote && offset + 1 < bytes.count && bytes[offset + 1] == DelimitedField.quote
          if isDoubled || bytes[offset] == tab || bytes[offset] == 0x0A { isCertain = true }
          offset += isDoubled ? 2 : 1
          if isQuote, !isDoubled { break }
        }
        guard offset == bytes.count || [tab, 0x0A, 0x0D].contains(bytes[offset]) else { return false }
      }
      while offset < bytes.count, bytes[offset] != tab, bytes[offset] != 0x0A { offset += 1 }
      if offset < bytes.count, bytes[offset] == 0x0A { isFirstLine = false }
      offset += 1
    }
    return isCertain
  }
}
