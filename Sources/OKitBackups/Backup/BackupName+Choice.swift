import JSONDocument
import OKitModels
import OKitStorage

extension BackupName {
  /// Returns the default name of a backup made at `seconds` since 1970; adds a number if a backup of any format has that name.
  static func dated(_ seconds: Int64, in folder: FilePath) throws -> String {
    try unused(Timestamp.compact(seconds), endings: BackupFormat.allCases.map(\.ending), in: folder)
  }

  /// Throws an error of kind `usage` unless `name` is a valid backup name: one path component without control characters and without the
  /// characters that the framework removes from names, and not the name of another state, such as `@3`.
  package static func check(_ name: String) throws {
    let longestEnding = BackupFormat.archive.ending + BackupRecord.ending
    let refused = #"\:?%*|"<>"#
    let hasRefused = name.unicodeScalars.contains { refused.unicodeScalars.contains($0) }
    let isReserved = isSafetyBackup(name) || name.withoutSuffix(BackupRecord.ending) != nil
    let isState = name.isExactly("now") || name.withoutPrefix("@") != nil
    let fault =
      PathComponent.fault(ofNew: name, ending: longestEnding) ?? (hasRefused ? "it contains one of \(refused)" : nil)
      ?? (isReserved ? "okit gives such names itself" : nil)
      ?? (name.unicodeScalars.allSatisfy(isInvisible) ? "it is blank" : nil)
      ?? (isState ? "it names another state for 'okit diff'" : nil)
    guard let fault else { return }
    throw OKitError(.usage, "\(PathComponent.printable(name)) is not a valid backup name: \(fault)")
  }

  private static func isInvisible(_ character: Unicode.Scalar) -> Bool {
    character.properties.isWhitespace || character.properties.generalCategory == .format
  }
}
