extension Tool {
  /// Shows the help for what is named by the words after the tool's own name, a command or a topic; the overview for none.
  ///
  /// - Throws: ``UsageError`` when there is no such command or topic.
  public func showHelp(for words: [String], _ console: Console) throws {
    try show(helpText(for: words, columns: console.columns), console)
  }

  /// The help for a command or a topic, named by the words after the tool's own name; the overview for none.
  ///
  /// - Throws: ``UsageError`` when there is no such command or topic.
  func helpText(for words: [String] = [], columns: Int = 80) throws -> String {
    if words.count == 1, let topic = topics.first(where: { $0.name == words[0] }) {
      return TopicPage(topic: topic, width: columns).text
    }
    var parser = LineParser(root: root, shared: Global(), foreignWords: foreignWords)
    for (place, word) in words.enumerated() {
      do {
        try parser.enterCommand(word)
      } catch let error as UsageError {
        throw place == 0 ? nearestTopic(to: word) ?? error : error
      }
    }
    return helpText(parser.type, parser.path, columns)
  }

  /// The mistake of naming a topic wrongly; nil where a command is nearer.
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
