import OKitModels
import OKitStorage

extension BackupName {
  /// Returns the default name of a backup made at `seconds` since 1970; adds a number if a backup of any format has that name.
  static func dated(_ seconds: Int64, in folder: FilePath) throws -> String {
    try unused(Timestamp.compact(seconds), endings: BackupFormat.allCases.map(\.ending), in: folder)
  }

  /// Throws an error of kind `usage` unless `name` is a valid backup name: one path component without control characters and without the
  /// characters that the framework removes from names.
  package static func check(_ name: String) throws {
    let longestEnding = BackupFormat.archive.ending
    if let fault = PathComponent.fault(of: name, ending: longestEnding) {
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
