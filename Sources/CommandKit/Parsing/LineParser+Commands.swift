extension LineParser {
  /// The mistake of naming a command that does not exist here, with what was probably meant.
  func unknownCommand(_ word: String) -> UsageError {
    .unknownCommand(word, nearest: suggestion(for: word))
  }

  private func suggestion(for word: String) -> String? {
    let visible = type.configuration.subcommands.map { $0.configuration }.filter { !$0.isHidden }
    let names = visible.map(\.name)
    let inside = path.dropFirst()
    // The word of another tool, said for this group: "backup ls".
    if let ours = foreignWords[(inside + [word]).joined(separator: " ")] { return full(ours) }
    if !inside.isEmpty, let ours = foreignWords[word]?.split(separator: " ").last.map(String.init), names.contains(ours)
    {
      return (path + [ours]).joined(separator: " ")
    }
    if let near = Nearest.to(word, among: names) { return (path + [near]).joined(separator: " ") }
    // A command of exactly one group, named without the group.
    let owners = visible.filter { group in
      group.subcommands.contains { $0.configuration.name == word && !$0.configuration.isHidden }
    }
    return owners.count == 1 ? (path + [owners[0].name, word]).joined(separator: " ") : nil
  }

  private func full(_ ours: String) -> String {
    "\(path[0]) \(ours)"
  }
}
