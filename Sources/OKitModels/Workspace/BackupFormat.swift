/// How a backup is kept.
package enum BackupFormat: String, CaseIterable, Sendable {
  /// `NAME.tar.zst.age`: a tar archive, compressed with zstd, in one age file.
  case archive = "age"
  /// `NAME.zip`: a zip with AES-256.
  case zip
  /// `NAME/`: a folder with the files as they are stored.
  case directory

  /// What follows the name of a backup; empty for a folder.
  package var ending: String {
    switch self {
    case .archive: ".tar.zst.age"
    case .zip: ".zip"
    case .directory: ""
    }
  }
}
