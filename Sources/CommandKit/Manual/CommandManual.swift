/// The manual pages of a tool: one for the tool, with the commands outside of groups, and one for each group.
package struct CommandManual {
  /// Options shared by at least this many commands of a page are described once.
  private static let common = 3

  private let tool: ToolDescription
  private let edition: ManualEdition
  private let additions: [String: ManualAddition]

  /// Creates a manual; the keys of `additions` are commands, such as `okit backup`.
  package init<Global: ParsableArguments>(
    of tool: Tool<Global>, edition: ManualEdition, additions: [String: ManualAddition] = [:]
  ) {
    self.tool = tool.description
    self.edition = edition
    self.additions = additions
  }

  /// All pages, starting with the tool's.
  package var pages: [ManualPage] { [toolPage] + groups.map(page) }

  private var groups: [CommandDescription] { tool.root.subcommands.filter { !$0.isHidden && $0.isGroup } }

  private func reference(_ group: CommandDescription) -> String { "\(group.path.joined(separator: "-"))(1)" }

  private var toolPage: ManualPage {
    let root = tool.root
    var writer = begin(root)
    writer.heading("SYNOPSIS")
    writer.macros([
      ".Nm \(tool.name)", ".Op Ar option ...", ".Ar command", ".Op Ar option ...", ".Op Ar argument ...",
    ])
    writer.heading("DESCRIPTION")
    writer.text(root.discussion)
    writer.text("The commands are:")
    writer.list(
      root.subcommands.filter { !$0.isHidden }.map { command in
        let page = command.isGroup ? " See \(reference(command))." : ""
        return ("Cm \(MdocText.argument(command.name))", command.abstract + page)
      })
    writer.heading("GLOBAL OPTIONS")
    writer.text("Global options go before or after the command:")
    writer.arguments(tool.globalOptions)
    writer.heading("COMMANDS")
    let commands = root.subcommands.filter { !$0.isHidden && !$0.isGroup }
    describe(commands, withSynopsis: true, &writer)
    finish(root, commands, seeAlso: groups.map(reference), &writer)
    return ManualPage(tool.name, part: 1, writer: writer)
  }

  private func page(_ group: CommandDescription) -> ManualPage {
    let commands = group.leaves
    var writer = begin(group)
    writer.heading("SYNOPSIS")
    for command in commands { writer.synopsis(command) }
    writer.heading("DESCRIPTION")
    writer.text(group.discussion)
    if !group.aliases.isEmpty {
      let words = group.aliases.map { "'\(tool.name) \($0)'" }.joined(separator: ", ")
      writer.text("Alias: \(words).")
    }
    writer.text("The global options of \(tool.name)(1) go before or after the command.")
    writer.heading("COMMANDS")
    describe(commands, withSynopsis: false, &writer)
    finish(group, commands, seeAlso: ["\(tool.name)(1)"], &writer)
    return ManualPage(group.path.joined(separator: "-"), part: 1, writer: writer)
  }

  private func begin(_ command: CommandDescription) -> MdocWriter {
    MdocWriter(name: command.path.joined(separator: "-"), part: 1, abstract: command.abstract, edition: edition)
  }

  // MARK: - Commands

  private func describe(_ commands: [CommandDescription], withSynopsis: Bool, _ writer: inout MdocWriter) {
    let common = commonOptions(of: commands)
    for command in commands {
      writer.subheading(command.path.joined(separator: " "))
      if withSynopsis { writer.synopsis(command) }
      writer.text(command.abstract)
      writer.text(command.discussion)
      writer.arguments(command.arguments.filter { !common.contains($0) })
      let others = command.arguments.filter(common.contains).compactMap(\.preferredName)
      if !others.isEmpty { writer.text("Common options: \(Self.listed(others)).") }
    }
    if common.isEmpty { return }
    writer.heading("COMMON OPTIONS")
    writer.arguments(common)
  }

  private func commonOptions(of commands: [CommandDescription]) -> [ArgumentDescription] {
    var options: [ArgumentDescription] = []
    for option in commands.flatMap(\.arguments) where option.kind != .positional {
      if !options.contains(option) { options.append(option) }
    }
    return options.filter { option in commands.count { $0.arguments.contains(option) } >= Self.common }
  }

  private static func listed(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
  }

  // MARK: - The end of every page

  private func finish(
    _ page: CommandDescription, _ commands: [CommandDescription], seeAlso: [String], _ writer: inout MdocWriter
  ) {
    let addition = additions[page.path.joined(separator: " ")] ?? ManualAddition()
    let all = [page] + commands
    for section in addition.sections {
      writer.heading(section.title)
      writer.blocks(section.blocks)
    }
    list("ENVIRONMENT", Self.unique(addition.environment + all.flatMap(\.environment)), .variable, &writer)
    list("FILES", Self.unique(addition.files + all.flatMap(\.files)), .file, &writer)
    writer.heading("EXIT STATUS")
    let particular = commands.flatMap { command in
      command.statuses.map { ManualEntry($0.term, "\(command.path.joined(separator: " ")): \($0.meaning)") }
    }
    writer.entries(addition.statuses + page.statuses + particular, .literal)
    if page != tool.root { writer.text("\(tool.name)(1) lists the statuses of all commands.") }
    var seen: Set<String> = []
    let examples = all.flatMap(\.examples).filter { seen.insert($0.commandLine).inserted }
    if !examples.isEmpty {
      writer.heading("EXAMPLES")
      writer.examples(examples)
    }
    writer.seeAlso(seeAlso + addition.seeAlso + all.flatMap(\.seeAlso))
  }

  private func list(_ title: String, _ entries: [ManualEntry], _ term: ManualTerm, _ writer: inout MdocWriter) {
    if entries.isEmpty { return }
    writer.heading(title)
    writer.entries(entries, term)
  }

  /// Returns the first entry for each term.
  private static func unique(_ entries: [ManualEntry]) -> [ManualEntry] {
    var seen: Set<String> = []
    return entries.filter { seen.insert($0.term).inserted }
  }
}

extension CommandDescription {
  /// True if the command is a group.
  fileprivate var isGroup: Bool { !subcommands.isEmpty }

  /// All commands below it that are not groups.
  fileprivate var leaves: [CommandDescription] {
    subcommands.filter { !$0.isHidden }.flatMap { $0.isGroup ? $0.leaves : [$0] }
  }
}
