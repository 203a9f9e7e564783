/// Formats the help of a command.
struct HelpPage {
  let command: CommandDescription
  let globalOptions: [ArgumentDescription]
  /// The help topics.
  var topics: [HelpTopic] = []
  let width: Int

  private var rows: HelpRows { HelpRows(width: width) }

  var text: String {
    var blocks: [[String]] = []
    blocks.append(Wrapping.lines("OVERVIEW: " + command.abstract, width: width))
    if !command.discussion.isEmpty { blocks.append(Wrapping.lines(command.discussion, width: width)) }
    blocks.append(Synopsis.lines(of: command, prefix: "USAGE: ", width: width))
    if !command.examples.isEmpty { blocks.append(["EXAMPLES:"] + command.examples.flatMap(rows.example)) }

    blocks.append(section("ARGUMENTS", command.arguments.filter { $0.kind == .positional }))
    let options = command.arguments.filter { $0.kind != .positional }
    blocks.append(section("OPTIONS", options.filter { $0.section == nil }))
    for title in options.sections { blocks.append(section(title.uppercased(), options.filter { $0.section == title })) }
    blocks.append(section("GLOBAL OPTIONS", globalOptions))
    blocks.append(subcommands)
    if !topics.isEmpty { blocks.append(topicList) }
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func section(_ title: String, _ arguments: [ArgumentDescription]) -> [String] {
    if arguments.isEmpty { return [] }
    return [title + ":"] + arguments.flatMap { rows.entry(label(of: $0), $0.helpText) }
  }

  private var subcommands: [String] {
    let visible = command.subcommands.filter { !$0.isHidden }
    if visible.isEmpty { return [] }
    let path = command.path.joined(separator: " ")
    return ["SUBCOMMANDS:"] + visible.flatMap { rows.entry($0.name, $0.abstract) }
      + ["", "  See '\(path) <subcommand> --help' for details."]
  }

  private var topicList: [String] {
    ["TOPICS:"] + topics.flatMap { rows.entry($0.name, $0.abstract) }
      + ["", "  See '\(command.path[0]) help <topic>'."]
  }

  private func label(of argument: ArgumentDescription) -> String {
    if argument.kind == .positional { return "<\(argument.valueName)>" }
    let names = argument.orderedNames.joined(separator: ", ")
    return argument.kind == .option ? "\(names) <\(argument.valueName)>" : names
  }
}
