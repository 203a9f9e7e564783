import Ciphers
import OKitBackups
import OKitModels
import OKitStorage

extension OpenWorkspace {
  /// The backups of the workspace.
  public var backups: Backups { Backups(openWorkspace: self) }

  /// A backup.
  public struct Backup: Equatable, Sendable {
    /// The name without the file extension.
    public let name: String
    /// The path of the file or folder.
    public let path: String
    /// The modification time of the file or folder, in seconds since 1970-01-01T00:00:00Z.
    public let modified: Int64
  }

  /// The protection of a new backup.
  public enum Protection: ~Copyable {
    /// Encrypt with a password. The backup is an age file with a tar.zst archive in it.
    case password(SecretBytes)
    /// Encrypt to age recipients (`age1…`). Anyone who has the identity of one of them can open the backup.
    case recipients([String])
    /// Encrypt with a password. The backup is a zip file with AES-256, which 7-Zip can open, too.
    case zip(password: SecretBytes)
    /// Do not encrypt. The backup is a folder with the files as they are stored, so encrypted models stay encrypted.
    case asStored
  }

  /// Creates, verifies, restores and deletes backups.
  public struct Backups {
    fileprivate let openWorkspace: OpenWorkspace
    private var workspace: Workspace { openWorkspace.workspace }

    /// Throws an error of kind `locked` instead of returning a password. Backups that need a password cannot be opened with it.
    public static let noPassword: @Sendable () throws -> SecretBytes = {
      throw OKitError(.locked, "the backup needs a password")
    }

    /// Returns the backups in the backup folder, newest first.
    ///
    /// Throws an error of kind `inputOutput`.
    public func list() throws -> [Backup] {
      try throwingOKitError {
        try BackupListing(workspace).backups.map {
          Backup(name: $0.name, path: $0.source.description, modified: $0.modified)
        }
      }
    }

    /// Creates a backup of all models. The backup only appears when it is complete. Returns its path.
    ///
    /// - Parameters:
    ///   - name: The name of the backup. The default is the time in UTC.
    ///   - protection: How to encrypt the backup.
    ///   - folder: The folder for the backup. The default is the backup folder of the workspace.
    ///
    /// Throws errors of kind `exists`, `usage` (an invalid name or recipient), `locked`, `malformed`, `busy` and `inputOutput`. In each case no
    /// file is left behind.
    @discardableResult
    public func create(_ name: String? = nil, for protection: consuming Protection, in folder: String? = nil) throws
      -> String
    {
      let format = protection.format
      do {
        let outcome = try BackupCreation(workspace).create(
          name, format: format, to: .folder(folder.map(absolutePath)), asStored: false,
          protection: protection.forCreation(), isSeries: folder == nil)
        // Only a stream has no path.
        return outcome.path?.text ?? ""
      } catch {
        throw asOKitError(error)
      }
    }

    /// Reads a whole backup and checks all sizes and checksums. Returns the names of its models.
    ///
    /// - Parameters:
    ///   - name: The name of the backup, or its path if it contains a slash.
    ///   - password: Returns the password of the backup. It is called only if the backup needs one.
    ///
    /// Throws errors of kind `notFound`, `locked`, `malformed` (a damaged backup) and `inputOutput`.
    @discardableResult
    public func verify(_ name: String, password: @escaping () throws -> SecretBytes = noPassword) throws -> [String] {
      try throwingOKitError {
        let workspace = workspace
        let inspection = BackupInspection(unlock: unlock(password), observer: openWorkspace.opened.observer)
        let source = try source(of: name)
        let verification = try BackupVerification(of: source)
        let manifest = try inspection.verify(source)
        if let verification { try BackupPlaces(workspace).record([verification.intact(manifest)]) }
        return manifest.models.map(\.name.description)
      }
    }

    /// Replaces the data of the workspace, or only the models `models`, with the data of a backup.
    ///
    /// Returns the name of the safety backup with the previous data; nil in a dry run. Throws errors of kind `usage` (an invalid name), `notFound`,
    /// `locked`, `malformed`, `busy` and `inputOutput`. In each case nothing is changed.
    @discardableResult
    public func restore(
      _ name: String, models: [String] = [], password: @escaping () throws -> SecretBytes = noPassword
    ) throws -> String? {
      try throwingOKitError {
        let workspace = workspace
        let request = BackupRestoration.Request(models: try modelNames(models))
        return try BackupRestoration(workspace).restore(
          source(of: name), request, unlock: unlock(password)
        ).safetyBackup
      }
    }

    /// Deletes backups in the backup folder. Looks up all names before it deletes the first backup.
    ///
    /// Throws errors of kind `notFound`, `busy` and `inputOutput`.
    public func delete(_ names: [String]) throws {
      try throwingOKitError {
        let workspace = workspace
        let known = try Set(BackupListing(workspace).backups.map(\.source))
        let sources = try Set(names.map(source)).sorted { $0.description < $1.description }
        if let source = sources.first(where: { !known.contains($0) }) {
          throw OKitError(.notFound, "\(source) is not a backup of this workspace")
        }
        if !openWorkspace.opened.isDryRun { try BackupPlaces(workspace).remove(sources) { _ in } }
      }
    }

    private func source(of name: String) throws -> BackupSource {
      try BackupPlaces(workspace).source(of: name, from: absolutePath("."))
    }

    private func unlock(_ password: @escaping () throws -> SecretBytes) -> BackupUnlock {
      BackupUnlock(keyring: openWorkspace.opened.keyring, password: password)
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
