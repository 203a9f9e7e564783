/// The name, texts and subcommands of a command.
///
/// Texts are plain text. A line that begins with a space is shown unchanged; other lines are wrapped.
package struct CommandConfiguration: Sendable {
  /// The name as typed.
  package var name: String
  /// Alternative names, accepted but not listed.
  package var aliases: [String]
  /// A one-line summary.
  package var abstract: String
  /// Paragraphs for the help and the manual.
  package var discussion: String
  /// Replaces the generated synopsis, without the command's name.
  package var usage: String?
  /// Complete command lines.
  package var examples: [Example]
  /// The commands of a group.
  package var subcommands: [any Command.Type]
  /// The command that a group runs if none is given; without one, the group shows its help.
  package var defaultSubcommand: String?
  /// Related manual pages, such as `age(1)`.
  package var seeAlso: [String]
  /// Exit statuses with a special meaning for this command.
  package var statuses: [ManualEntry]
  /// Files that the command reads or writes.
  package var files: [ManualEntry]
  /// Environment variables that the command uses.
  package var environment: [ManualEntry]
  /// True if help, manual and completion omit the command.
  package var isHidden: Bool

  /// Creates a configuration.
  package init(
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

  /// Returns true if `word` is the command's name or an alias.
  func answers(to word: String) -> Bool {
    name == word || aliases.contains(word)
  }
}
