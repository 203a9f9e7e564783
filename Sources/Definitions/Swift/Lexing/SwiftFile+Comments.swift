extension SwiftFile {
  /// The information about a declaration in its comments.
  struct Remarks {
    /// The documentation, without the comment signs.
    var note: String?
    /// The name in `okit: was NAME`.
    var formerName: String?
    /// The rules in `okit: minimum 0, maximum 10`.
    var rules: [RuleComment] = []
  }

  /// Reads the comments directly before a declaration, between its attributes, and at the end of its first and last line.
  ///
  /// - Parameters:
  ///   - first: The first token of the declaration.
  ///   - name: The token of its name.
  ///   - end: The token after it.
  ///   - takesLeading: True if the comments before the declaration count.
  func remarks(first: Int, name: Int, end: Int, takesLeading: Bool = true) -> Remarks {
    var remarks = Remarks()
    if takesLeading {
      let documentation = leadingComments(first: first, name: name)
      for comment in documentation {
        remarks.formerName = formerName(in: comment) ?? remarks.formerName
        if let rules = rules(in: comment) { remarks.rules.append(rules) }
      }
      // Rules and former names are not for people.
      let lines = documentation.filter { rules(in: $0) == nil }.flatMap { documentationLines(in: $0) }
        .filter { !$0.utf8.drop { $0 == 0x20 }.starts(with: "okit:".utf8) }
      let text = lines.joined(separator: "\n")
      if text.utf8.contains(where: { $0 != 0x20 && $0 != 0x0A }) { remarks.note = text }
    }
    let lines = [line(of: name), line(of: max(name, end - 1))]
    for index in comments(before: name + 1) {
      if comments[index].nextToken > end { break }
      let line = source.line(of: comments[index].range.lowerBound)
      if comments[index].isTrailing, lines.contains(line) {
        remarks.formerName = formerName(in: comments[index]) ?? remarks.formerName
        if let rules = rules(in: comments[index]) { remarks.rules.append(rules) }
      }
    }
    return remarks
  }

  /// Returns the comments whose next token is `token` or a later one.
  private func comments(before token: Int) -> Range<Int> {
    var (low, high) = (0, comments.count)
    while low < high {
      let middle = (low + high) / 2
      if comments[middle].nextToken < token { low = middle + 1 } else { high = middle }
    }
    return low..<comments.count
  }

  private func leadingComments(first: Int, name: Int) -> ArraySlice<SwiftComment> {
    let range = comments(before: first).lowerBound..<comments(before: name + 1).lowerBound
    var start = comments(before: first + 1).lowerBound
    var line = line(of: first)
    while start > range.lowerBound {
      let comment = comments[start - 1]
      let isAdjacent = source.line(of: max(comment.range.lowerBound, comment.range.upperBound - 1)) >= line - 1
      if comment.isTrailing || !isAdjacent { break }
      line = source.line(of: comment.range.lowerBound)
      start -= 1
    }
    return comments[start..<range.upperBound]
  }

  private func line(of token: Int) -> Int { source.line(of: offset(of: token)) }

  private func documentationLines(in comment: SwiftComment) -> [String] {
    let text = source.bytes[comment.range]
    // A fourth slash or third star makes a separator line, which is not documentation.
    if text.starts(with: "////".utf8) || text.starts(with: "/***".utf8) { return [] }
    if text.starts(with: "///".utf8) { return [Self.string(text.dropFirst(3).drop(upTo: 1))] }
    guard text.starts(with: "/**".utf8), text.count > 4 else { return [] }
    let lines = text.dropFirst(3).dropLast(2).split(
      omittingEmptySubsequences: false, whereSeparator: { $0 == UInt8(ascii: "\n") }
    ).map { Self.string(Self.withoutStar($0)) }
    guard let last = lines.lastIndex(where: { !$0.isEmpty }) else { return [] }
    return Array(lines[...last].drop { $0.isEmpty })
  }

  /// Returns a line of a block comment without its indentation and leading star.
  private static func withoutStar(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = line.drop { $0 == 0x20 || $0 == 0x09 }
    return text.first == UInt8(ascii: "*") ? text.dropFirst().drop(upTo: 1) : text
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    let last = bytes.lastIndex { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
    return String(decoding: bytes[..<(last.map { $0 + 1 } ?? bytes.startIndex)], as: UTF8.self)
  }

  /// Returns the text after `okit:` in a comment that says something else than a former name.
  private func rules(in comment: SwiftComment) -> RuleComment? {
    let bytes = source.bytes[comment.range]
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    var rest = bytes.drop { isSpace($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") }
    guard rest.starts(with: "okit:".utf8) else { return nil }
    rest = rest.dropFirst("okit:".utf8.count).drop(while: isSpace)
    if bytes.starts(with: "/*".utf8) { rest = rest.dropLast(2) }
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    if rest.split(whereSeparator: isSpace).first.map({ $0.elementsEqual("was".utf8) }) ?? true { return nil }
    return RuleComment(text: String(decoding: rest, as: UTF8.self), place: source.place(of: rest.startIndex))
  }

  private func formerName(in comment: SwiftComment) -> String? {
    let words = source.bytes[comment.range].split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    let marks = ["okit:", "was"]
    guard
      let start = words.indices.prefix(2).first(where: { index in
        words[index...].count > 2
          && zip(words[index...], marks).allSatisfy { word, mark in
            word.drop { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "*") }.elementsEqual(mark.utf8)
          }
      })
    else { return nil }
    let name = words[start + 2].prefix { $0 != UInt8(ascii: "*") }
    let bare = name.filter { $0 != UInt8(ascii: "`") }
    return bare.allSatisfy { SwiftLexer.isWord($0) || $0 == UInt8(ascii: ".") } && !bare.isEmpty
      ? String(decoding: bare, as: UTF8.self) : nil
  }
}

extension ArraySlice<UInt8> {
  /// Returns the bytes without up to `count` leading spaces.
  fileprivate func drop(upTo count: Int) -> ArraySlice<UInt8> {
    var rest = self
    for _ in 0..<count where rest.first == 0x20 { rest.removeFirst() }
    return rest
  }
}
