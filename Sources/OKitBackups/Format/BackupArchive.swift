import Archives
import Ciphers
import OKitModels
import OKitStorage

/// A backup in one file, opened with its password or an identity. Errors name the backup.
struct BackupArchive {
  let file: OpenFile
  let format: BackupFormat

  /// Detects the format of the file at `path`. Throws an error of kind `malformed` if it is neither an age file nor a zip archive.
  init(_ path: FilePath) throws {
    file = try OpenFile(path, followingLinks: true)
    let prefix = try file.prefix(StoredForm.sniffedBytes)
    if prefix.withUnsafeBytes(AgeFile.isAge(prefix:)) {
      format = .archive
    } else if Self.isZip(prefix: prefix) {
      format = .zip
    } else {
      throw OKitError(.malformed, "\(path) is not a backup: neither an age file nor a zip")
    }
  }

  /// True if a file with these first bytes looks like a zip archive.
  static func isZip(prefix: [UInt8]) -> Bool { prefix.starts(with: "PK".utf8) }

  /// Opens the zip archive.
  func zip(_ unlock: BackupUnlock) throws -> ArchiveReader {
    try Self.translating(file.path.text) {
      let directory = try ZipDirectory(descriptor: file.descriptor)
      guard directory.isEncrypted else {
        return try ArchiveReader(zip: file.descriptor, password: nil)
      }
      let password = try PlainSource.naming(file.path.text) { try unlock.password() }
      return try password.withUnsafeBytes { password in
        try ArchiveReader(zip: file.descriptor, password: password, allowWeakEncryption: unlock.allowsWeakZip)
      }
    }
  }

  /// Starts to decrypt the age file in the background.
  func decrypted(_ unlock: BackupUnlock) throws -> DecryptedAgeFile {
    let file = self.file
    try file.rewind()
    return try DecryptedAgeFile({ try file.read(into: $0) }, name: file.path.text, unlock, readsAhead: true)
  }

  /// Runs `body` and translates the errors of ciphers and archives into errors of the library that name the backup.
  static func translating<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as AgeError {
      guard error.kind != .incorrectPassphrase else { throw OKitError(.locked, "wrong password for \(name)") }
      throw OKitError(error, name: name)
    } catch let error as ArchiveError {
      switch error.kind {
      case .wrongPassword: throw OKitError(.locked, "wrong password for \(name)")
      case .passwordNeeded: throw OKitError(.locked, "\(name) requires a password")
      case .weakEncryption:
        throw OKitError(.malformed, "\(name): \(error)", remedy: .allowWeakZip)
      case .changed: throw OKitError(.busy, "\(name): \(error)")
      case .failed: throw OKitError(.inputOutput, "\(name): \(error)")
      case .unsupported: throw OKitError(.unsupported, "\(name): \(error)")
      case .damaged, .unsafe, .limit: throw OKitError(.malformed, "\(name): \(error)")
      }
    }
  }
}
