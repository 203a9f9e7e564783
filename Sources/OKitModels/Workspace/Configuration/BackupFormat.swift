/// The format of a backup.
package enum BackupFormat: String, CaseIterable, Sendable {
  /// `NAME.tar.zst.age`: a tar archive, compressed with zstd and encrypted as an age file.
  case archive = "age"
  /// `NAME.zip`: a zip archive, encrypted with AES-256.
  case zip
  /// `NAME/`: a folder with the files as stored.
  case directory

  /// The ending of a backup's file name; empty for a folder.
  package var ending: String {
    switch self {
    case .archive: ".tar.zst.age"
    case .zip: ".zip"
    case .directory: ""
    }
  }
}
