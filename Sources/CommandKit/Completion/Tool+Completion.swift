extension Tool {
  /// The script that makes a shell complete the tool's command lines.
  ///
  /// It calls the tool back, as `TOOL complete SHELL -- …`, and a hidden command of that name has to hand its words to
  /// ``writeCompletions(for:_:_:)``.
  public func completionScript(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: CompletionScript.bash(name)
    case .zsh: CompletionScript.zsh(name)
    case .fish: CompletionScript.fish(name)
    }
  }

  /// Answers a completion script that calls back with `words`; writes nothing where they make no sense.
  ///
  /// - Throws: What writing to standard output throws.
  public func writeCompletions(for shell: CompletionShell, _ words: [String], _ console: Console) throws {
    let lines =
      shell == .bash ? BashAnswer(self, words, console)?.lines ?? [] : WordAnswer(self, shell, words, console).lines
    for line in lines { try console.standardOutput.writeLine(line) }
  }

  func completion(after words: [String], text: String, _ console: Console) -> LineCompletion {
    let home = console.environment["HOME"]
    // The shell would do it before the tool is run.
    let expanded = words.map { word in
      guard let home, word == "~" || word.hasPrefix("~/") else { return word }
      return home + word.dropFirst()
    }
    return LineCompletion(of: self, after: expanded, text: text, console)
  }
}
