import JSONDocument
import OKitStorage

/// Reads the tags and texts of an XML document. It skips comments, the declaration and the document type.
struct XMLTokens {
  enum Token: Equatable {
    case start(String)
    case end(String)
    case empty(String)
    /// A piece of text with its entities resolved. One text can have several pieces.
    case text(String)
  }

  private let bytes: [UInt8]
  private var position = 0
  /// The start of the last token.
  private(set) var start = 0

  /// Reads the tokens of a text in UTF-8.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  private func fault(_ detail: String) -> StringsFault { StringsFault(detail: detail, offset: start) }

  /// Returns the next token; nil at the end.
  mutating func next() throws(StringsFault) -> Token? {
    while position < bytes.count {
      start = position
      if bytes[position] != UInt8(ascii: "<") { return .text(try text()) }
      if try skip("<?", to: "?>") { continue }
      if try skip("<!--", to: "-->") { continue }
      if has("<![CDATA[") {
        position += 9
        let from = position
        try find("]]>")
        return .text(String(decoding: bytes[from..<position - 3], as: UTF8.self))
      }
      if has("<!") {
        try skipDocumentType()
        continue
      }
      return try tag()
    }
    start = position
    return nil
  }

  private func has(_ mark: String) -> Bool { bytes[position...].starts(with: mark.utf8) }

  private mutating func skip(_ opening: String, to closing: String) throws(StringsFault) -> Bool {
    guard has(opening) else { return false }
    position += opening.utf8.count
    try find(closing)
    return true
  }

  /// Goes to the end of the next `mark`.
  private mutating func find(_ mark: String) throws(StringsFault) {
    while position < bytes.count {
      if has(mark) {
        position += mark.utf8.count
        return
      }
      position += 1
    }
    throw fault("expected '\(mark)'")
  }

  /// Skips a document type. One with declarations is an error, because they could define entities.
  private mutating func skipDocumentType() throws(StringsFault) {
    while position < bytes.count {
      position += 1
      switch bytes[position - 1] {
      case UInt8(ascii: ">"): return
      case UInt8(ascii: "["): throw fault("a document type with declarations")
      default: continue
      }
    }
    throw fault("a document type is never closed")
  }

  private mutating func tag() throws(StringsFault) -> Token {
    let from = position + 1
    try find(">")
    var content = bytes[from..<position - 1]
    let isEnd = content.first == UInt8(ascii: "/")
    if isEnd { content.removeFirst() }
    let isEmpty = content.last == UInt8(ascii: "/")
    if isEmpty { content.removeLast() }
    let name = String(decoding: content.prefix { $0 != 32 && !(9...13).contains($0) }, as: UTF8.self)
    guard !name.isEmpty, !(isEnd && isEmpty) else { throw fault("a tag without a name") }
    return isEnd ? .end(name) : isEmpty ? .empty(name) : .start(name)
  }

  private mutating func text() throws(StringsFault) -> String {
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") {
      if bytes[position] == UInt8(ascii: "&") {
        text += Array(String(try entity()).utf8)
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func entity() throws(StringsFault) -> Unicode.Scalar {
    let rest = bytes[(position + 1)...].prefix(12)
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
      throw StringsFault(detail: "'&' without ';'", offset: position)
    }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    guard let scalar = Self.scalar(named: name) else {
      throw StringsFault(detail: "an unknown entity", offset: position)
    }
    position = end + 1
    return scalar
  }

  private static func scalar(named name: String) -> Unicode.Scalar? {
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number = name.withoutPrefix("#x").map { UInt32($0, radix: 16) } ?? name.withoutPrefix("#").map { UInt32($0) }
      return number?.flatMap(Unicode.Scalar.init)
    }
  }
}
