/// Wraps text by its width on a terminal.
enum Wrapping {
  /// Returns lines of at most `width` columns, including `indent` spaces.
  ///
  /// A line of `text` that begins with a space does not change. Words break only between wide characters, because their scripts do not
  /// separate words by spaces. A word longer than a line is not broken.
  static func lines(_ text: String, width: Int, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let room = max(width - indent, 1)
    return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      if line.isEmpty { return [""] }
      if line.first == " " { return [margin + line] }
      return fill(line, room).map { margin + $0 }
    }
  }

  private static func fill(_ line: Substring, _ room: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    for word in line.split(separator: " ") {
      var space = current.isEmpty ? 0 : 1
      for piece in pieces(of: word) {
        let columns = ColumnWidth.of(piece)
        if used + space + columns > room, !current.isEmpty {
          lines.append(current)
          (current, used, space) = ("", 0, 0)
        }
        current += (space == 1 ? " " : "") + piece
        used += space + columns
        space = 0
      }
    }
    lines.append(current)
    return lines
  }

  /// Splits a word before and after each wide character.
  private static func pieces(of word: Substring) -> [Substring] {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return [word] }
    var result: [Substring] = []
    var start = word.startIndex
    for index in word.indices where ColumnWidth.of(word[index...index]) > 1 {
      if start < index { result.append(word[start..<index]) }
      start = word.index(after: index)
      result.append(word[index..<start])
    }
    if start < word.endIndex { result.append(word[start...]) }
    return result
  }
}
