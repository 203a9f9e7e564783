/// What is known of a command besides its arguments.
///
/// Texts are plain. A line that begins with a space is shown as it is; other lines are wrapped.
public struct CommandConfiguration: Sendable {
  /// The word that is typed.
  public var name: String
  /// Other words for the same command, accepted but not advertised in lists.
  public var aliases: [String]
  /// One line, a sentence without its full stop or with it, as the tool's author likes.
  public var abstract: String
  /// Paragraphs for the help and the manual.
  public var discussion: String
  /// Replaces the synopsis that would be made from the arguments, without the command's name in front.
  public var usage: String?
  /// Command lines that work as they stand.
  public var examples: [Example]
  /// The commands of a group.
  public var subcommands: [any Command.Type]
  /// The command of a group that is meant where none is named; without one its help is shown.
  public var defaultSubcommand: String?
  /// Pages of the manual, such as `age(1)`.
  public var seeAlso: [String]
  /// Exit statuses that mean something particular for this command.
  public var statuses: [ManualEntry]
  /// Files that the command reads or writes.
  public var files: [ManualEntry]
  /// Variables that the command looks at.
  public var environment: [ManualEntry]
  /// Whether lists of commands and completions leave it out.
  public var isHidden: Bool

  /// Describes a command; all but the name and the abstract have defaults.
  public init(
    _ name: String,
    abstract: String,
    discussion: String = "",
    usage: String? = nil,
    examples: [Example] = [],
    subcommands: [any Command.Type] = [],
    defaultSubcommand: String? = nil,
    aliases: [String] = [],
    seeAlso: [String] = [],
    statuses: [ManualEntry] = [],
    files: [ManualEntry] = [],
    environment: [ManualEntry] = [],
    isHidden: Bool = false
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.usage = usage
    self.examples = examples
    self.subcommands = subcommands
    self.defaultSubcommand = defaultSubcommand
    self.aliases = aliases
    self.seeAlso = seeAlso
    self.statuses = statuses
    self.files = files
    self.environment = environment
    self.isHidden = isHidden
  }

  /// Whether the command can be called by this word.
  func answers(to word: String) -> Bool {
    name == word || aliases.contains(word)
  }
}
