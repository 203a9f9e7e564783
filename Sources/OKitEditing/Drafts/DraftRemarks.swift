/// The comments of okit in the text of a draft, above the lines that they are about.
package struct DraftRemarks {
  /// The beginning of each remark, by which it is found again.
  private static let mark = "// okit: "

  private var lines: [Int: [String]] = [:]

  package init() {}

  /// Adds a remark above a line, which is counted from 1.
  package mutating func add(_ text: String, above line: Int) {
    lines[line, default: []].append(
      Self.mark + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " "))
  }

  /// Returns the text with these remarks instead of former ones. Its other lines stay the same.
  package func inserted(into text: [UInt8]) -> [UInt8] {
    // An editor can have added a byte order mark, which is only valid at the beginning.
    let mark = text.prefix { [0xEF, 0xBB, 0xBF].contains($0) }
    var result = Array(mark)
    let parts = text.dropFirst(mark.count).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let margin = part.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      for line in lines[index + 1] ?? [] { result += margin + Array(line.utf8) + [UInt8(ascii: "\n")] }
      if part.dropFirst(margin.count).starts(with: Self.mark.utf8) { continue }
      result += part
      if index + 1 < parts.count { result.append(UInt8(ascii: "\n")) }
    }
    return result
  }
}
