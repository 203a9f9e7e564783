import Ciphers
import OKitBackups
import OKitModels
import OKitStorage

extension OpenWorkspace {
  /// The backups of the workspace.
  public var backups: Backups { Backups(workspace: workspace) }

  /// A backup.
  public struct Backup: Equatable, Sendable {
    /// Its name, without an ending.
    public let name: String
    /// The path of its file, or of its folder.
    public let path: String
    /// When it was written, in seconds since 1970-01-01T00:00:00Z.
    public let modified: Int64
  }

  /// What protects a new backup.
  public enum Protection: ~Copyable {
    /// A password. The backup is an age file that contains a tar.zst archive.
    case password(SecretBytes)
    /// Age recipients (`age1…`): whoever has the identity of one of them can open it.
    case recipients([String])
    /// A password. The backup is a zip with AES-256, which 7-Zip opens too.
    case zip(password: SecretBytes)
    /// Nothing: the backup is a folder of files as they are stored, so that encrypted models stay encrypted.
    case asStored
  }

  /// Creates, verifies, restores and deletes backups.
  public struct Backups {
    fileprivate let workspace: Workspace

    /// Gives no password. Backups that need one cannot be opened then.
    public static let noPassword: @Sendable () throws -> SecretBytes = {
      throw OKitError(.locked, "the backup needs a password")
    }

    /// The backups in the backup folder, the newest first.
    ///
    /// Throws errors of kind `inputOutput`.
    public func list() throws -> [Backup] {
      try throwingOKitError {
        try BackupListing(workspace).backups.map { Backup(name: $0.name, path: $0.path, modified: $0.modified) }
      }
    }

    /// Creates a backup of all models, and reads it once more before it gets its name.
    ///
    /// - Parameters:
    ///   - name: Its name. By default, the time in UTC.
    ///   - protection: What protects it.
    ///   - folder: Its folder. By default, that of the workspace's backups.
    ///
    /// Returns its path. Throws errors of kind `exists`, `usage` (a name or recipient that makes no sense), `locked`, `malformed`, `busy` and
    /// `inputOutput`; then no file is left behind.
    @discardableResult
    public func create(_ name: String? = nil, for protection: consuming Protection, in folder: String? = nil) throws
      -> String
    {
      let format = protection.format
      do {
        let outcome = try BackupCreation(workspace).create(
          name, format: format, to: .folder(folder.map(absolutePath)), asStored: false,
          protection: protection.forCreation())
        // Only a stream has no path.
        return outcome.path ?? ""
      } catch {
        throw asOKitError(error)
      }
    }

    /// Reads all of a backup and checks every size and sum. Returns the names of its models.
    ///
    /// - Parameters:
    ///   - name: Its name, or its path if that contains a slash.
    ///   - password: Gives its password, if it needs one.
    ///
    /// Throws errors of kind `notFound`, `locked`, `malformed` (it is damaged) and `inputOutput`.
    @discardableResult
    public func verify(_ name: String, password: @escaping () throws -> SecretBytes = noPassword) throws -> [String] {
      try throwingOKitError {
        let inspection = BackupInspection(unlock: unlock(password), observer: workspace.observer)
        return try inspection.verify(path(of: name)).models.map(\.name.description)
      }
    }

    /// Replaces the data of the workspace, or only the models `models`, with what a backup contains.
    ///
    /// Returns the name of the backup of the data before; nil if there was none, and in a dry run. Throws errors of kind `notFound`, `locked`,
    /// `malformed`, `busy` and `inputOutput`; then nothing is changed.
    @discardableResult
    public func restore(
      _ name: String, models: [String] = [], password: @escaping () throws -> SecretBytes = noPassword
    ) throws -> String? {
      try throwingOKitError {
        let request = BackupRestoration.Request(models: try models.map { try ModelName($0) })
        return try BackupRestoration(workspace).restore(path(of: name), request, unlock: unlock(password)).kept
      }
    }

    /// Deletes backups in the backup folder; all names are looked up before the first is deleted.
    ///
    /// Throws errors of kind `notFound`, `busy` and `inputOutput`.
    public func delete(_ names: [String]) throws {
      try throwingOKitError {
        let known = try Set(BackupListing(workspace).backups.map { ExactText($0.path) })
        let paths = try names.map(path(of:))
        if let path = paths.first(where: { !known.contains(ExactText($0)) }) {
          throw OKitError(.notFound, "\(path) is not a backup of this workspace")
        }
        if !workspace.isDryRun { try workspace.removeBackups(paths) { _ in } }
      }
    }

    private func path(of name: String) throws -> String {
      try BackupListing.path(of: name, in: workspace, from: absolutePath("."))
    }

    private func unlock(_ password: @escaping () throws -> SecretBytes) -> BackupUnlock {
      BackupUnlock(keyring: workspace.keyring, password: password)
    }
  }
}

extension OpenWorkspace.Protection {
  fileprivate var format: BackupFormat {
    switch self {
    case .password: .archive
    case .recipients: .archive
    case .zip: .zip
    case .asStored: .directory
    }
  }

  fileprivate consuming func forCreation() throws -> BackupProtection {
    switch consume self {
    case .password(let secret): .password(secret)
    case .zip(let secret): .password(secret)
    case .recipients(let recipients):
      .recipients(try recipients.map { try X25519Recipient(parsing: $0) })
    case .asStored: .none
    }
  }
}
