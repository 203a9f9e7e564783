/// Creates descriptions from declarations.
struct Describer {
  let shared: any ParsableArguments.Type

  /// The depth of the description: help for a command needs only the names of its subcommands.
  enum Depth {
    case whole, names, none
  }

  var globalOptions: [ArgumentDescription] {
    DeclaredArguments(of: shared.init()).own.map { ArgumentDescription($0) }
      + BuiltIn.allCases.map { ArgumentDescription($0) }
  }

  func describe(_ type: any Command.Type, path: [String], depth: Depth) -> CommandDescription {
    let configuration = type.configuration
    let needsArguments = depth != .none && configuration.subcommands.isEmpty
    let declared = needsArguments ? DeclaredArguments(of: type.init(), sharing: shared.init()) : nil
    return CommandDescription(
      path: path,
      aliases: configuration.aliases,
      abstract: configuration.abstract,
      discussion: configuration.discussion,
      usage: configuration.usage,
      examples: configuration.examples,
      arguments: declared?.own.map { ArgumentDescription($0) } ?? [],
      subcommands: depth == .none
        ? []
        : configuration.subcommands.map {
          describe($0, path: path + [$0.configuration.name], depth: depth == .whole ? .whole : .none)
        },
      seeAlso: configuration.seeAlso,
      statuses: configuration.statuses,
      files: configuration.files,
      environment: configuration.environment + (declared?.environment ?? []),
      isHidden: configuration.isHidden)
  }
}
