/// A command-line tool: its commands and what they have in common.
///
/// Declarations are looked at only as far as the command line needs them.
public struct Tool<Global: ParsableArguments>: Sendable {
  /// The tool itself as a group of commands; its name is the tool's.
  let root: any Command.Type
  /// What `--version` says after the tool's name.
  let version: String
  /// Made where a word is not known, and not at every start.
  let foreignWords: @Sendable () -> [String: [String]]
  let secretVariables: Set<String>
  let topics: [HelpTopic]
  let prepare: @Sendable (Global, Console) throws -> Void
  let show: @Sendable (String, Console) throws -> Void
  let describeError: @Sendable (any Error) -> Failure
  let completions: @Sendable (CompletionRequest, Global, Console) -> CompletionAnswer

  /// A tool.
  ///
  /// - Parameters:
  ///   - root: the group of all commands.
  ///   - version: shown by `--version`.
  ///   - globalOptions: options that stand before or after every command. A command that reads them has a property
  ///     `@OptionGroup var global: GlobalOptions`.
  ///   - foreignWords: words of other tools and what they may be called here, the likeliest first, such as
  ///     `"rm": ["remove", "backup delete"]`; looked for in the group that is named, then in the tool; suggested, never run.
  ///     Nothing is suggested for a word with an empty list, however much it looks like a command.
  ///   - secretVariables: variables that are not copied into ``Console/environment``.
  ///   - topics: what `help` explains besides of commands.
  ///   - prepare: sets the console up from the global options, before the command runs.
  ///   - show: brings a help text to standard output, perhaps through another program.
  ///   - describeError: turns what a command throws into words and a status.
  ///   - completions: says what can stand where an argument is declared with ``CompletionKind/custom(_:)``. The options that stand
  ///     on the line are given with it; it must not print, prompt or wait.
  public init(
    root: any Command.Type,
    version: String,
    globalOptions: Global.Type,
    foreignWords: @autoclosure @escaping @Sendable () -> [String: [String]] = [:],
    secretVariables: Set<String> = [],
    topics: [HelpTopic] = [],
    prepare: @escaping @Sendable (Global, Console) throws -> Void = { _, _ in },
    show: @escaping @Sendable (String, Console) throws -> Void = { try $1.standardOutput.write($0) },
    describeError: @escaping @Sendable (any Error) -> Failure,
    completions: @escaping @Sendable (CompletionRequest, Global, Console) -> CompletionAnswer = { _, _, _ in .nothing }
  ) {
    self.root = root
    self.version = version
    self.foreignWords = foreignWords
    self.secretVariables = secretVariables
    self.topics = topics
    self.prepare = prepare
    self.show = show
    self.describeError = describeError
    self.completions = completions
  }

  /// What is typed to call the tool.
  var name: String { root.configuration.name }

  /// The whole tool as data, for manual pages.
  var description: ToolDescription {
    let describer = Describer(shared: Global.self)
    return ToolDescription(
      name: name, globalOptions: describer.globalOptions,
      root: describer.describe(root, path: [name], depth: .whole))
  }
}
