/// Names of backups.
enum BackupName {
  /// What begins the names of folders kept before something is taken away: `before-<command>-<time>`.
  static let beforePrefix = "before-"
  /// What begins the names of files that lost their place to another program's change.
  static let conflictPrefix = "conflict-"
  /// Where backups are unless `okit.json` says otherwise, and where files go that nothing named; relative to the workspace.
  static let usualFolder = "okit/backup"
  /// What begins the names of folders with files that nothing named.
  static let orphansPrefix = "orphans-"

  /// The name of a backup that is given none: its time, in seconds since 1970. A number is added where one of any format has that already.
  static func dated(_ seconds: Int64, in folder: String) throws -> String {
    try unused(Timestamp.compact(seconds), endings: BackupFormat.allCases.map(\.ending), in: folder)
  }

  /// The name of the backup kept before `command`, now; a number is added where there is one of this second already.
  static func before(_ command: String, in folder: String) throws -> String {
    try unused("\(beforePrefix)\(command)-\(Timestamp.compact(Timestamp.now()))", in: folder)
  }

  /// The name for content that lost its place to another program's change of `file`.
  static func conflict(over file: String, in folder: String) throws -> String {
    // The whole name has to fit into a path component.
    let hint = String(decoding: file.utf8.prefix(100), as: UTF8.self)
    return try unused("\(conflictPrefix)\(Timestamp.compact(Timestamp.now()))-\(hint)", in: folder)
  }

  /// The name for files that nothing names, set aside now.
  static func orphans(in folder: String) throws -> String {
    try unused("\(orphansPrefix)\(Timestamp.compact(Timestamp.now()))", in: folder)
  }

  /// `name`, with a number if something has that name with one of the `endings` already.
  static func unused(_ name: String, endings: [String] = [""], in folder: String) throws -> String {
    var unused = name
    var number = 2
    while try endings.contains(where: { try FileStatus.of(Path.join(folder, unused + $0)) != nil }) {
      unused = "\(name)-\(number)"
      number += 1
    }
    return unused
  }

  /// Throws an error of kind `usage` unless `name` can be a backup's: one path component without control characters and what the
  /// framework takes out of names.
  static func check(_ name: String) throws {
    let longest = BackupFormat.archive.ending
    if let fault = PathComponent.fault(of: name, ending: longest) {
      throw OKitError(.usage, "\(PathComponent.printable(name)) is not a valid backup name: \(fault)")
    }
    let refused = #"\:?%*|"<>"#
    guard
      !name.unicodeScalars.contains(where: {
        $0.value < 0x20 || $0.value == 0x7f || refused.unicodeScalars.contains($0)
      })
    else {
      throw OKitError(
        .usage, "\(PathComponent.printable(name)) is not a valid backup name: it contains one of \(refused)")
    }
  }
}
