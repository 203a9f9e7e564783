/// A command's help as text.
struct HelpPage {
  let command: CommandDescription
  let globalOptions: [ArgumentDescription]
  let width: Int

  static let labelColumns = 26

  var text: String {
    var blocks: [[String]] = []
    blocks.append(Wrapping.lines("OVERVIEW: " + command.abstract, width: width))
    if !command.discussion.isEmpty { blocks.append(Wrapping.lines(command.discussion, width: width)) }
    blocks.append(Synopsis.lines(of: command, prefix: "USAGE: ", width: width))
    if !command.examples.isEmpty { blocks.append(["EXAMPLES:"] + command.examples.flatMap(example)) }

    let visible = command.arguments.filter { !$0.isHidden }
    blocks.append(section("ARGUMENTS", visible.filter { $0.kind == .positional }))
    let options = visible.filter { $0.kind != .positional }
    blocks.append(section("OPTIONS", options.filter { $0.section == nil }))
    var titles: [String] = []
    for title in options.compactMap(\.section) where !titles.contains(title) { titles.append(title) }
    for title in titles { blocks.append(section(title.uppercased(), options.filter { $0.section == title })) }
    blocks.append(section("GLOBAL OPTIONS", globalOptions.filter { !$0.isHidden }))
    blocks.append(subcommands)
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func example(_ example: Example) -> [String] {
    let explanation = example.explanation.isEmpty ? "" : example.explanation + ":"
    return Wrapping.lines(explanation, width: width, indent: 2).filter { !$0.isEmpty } + ["    " + example.commandLine]
  }

  private func section(_ title: String, _ arguments: [ArgumentDescription]) -> [String] {
    if arguments.isEmpty { return [] }
    return [title + ":"] + arguments.flatMap { row(label(of: $0), text(of: $0)) }
  }

  private var subcommands: [String] {
    let visible = command.subcommands.filter { !$0.isHidden }
    if visible.isEmpty { return [] }
    let path = command.path.joined(separator: " ")
    return ["SUBCOMMANDS:"] + visible.flatMap { row($0.name, $0.abstract) }
      + ["", "  See '\(path) <subcommand> --help' for detailed help."]
  }

  private func label(of argument: ArgumentDescription) -> String {
    if argument.kind == .positional { return "<\(argument.valueName)>" }
    let short = argument.names.filter { !$0.hasPrefix("--") }
    let names = (short + argument.names.filter { $0.hasPrefix("--") }).joined(separator: ", ")
    return argument.kind == .option ? "\(names) <\(argument.valueName)>" : names
  }

  private func text(of argument: ArgumentDescription) -> String {
    let values = argument.allValues.map { "values: " + $0.joined(separator: ", ") }
    let fallback = argument.defaultValue.map { "default: \($0)" }
    let facts = [values, fallback].compactMap { $0 }.joined(separator: "; ")
    return facts.isEmpty ? argument.abstract : (argument.abstract.isEmpty ? "" : argument.abstract + " ") + "(\(facts))"
  }

  private func row(_ label: String, _ text: String) -> [String] {
    let start = "  " + label
    let used = ColumnWidth.of(start)
    if text.isEmpty { return [start] }
    let lines = Wrapping.lines(text, width: width, indent: Self.labelColumns)
    if used >= Self.labelColumns { return [start] + lines }
    let padding = String(repeating: " ", count: Self.labelColumns - used)
    return [start + padding + lines[0].dropFirst(Self.labelColumns)] + lines.dropFirst()
  }
}
