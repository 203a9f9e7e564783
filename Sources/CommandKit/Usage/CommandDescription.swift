/// A command, or a group of commands, as data: what help, manual pages and completions are made from.
public struct CommandDescription: Codable, Equatable, Sendable {
  /// The words that lead to it, the tool's name first.
  public var path: [String]
  /// Other words for its last one.
  public var aliases: [String]
  /// One line.
  public var abstract: String
  /// Paragraphs.
  public var discussion: String
  /// A synopsis of its author's, without the command's name, in the place of the one that is made.
  public var usage: String?
  /// Command lines that work as they stand.
  public var examples: [Example]
  /// Its own arguments, in the order of the declaration; the tool's global options are not among them.
  public var arguments: [ArgumentDescription]
  /// The commands of a group.
  public var subcommands: [CommandDescription]
  /// Pages of the manual.
  public var seeAlso: [String]
  /// Statuses of its own.
  public var statuses: [ManualEntry]
  /// Files that it reads or writes.
  public var files: [ManualEntry]
  /// Variables that it looks at.
  public var environment: [ManualEntry]
  /// Whether lists leave it out.
  public var isHidden: Bool

  /// The word that is typed.
  public var name: String { path.last ?? "" }
}
