/// What can stand at the end of a command line.
struct LineCompletion {
  let answer: CompletionAnswer
  /// What stands in the same word in front of what is completed: `--color=`.
  var front = ""

  static let nothing = LineCompletion(answer: .nothing)

  /// Asks `tool` what could follow `words`, the tool's own name not among them, where `text` is there already.
  init<Global: ParsableArguments>(of tool: Tool<Global>, after words: [String], text: String, _ console: Console) {
    let global = Global()
    var parser = LineParser(root: tool.root, shared: global)
    parser.read(words)
    self = LineCompleter(tool: tool, global: global, parser: parser, console: console).completion(of: text)
  }

  init(answer: CompletionAnswer, front: String = "") {
    self.answer = answer
    self.front = front
  }

  /// The candidates that begin with `text`, as whole words; where the shell itself compares, capitals and small letters count as the same.
  func candidates(for text: String, ignoringCase: Bool) -> [CompletionCandidate] {
    guard case .candidates(let candidates) = answer else { return [] }
    let start = Self.comparable(text, ignoringCase)
    return candidates.compactMap { candidate in
      var candidate = candidate
      candidate.text = front + candidate.text
      // A line feed would end it in what the shell reads.
      let isOneLine = !candidate.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      return isOneLine && Self.comparable(candidate.text, ignoringCase).starts(with: start) ? candidate : nil
    }
  }

  private static func comparable(_ text: String, _ ignoringCase: Bool) -> [UInt8] {
    Array((ignoringCase ? text.lowercased() : text).utf8)
  }
}
