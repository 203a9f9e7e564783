import CommandKit
import JSONDocument
import OKitModels
import OKitStorage

/// Formats a change as a line of text or JSON.
struct ChangeText {
  let change: EntityChange
  /// The number of columns of a value that are shown; nil to show all of it.
  var limit: Int? = 60

  /// A line such as `default:books[3]/price 12.5 -> 13`, with control characters escaped.
  var line: String {
    if let former = change.formerPath { return Console.printable("\(change.path) moved from \(former)") }
    let text =
      switch change.kind {
      case .managed: "+ \(change.path)" + name(change.new)
      case .unmanaged: "- \(change.path)" + name(change.old)
      case .changed: "\(change.path) \(text(change.old)) -> \(text(change.new))"
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
  private func name(_ entity: JSONValue?) -> String {
    guard let entity else { return "" }
    let name = ["name", "title", "label", "id"].lazy.compactMap { entity[$0]?.string }.first { !$0.isEmpty }
    return name.map { " " + shortened($0) } ?? ""
  }

  private func text(_ value: JSONValue?) -> String {
    guard let value else { return "null" }
    // Only the beginning is shown, so only the beginning is formatted.
    let bytes = value.withRawBytes { Array($0.prefix(limit.map { $0 * 16 } ?? $0.count)) }
    guard value.range.count <= bytes.count else { return shortened(String(decoding: bytes, as: UTF8.self)) }
    return shortened(String(decoding: JSONWriter.compact(value), as: UTF8.self))
  }

  private func shortened(_ text: String) -> String {
    guard let limit else { return text }
    // Only the beginning is measured.
    return ColumnWidth.cut(String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit + 2))), to: limit + 1)
  }
}
