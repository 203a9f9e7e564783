extension Tool {
  /// Shows the help of a command or topic, given by the words after the tool's name, or the overview without words.
  ///
  /// - Throws: ``UsageError`` if there is no such command or topic.
  package func showHelp(for words: [String], _ console: Console) throws {
    try show(helpText(for: words, columns: console.columns), console)
  }

  /// Returns the help of a command or topic, given by the words after the tool's name, or the overview without words.
  ///
  /// - Throws: ``UsageError`` if there is no such command or topic.
  func helpText(for words: [String] = [], columns: Int = 80) throws -> String {
    if words.count == 1, let topic = topics.first(where: { $0.name == words[0] }) {
      return TopicPage(topic: topic, width: columns).text
    }
    var parser = LineParser(root: root, shared: Global(), foreignWords: foreignWords)
    for (index, word) in words.enumerated() {
      do {
        try parser.enterCommand(word)
      } catch let error as UsageError {
        throw index == 0 ? nearestTopic(to: word) ?? error : error
      }
    }
    return helpText(parser.type, parser.path, columns)
  }

  /// Returns the error for a misspelled topic; nil if a command is more similar.
  private func nearestTopic(to word: String) -> UsageError? {
    let commands = root.configuration.subcommands.map { $0.configuration }.filter { !$0.isHidden }.map(\.name)
    guard let near = Nearest.to(word, among: commands + topics.map(\.name)), !commands.contains(near) else {
      return nil
    }
    return .unknownCommand(word, nearest: "\(name) help \(near)")
  }

  func helpText(_ type: any Command.Type, _ path: [String], _ columns: Int) -> String {
    let describer = Describer(shared: Global.self)
    let command = describer.describe(type, path: path, depth: .names)
    return HelpPage(
      command: command, globalOptions: describer.globalOptions, topics: path.count == 1 ? topics : [], width: columns
    ).text
  }
}
