extension Tool {
  /// Returns the script that completes the tool's command lines in a shell.
  ///
  /// The script runs `TOOL complete SHELL -- …`. A hidden command of that name must pass its words to
  /// ``writeCompletions(for:_:_:)``.
  package func completionScript(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: CompletionScript.bash(name)
    case .zsh: CompletionScript.zsh(name)
    case .fish: CompletionScript.fish(name)
    }
  }

  /// Answers a completion script's request in `words`; writes nothing if it is malformed.
  ///
  /// - Throws: The errors of writing to standard output.
  package func writeCompletions(for shell: CompletionShell, _ words: [String], _ console: Console) throws {
    let lines =
      shell == .bash ? BashAnswer(self, words, console)?.lines ?? [] : WordAnswer(self, shell, words, console).lines
    for line in lines { try console.standardOutput.writeLine(line) }
  }

  func completion(after words: [String], text: String, _ console: Console) -> LineCompletion {
    let home = console.environment["HOME"]
    // The shell expands these before it runs the tool.
    let expanded = words.map { word in
      guard let home, word == "~" || word.hasPrefix("~/") else { return word }
      return home + word.dropFirst()
    }
    return LineCompletion(of: self, after: expanded, text: text, console)
  }
}
