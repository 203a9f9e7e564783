/// The completions at the end of a command line.
struct LineCompletion {
  let answer: CompletionAnswer
  /// The part of the same word before the completed text: `--color=`.
  var front = ""

  static let nothing = LineCompletion(answer: .nothing)

  /// Completes `text` after `words` for `tool`, without the tool's own name.
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

  /// Returns the candidates that begin with `text`, as whole words. The case is ignored if the shell compares the words itself.
  func candidates(for text: String, ignoringCase: Bool) -> [CompletionCandidate] {
    guard case .candidates(let candidates) = answer else { return [] }
    let start = Self.comparable(text, ignoringCase)
    return candidates.compactMap { candidate in
      var candidate = candidate
      candidate.text = front + candidate.text
      // The shell reads one candidate per line.
      let isOneLine = !candidate.text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      return isOneLine && Self.comparable(candidate.text, ignoringCase).starts(with: start) ? candidate : nil
    }
  }

  private static func comparable(_ text: String, _ ignoringCase: Bool) -> [UInt8] {
    Array((ignoringCase ? text.lowercased() : text).utf8)
  }
}
