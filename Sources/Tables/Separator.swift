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
}
