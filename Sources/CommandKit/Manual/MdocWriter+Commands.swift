extension MdocWriter {
  /// Adds the synopsis of a command.
  mutating func synopsis(_ command: CommandDescription) {
    macros([".Nm \(command.path[0])", ".Cm \(MdocText.words(command.path.dropFirst().joined(separator: " ")))"])
    if let usage = command.usage { return macros([".No \(MdocText.argument(usage))"]) }
    macros(command.arguments.map(Self.piece))
  }

  private static func piece(_ argument: ArgumentDescription) -> String {
    let value = "Ar \(MdocText.argument(argument.valueName))"
    let name = argument.preferredName.map { "Fl \(flag($0))" } ?? ""
    let text =
      switch argument.kind {
      case .positional: value
      case .option: "\(name) \(value)"
      case .flag: name
      }
    return (argument.isRequired ? "." : ".Op ") + text + (argument.isRepeating ? " ..." : "")
  }

  /// Returns a name without its first dash, which the macro adds.
  private static func flag(_ name: String) -> String { MdocText.escaped(name.dropFirst()) }

  /// Adds the descriptions of arguments and options; those with a custom heading come last.
  mutating func arguments(_ arguments: [ArgumentDescription]) {
    list(arguments.filter { $0.section == nil }.map(Self.item))
    for title in arguments.sections {
      text(title.prefix(1).uppercased() + title.dropFirst().lowercased() + ":")
      list(arguments.filter { $0.section == title }.map(Self.item))
    }
  }

  private static func item(_ argument: ArgumentDescription) -> (label: String, text: String) {
    let value = argument.kind == .flag ? "" : " Ar \(MdocText.argument(argument.valueName))"
    let names = argument.orderedNames.map { "Fl \(flag($0))" }.joined(separator: " , ")
    return ((names + value).drop { $0 == " " }.description, argument.helpText)
  }
}
