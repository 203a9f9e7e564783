import Ciphers
import JSONDocument
import OKitStorage

/// JSON in a form that depends only on its meaning: without white space, members sorted by the bytes of their keys, strings with only the necessary
/// escapes, and numbers as they are written.
enum CanonicalJSON {
  private enum Piece {
    case value(JSONValue)
    case text(String)
  }

  /// Returns the bytes of `root`, without recursion, because it can be nested deeply.
  static func bytes(of root: JSONValue) -> [UInt8] {
    var bytes: [UInt8] = []
    var open = [Piece.value(root)]
    while let piece = open.popLast() {
      switch piece {
      case .text(let text): bytes += text.utf8
      case .value(let value):
        switch value.kind {
        case .object:
          bytes.append(UInt8(ascii: "{"))
          open.append(.text("}"))
          let members = value.members.map { (key: $0.key.string, value: $0.value) }.enumerated().sorted {
            ExactText($0.element.key) == ExactText($1.element.key)
              ? $0.offset < $1.offset : ExactText($0.element.key) < ExactText($1.element.key)
          }
          for (index, (_, member)) in members.enumerated().reversed() {
            open.append(.value(member.value))
            open.append(.text((index == 0 ? "" : ",") + JSONText.quote(member.key) + ":"))
          }
        case .array:
          bytes.append(UInt8(ascii: "["))
          open.append(.text("]"))
          for (index, element) in Array(value.elements).enumerated().reversed() {
            open.append(.value(element))
            if index > 0 { open.append(.text(",")) }
          }
        case .string: bytes += JSONText.quote(value.string ?? "").utf8
        case .number, .bool, .null: bytes += value.rawText.utf8
        }
      }
    }
    return bytes
  }

  static func digest(of root: JSONValue) -> SHA256Digest {
    bytes(of: root).withUnsafeBytes(SHA256Hasher.hash)
  }
}
