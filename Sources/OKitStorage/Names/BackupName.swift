import JSONDocument

/// Names in the backup folder.
package enum BackupName {
  /// The prefix of safety backups, which are made before data is removed: `before-<command>-<time>`.
  static let beforePrefix = "before-"
  /// The prefix of files that were set aside because another program changed their original.
  package static let conflictPrefix = "conflict-"
  /// The prefix of folders with orphaned files, which nothing in the data names.
  static let orphansPrefix = "orphans-"

  /// Returns the name of a safety backup before `command` at the current time; adds a number if the name is taken.
  package static func before(_ command: String, in folder: FilePath) throws -> String {
    try unused("\(beforePrefix)\(command)-\(Timestamp.compact(Timestamp.now()))", in: folder)
  }

  /// True for the name of a safety backup, `before-<command>-<time>`, possibly with a number.
  package static func isSafetyBackup(_ name: String) -> Bool {
    guard let rest = name.withoutPrefix(beforePrefix) else { return false }
    var parts = rest.split(separator: "-", omittingEmptySubsequences: false)
    if let last = parts.last, last.utf8.count < 10, Int(last).map({ $0 > 1 }) == true { parts.removeLast() }
    return parts.count > 1 && parts.last.map { Timestamp.isCompact(String($0)) } == true
  }

  /// Returns the name for okit's version of `file` after another program changed the file.
  package static func conflict(over file: String, in folder: FilePath) throws -> String {
    // The whole name has to fit into a path component.
    let hint = String(decoding: file.utf8.prefix(100), as: UTF8.self)
    return try unused("\(conflictPrefix)\(Timestamp.compact(Timestamp.now()))-\(hint)", in: folder)
  }

  /// Returns the name of a folder for orphaned files at the current time.
  package static func orphans(in folder: FilePath) throws -> String {
    try unused("\(orphansPrefix)\(Timestamp.compact(Timestamp.now()))", in: folder)
  }

  /// Returns `name`; adds a number if `name` with one of the `endings` exists in `folder`.
  package static func unused(_ name: String, endings: [String] = [""], in folder: FilePath) throws -> String {
    var unused = name
    var number = 2
    while try endings.contains(where: { try FileStatus.of(folder.appending(unused + $0)) != nil }) {
      unused = "\(name)-\(number)"
      number += 1
    }
    return unused
  }
}
