/// Names in the folder of backups.
package enum BackupName {
  /// What begins the names of folders kept before something is taken away: `before-<command>-<time>`.
  static let beforePrefix = "before-"
  /// What begins the names of files that lost their place to another program's change.
  package static let conflictPrefix = "conflict-"
  /// What begins the names of folders with files that nothing named.
  static let orphansPrefix = "orphans-"

  /// The name of the backup kept before `command`, now; a number is added where there is one of this second already.
  package static func before(_ command: String, in folder: String) throws -> String {
    try unused("\(beforePrefix)\(command)-\(Timestamp.compact(Timestamp.now()))", in: folder)
  }

  /// The name for content that lost its place to another program's change of `file`.
  package static func conflict(over file: String, in folder: String) throws -> String {
    // The whole name has to fit into a path component.
    let hint = String(decoding: file.utf8.prefix(100), as: UTF8.self)
    return try unused("\(conflictPrefix)\(Timestamp.compact(Timestamp.now()))-\(hint)", in: folder)
  }

  /// The name for files that nothing names, set aside now.
  package static func orphans(in folder: String) throws -> String {
    try unused("\(orphansPrefix)\(Timestamp.compact(Timestamp.now()))", in: folder)
  }

  /// `name`, with a number if something has that name with one of the `endings` already.
  package static func unused(_ name: String, endings: [String] = [""], in folder: String) throws -> String {
    var unused = name
    var number = 2
    while try endings.contains(where: { try FileStatus.of(Path.join(folder, unused + $0)) != nil }) {
      unused = "\(name)-\(number)"
      number += 1
    }
    return unused
  }
}
