/// A command, or a group of commands, as data: what help and manual pages are made from.
struct CommandDescription: Equatable {
  /// The words that lead to it, the tool's name first.
  let path: [String]
  /// Other words for its last one.
  let aliases: [String]
  /// One line.
  let abstract: String
  /// Paragraphs.
  let discussion: String
  /// A synopsis of its author's, without the command's name, in the place of the one that is made.
  let usage: String?
  /// Command lines that work as they stand.
  let examples: [Example]
  /// Its own arguments, in the order of the declaration; the tool's global options are not among them.
  let arguments: [ArgumentDescription]
  /// The commands of a group.
  let subcommands: [CommandDescription]
  /// Pages of the manual.
  let seeAlso: [String]
  /// Statuses of its own.
  let statuses: [ManualEntry]
  /// Files that it reads or writes.
  let files: [ManualEntry]
  /// Variables that it looks at.
  let environment: [ManualEntry]
  /// Whether lists leave it out.
  let isHidden: Bool

  /// The word that is typed.
  var name: String { path.last ?? "" }
}
