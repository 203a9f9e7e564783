import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

/// Formats a change as a line of text or JSON.
struct ChangeText {
  /// The number of characters of a value that are shown.
  private static let maximumLength = 60

  let change: EntityChange

  /// A line such as `default:books[3]/price 12.5 -> 13`, with control characters escaped.
  var line: String {
    if let former = change.formerPath { return Console.printable("\(change.path) moved from \(former)") }
    let text =
      switch change.kind {
      case .managed: "+ \(change.path)" + Self.name(change.new)
      case .unmanaged: "- \(change.path)" + Self.name(change.old)
      case .changed: "\(change.path) \(Self.text(change.old)) -> \(Self.text(change.new))"
      }
    return Console.printable(text)
  }

  /// A line of JSON.
  var json: [UInt8] {
    var writer = JSONWriter()
    writer.element(change)
    return writer.bytes + [UInt8(ascii: "\n")]
  }

  /// Returns the name of an entity, after a space.
  private static func name(_ entity: JSONValue?) -> String {
    guard let entity else { return "" }
    let name = ["name", "title", "label", "id"].lazy.compactMap { entity[$0]?.string }.first { !$0.isEmpty }
    return name.map { " " + shortened($0.unicodeScalars) } ?? ""
  }

  private static func text(_ value: JSONValue?) -> String {
    guard let value else { return "null" }
    // Only the beginning is shown, so only the beginning is formatted.
    let bytes = value.withRawBytes { Array($0.prefix(maximumLength * 16)) }
    guard value.range.count <= bytes.count else {
      return shortened(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
    return shortened(String(decoding: JSONWriter.compact(value), as: UTF8.self).unicodeScalars)
  }

  private static func shortened(_ text: String.UnicodeScalarView) -> String {
    var beginning = String.UnicodeScalarView(text.prefix(maximumLength))
    if beginning.count == maximumLength, text.dropFirst(maximumLength).first != nil { beginning.append("…") }
    return String(beginning)
  }
}
