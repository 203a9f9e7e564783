/// Reads string literals: plain, raw and multiline.
enum StringLiteral {
  /// Returns the text of a literal without interpolations; nil if it is malformed.
  static func value(of literal: ArraySlice<UInt8>) -> String? {
    let hashes = literal.prefix { $0 == UInt8(ascii: "#") }.count
    let quotes = literal.dropFirst(hashes).starts(with: #"""""#.utf8) && literal.count - 2 * hashes >= 6 ? 3 : 1
    guard literal.count >= 2 * (hashes + quotes) else { return nil }
    let inside = literal.dropFirst(hashes + quotes).dropLast(hashes + quotes)
    let text = quotes == 3 ? lines(of: inside) : Array(inside)
    return text.flatMap { unescaped($0, hashes: hashes, isMultiline: quotes == 3) }
  }

  /// Returns the text of a multiline literal without its indentation.
  private static func lines(of text: ArraySlice<UInt8>) -> [UInt8]? {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }.map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
    guard lines.count > 1, lines[0].allSatisfy(isSpace), let indentation = lines.last, indentation.allSatisfy(isSpace)
    else { return nil }
    lines.removeFirst()
    lines.removeLast()
    var result: [UInt8] = []
    for (number, line) in lines.enumerated() {
      if number > 0 { result.append(UInt8(ascii: "\n")) }
      if line.starts(with: indentation) {
        result += line.dropFirst(indentation.count)
      } else if !line.allSatisfy(isSpace) {
        return nil
      }
    }
    return result
  }

  private static func unescaped(_ text: [UInt8], hashes: Int, isMultiline: Bool) -> String? {
    let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: hashes)
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.first {
      guard byte == UInt8(ascii: "\\"), rest.starts(with: escape) else {
        result.append(byte)
        rest.removeFirst()
        continue
      }
      rest = rest.dropFirst(escape.count)
      guard let character = rest.popFirst() else { return nil }
      switch character {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "0"): result.append(0)
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): result.append(character)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return nil }
        result += Array(String(Character(scalar)).utf8)
      default:
        // A backslash at the end of a line joins it with the next line.
        guard isMultiline, isSpace(character) || character == 0x0A else { return nil }
        rest = text[(rest.startIndex - 1)...].drop(while: isSpace)
        guard rest.popFirst() == 0x0A else { return nil }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the character of `{1F600}`.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard rest.popFirst() == UInt8(ascii: "{"), let end = rest.prefix(9).firstIndex(of: UInt8(ascii: "}")) else {
      return nil
    }
    let digits = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    return UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
