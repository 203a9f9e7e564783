import JSONDocument
import OKitStorage

/// A strings file as an XML property list with one dictionary of strings.
struct XMLStrings {
  private var source: XMLTokens

  /// True if a text in UTF-8 begins like XML. The text syntax never begins like this.
  static func canRead(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 != 32 && !(9...13).contains($0) } == UInt8(ascii: "<")
  }

  /// Returns the texts of a file in UTF-8.
  static func texts(of bytes: [UInt8]) throws(StringsFault) -> [ExactText: String] {
    var reader = XMLStrings(source: XMLTokens(bytes))
    var next = try reader.token()
    let hasOuter = next == .start("plist")
    if hasOuter { next = try reader.token() }
    let texts: [ExactText: String]
    switch next {
    case .start("dict"): texts = try reader.dictionary()
    case .empty("dict"): texts = [:]
    default: throw reader.fault("not a dictionary of texts")
    }
    if hasOuter {
      guard try reader.token() == .end("plist") else { throw reader.fault("expected '</plist>' after the dictionary") }
    }
    guard try reader.token() == nil else { throw reader.fault("unexpected text after the end") }
    return texts
  }

  private init(source: XMLTokens) {
    self.source = source
  }

  private func fault(_ detail: String) -> StringsFault { StringsFault(detail: detail, offset: source.start) }

  /// Returns the next tag; nil at the end.
  private mutating func token() throws(StringsFault) -> XMLTokens.Token? {
    while let token = try source.next() {
      guard case .text(let text) = token else { return token }
      guard text.utf8.allSatisfy({ $0 == 32 || (9...13).contains($0) }) else { throw fault("text outside of a string") }
    }
    return nil
  }

  private mutating func dictionary() throws(StringsFault) -> [ExactText: String] {
    var texts: [ExactText: String] = [:]
    while let next = try token() {
      if next == .end("dict") { return texts }
      guard let key = try content(of: "key", next) else { throw fault("expected '<key>'") }
      guard let value = try token(), let text = try content(of: "string", value) else {
        throw fault("the value of a key is not a '<string>'")
      }
      texts[ExactText(key)] = text
    }
    throw fault("a dictionary is never closed")
  }

  /// Returns the text of the element that begins with `token`; nil if the element has another name.
  private mutating func content(of name: String, _ token: XMLTokens.Token) throws(StringsFault) -> String? {
    if token == .empty(name) { return "" }
    guard token == .start(name) else { return nil }
    var text = ""
    while let next = try source.next() {
      switch next {
      case .text(let piece): text += piece
      case .end(name): return text
      default: throw fault("a tag in the text of '<\(name)>'")
      }
    }
    throw fault("expected '</\(name)>'")
  }
}
