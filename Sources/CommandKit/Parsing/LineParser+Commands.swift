extension LineParser {
  /// Returns the error for an unknown command, with a suggestion.
  func unknownCommand(_ word: String) -> UsageError {
    .unknownCommand(word, nearest: suggestion(for: word))
  }

  private func suggestion(for word: String) -> String? {
    let visible = type.configuration.subcommands.map { $0.configuration }.filter { !$0.isHidden }
    if foreignWords()[word]?.isEmpty == true { return nil }
    if let suggestion = commandForForeignWord(word) { return suggestion }
    if let near = Nearest.to(word, among: visible.map(\.name)) { return (path + [near]).joined(separator: " ") }
    // The command belongs to exactly one group that was not named.
    let owners = visible.filter { group in
      group.subcommands.contains { $0.configuration.name == word && !$0.configuration.isHidden }
    }
    return owners.count == 1 ? (path + [owners[0].name, word]).joined(separator: " ") : nil
  }

  /// Returns this tool's command for another tool's word, from this group if it has one, otherwise from the whole tool.
  private func commandForForeignWord(_ word: String) -> String? {
    let suggestions = foreignWords()[word] ?? []
    for (path, group) in [(path, type), ([path[0]], root)] {
      if let found = suggestions.first(where: { group.hasCommand($0) }) {
        return (path + [found]).joined(separator: " ")
      }
    }
    return nil
  }
}

extension Command {
  /// Returns true if these words, separated by spaces, name a visible command below this one.
  static func hasCommand(_ words: String) -> Bool {
    var type: any Command.Type = self
    for word in words.split(separator: " ") {
      let next = type.configuration.subcommands.first { $0.configuration.name == word && !$0.configuration.isHidden }
      guard let next else { return false }
      type = next
    }
    return true
  }
}
