/// A command-line tool: its commands and their common options and texts.
///
/// Declarations are evaluated only if the command line needs them.
package struct Tool<Global: ParsableArguments>: Sendable {
  /// The root command; its name is the tool's.
  let root: any Command.Type
  /// The version that `--version` prints after the tool's name.
  let version: String
  /// Evaluated only for an unknown word, not at every start.
  let foreignWords: @Sendable () -> [String: [String]]
  let secretVariables: Set<String>
  let topics: [HelpTopic]
  let prepare: @Sendable (Global, Console) throws -> Void
  let show: @Sendable (String, Console) throws -> Void
  let describeError: @Sendable (any Error) -> Failure
  let completions: @Sendable (CompletionRequest, Global, Console) -> CompletionAnswer

  /// Creates a tool.
  ///
  /// - Parameters:
  ///   - root: The group of all commands.
  ///   - version: The version that `--version` prints.
  ///   - globalOptions: Options before or after every command. A command that reads them has a property
  ///     `@OptionGroup var global: GlobalOptions`.
  ///   - foreignWords: Other tools' commands and the names to suggest for them, the likeliest first, such as
  ///     `"rm": ["remove", "backup delete"]`. The named group is searched first, then the tool. A word with an empty list gets no
  ///     suggestion, even if it is similar to a command.
  ///   - secretVariables: Environment variables that are not copied into ``Console/environment``.
  ///   - topics: The help topics.
  ///   - prepare: Configures the console from the global options before the command runs.
  ///   - show: Writes a help text to standard output, perhaps through a pager.
  ///   - describeError: Returns the message and status of a thrown error.
  ///   - completions: Completes an argument declared with ``CompletionKind/custom(_:)``, with the global options of the line. It must not
  ///     print, prompt or wait.
  package init(
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

  /// The tool's name.
  var name: String { root.configuration.name }

  /// The description of the whole tool, for manual pages.
  var description: ToolDescription {
    let describer = Describer(shared: Global.self)
    return ToolDescription(
      name: name, globalOptions: describer.globalOptions,
      root: describer.describe(root, path: [name], depth: .whole))
  }
}
