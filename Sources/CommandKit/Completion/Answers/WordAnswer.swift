/// What zsh and fish are told: `words`, `files` or `folders` in the first line, then words, or what stands in front of a file's name.
/// Both quote what they put in themselves.
struct WordAnswer {
  private let shell: CompletionShell
  private let text: String
  private let completion: LineCompletion

  /// Asks `tool` about `words`, the tool's own name not among them; the last one as it is typed, up to the cursor.
  init<Global: ParsableArguments>(_ tool: Tool<Global>, _ shell: CompletionShell, _ words: [String], _ console: Console)
  {
    self.shell = shell
    text = ShellLine(word: words.last ?? "", shell == .fish ? .fish : .posix).last.text
    completion = tool.completion(after: words.dropLast(), text: text, console)
  }

  var lines: [String] {
    switch completion.answer {
    case .files: return ["files", completion.front]
    case .folders: return ["folders", completion.front]
    case .candidates:
      let candidates = completion.candidates(for: text, ignoringCase: true)
      return ["words"] + candidates.map(shell == .fish ? Self.fishLine : Self.zshLine)
    }
  }

  /// The word and, behind a tab, what it is.
  private static func fishLine(_ candidate: CompletionCandidate) -> String {
    candidate.note.isEmpty ? candidate.text : "\(candidate.text)\t\(candidate.note)"
  }

  /// For `_describe`, behind a letter: `w` of a whole word, `s` of one that a slash follows, `o` of another one that goes on.
  private static func zshLine(_ candidate: CompletionCandidate) -> String {
    let isFolder = !candidate.isWhole && candidate.text.utf8.last == UInt8(ascii: "/")
    var line = candidate.isWhole ? "w" : isFolder ? "s" : "o"
    for scalar in (isFolder ? candidate.text.dropLast() : candidate.text[...]).unicodeScalars {
      if scalar == ":" || scalar == "\\" { line += "\\" }
      line.unicodeScalars.append(scalar)
    }
    return candidate.note.isEmpty ? line : "\(line):\(candidate.note)"
  }
}
