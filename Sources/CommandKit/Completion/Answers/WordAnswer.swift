/// The answer for zsh and fish: `words`, `files` or `folders` in the first line, then words, or the text before a file name.
/// Both shells quote inserted words themselves.
struct WordAnswer {
  private let shell: CompletionShell
  private let text: String
  private let completion: LineCompletion

  /// Completes `words` for `tool`, without the tool's own name. The last word is as typed, up to the cursor.
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

  /// Returns the word and, after a tab, its note.
  private static func fishLine(_ candidate: CompletionCandidate) -> String {
    candidate.note.isEmpty ? candidate.text : "\(candidate.text)\t\(candidate.note)"
  }

  /// Returns a line for `_describe`, after a letter: `w` for a whole word, `s` for one that ends in a slash, `o` for any other incomplete one.
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
