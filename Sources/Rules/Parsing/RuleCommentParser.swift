import JSONDocument

/// Turns the rules in the comment of a property, such as `minimum 0, maxLength 40, unique model`, into JSON Schema.
///
/// A rule is a keyword and its value: JSON, or a text up to the next comma. A keyword alone means `true`. The keywords of okit need no prefix.
package enum RuleCommentParser {
  /// The result for one property.
  package struct Property {
    /// The members of its schema: keywords and JSON values.
    package internal(set) var members: [(keyword: String, json: String)] = []
    /// True if the property is required.
    package internal(set) var isRequired = false
  }

  /// Parses a comment. Unknown keywords are kept, so that they are reported where the schema is parsed.
  package static func property(_ text: String) -> Property {
    var property = Property()
    for item in items(of: text) {
      let words = item.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard let first = words.first.map({ String(Substring($0)) }) else { continue }
      let value = words.count > 1 ? trimmed(String(Substring(words[1]))) : ""
      if first == "required", value.isEmpty {
        property.isRequired = true
      } else if first == "predicate" {
        property.members.append(("x-okit-predicates", "[{\"predicate\":\(JSONText.quote(unquoted(value)))}]"))
      } else {
        let json = value.isEmpty ? "true" : isJSON(value) ? value : JSONText.quote(value)
        property.members.append((keyword(first, json), json))
      }
    }
    return property
  }

  /// Returns the keyword of JSON Schema for a word of a comment.
  private static func keyword(_ word: String, _ json: String) -> String {
    let isText = json.utf8.first == UInt8(ascii: "\"")
    // A bound in quotes, or one that is not a number, is a date.
    if word == "minimum" || word == "maximum" { return isText ? SchemaParser.prefix + word : word }
    let own = SchemaParser.prefix + word
    return SchemaParser.keywords.contains(word) || !SchemaParser.keywords.contains(own) ? word : own
  }

  /// Returns the parts between commas that are not in quotes or brackets.
  private static func items(of text: String) -> [String] {
    var items: [String] = []
    var current: [UInt8] = []
    var (depth, isQuoted, isEscaped) = (0, false, false)
    for byte in text.utf8 {
      if byte == UInt8(ascii: ","), depth <= 0, !isQuoted {
        items.append(trimmed(String(decoding: current, as: UTF8.self)))
        current = []
        continue
      }
      current.append(byte)
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isQuoted = false }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isQuoted = true
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "("): depth += 1
        case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ")"): depth -= 1
        default: break
        }
      }
    }
    items.append(trimmed(String(decoding: current, as: UTF8.self)))
    return items.filter { !$0.isEmpty }
  }

  private static func isJSON(_ text: String) -> Bool { (try? JSONDocument(parsing: text)) != nil }

  private static func unquoted(_ text: String) -> String { (try? JSONDocument(parsing: text))?.root.string ?? text }

  private static func trimmed(_ text: String) -> String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
    var bytes = Array(text.utf8)[...].drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
