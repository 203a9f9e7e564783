/// The comments of okit in the text of a draft, above the lines that they are about.
package struct DraftRemarks {
  /// The beginning of each remark, by which it is found again.
  private static let mark = "// okit: "

  private var lines: [Int: [String]] = [:]

  package init() {}

  /// Adds a remark above a line, which is counted from 1.
  package mutating func add(_ text: String, above line: Int) {
    lines[line, default: []].append(Self.line(text))
  }

  private static func line(_ text: String) -> String {
    mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ")
  }

  /// Inserts a remark above the last line of `text`.
  static func insert(_ remark: String, aboveLastLineOf text: inout [UInt8]) {
    let start = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? byteOrderMark(of: text).count
    let margin = self.margin(of: text[start...])
    text.insert(contentsOf: margin + Array(line(remark).utf8) + [UInt8(ascii: "\n")], at: start)
  }

  /// The byte order mark, which is only valid at the beginning.
  private static func byteOrderMark(of text: [UInt8]) -> [UInt8] {
    Array(text.prefix { [0xEF, 0xBB, 0xBF].contains($0) })
  }

  private static func margin(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// Returns the text with these remarks instead of former ones. Its other lines stay the same.
  package func inserted(into text: [UInt8]) -> [UInt8] {
    let mark = Self.byteOrderMark(of: text)
    var result = mark
    let parts = text.dropFirst(mark.count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let margin = Self.margin(of: part)
      for line in lines[index + 1] ?? [] { result += margin + Array(line.utf8) + [UInt8(ascii: "\n")] }
      if part.dropFirst(margin.count).starts(with: Self.mark.utf8) { continue }
      result += part
      if index + 1 < parts.count { result.append(UInt8(ascii: "\n")) }
    }
    return result
  }
}
