import Ciphers
import JSONDocument
import OKitModels
package import OKitStorage
import Restic

/// The content of a backup as a workspace that can only be read. Nothing is written to a disk.
package struct BackupView {
  /// The root of the workspace. It has the path of the backup with an exclamation mark, as in the URLs of Java's archives.
  package let root: FilePath
  /// The manifest of the backup.
  package let manifest: BackupManifest

  /// Reads and verifies a whole backup, and shows its content until ``close()`` or the end of the process.
  ///
  /// Documents stay in memory, as they are in the backup: in a decrypted backup, decrypted. Attachments in an archive are read again when one is
  /// opened, because most commands need none of them. From then on they stay in memory, too.
  ///
  /// Throws errors of kind `notFound`, `locked` and `malformed`.
  package init(mounting source: BackupSource, unlock: BackupUnlock, observer: any Observer) throws {
    let reader = try BackupReader(source, unlock: unlock)
    try reader.requireSealed()
    let path = Self.place(of: source)
    let isFolder = try source.path != nil && FileStatus.of(path)?.kind == .folder
    var documents: [BackupPath: JSONBytes] = [:]
    var digests: [BackupPath: SHA256Digest] = [:]
    try observer.step("reading \(source.name)", totalBytes: reader.manifest.totalSize) {
      try reader.readAll { file, source in
        let counted: (UnsafeMutableRawBufferPointer) throws -> Int = { buffer in
          let count = try source(buffer)
          try observer.advanced(byBytes: Int64(count))
          return count
        }
        if Self.isAttachment(file.path) {
          var hasher = SHA256Hasher()
          try forEachPiece(of: counted) { hasher.update($0) }
          digests[file.path] = hasher.finish()
        } else {
          documents[file.path] = try JSONBytes.collecting(
            file.path.text, expected: file.size, secret: true, counted)
        }
      }
    }
    if let bytes = documents[BackupManifest.configuration] {
      let configuration = try Configuration(parsing: bytes, path: path.appending(BackupManifest.configuration))
      let definitions = Self.definitions(reader.manifest.definitions ?? configuration.definitions, observer)
      documents[BackupManifest.configuration] = try configuration.bytes(definitions: definitions)
    }
    let attachments = Attachments(of: source, unlock, digests)
    let files = reader.manifest.files.map { file in
      let content: MountedFiles.Content =
        if let bytes = documents[file.path] {
          .bytes(bytes)
        } else if isFolder {
          .place(path.appending(file.path).resolvingExistingPrefix) { opened in
            if try Journal.Fingerprint.of(opened).digest != digests[file.path] {
              throw OKitError.changedMeanwhile(path)
            }
          }
        } else {
          .deferred(size: file.size) { try attachments.bytes(of: file.path) }
        }
      return (WorkspacePath(file.path).text, content)
    }
    root = try MountedFiles.unusedRoot(for: path)
    manifest = reader.manifest
    MountedFiles.mount(files, folders: [WorkspaceLayout.data.text], at: root, time: reader.manifest.created)
  }

  /// Returns the definitions that are in the backup. Anyone who knows a public key can make a backup for it, so it must not name other files.
  private static func definitions(_ paths: [String], _ observer: any Observer) -> [String] {
    paths.filter { path in
      if FilePath(path, in: "/").text == "/" + path, !path.pathComponents.contains("..") { return true }
      observer.warned("ignored definitions outside of the backup: \(PathComponent.printable(path))")
      return false
    }
  }

  /// Returns the path of a backup. A snapshot has none, so its path begins with its repository or the root.
  private static func place(of source: BackupSource) -> FilePath {
    switch source {
    case .file(let path): path
    case .snapshot(let snapshot): (snapshot.repository.location.folder ?? "/").appending(snapshot.name)
    }
  }

  private static func isAttachment(_ path: BackupPath) -> Bool {
    AttachmentFile.folders.contains { path.lies(in: BackupPath($0)) }
  }

  /// Ends the view and releases its memory. Do not use a workspace at ``root`` any more.
  package func close() { MountedFiles.unmount(root) }

  /// The attachments of an archive, which cannot be reached one by one.
  private final class Attachments {
    private let source: BackupSource
    private let unlock: BackupUnlock
    /// The digests of the files when the archive was verified.
    private let digests: [BackupPath: SHA256Digest]
    private var found: [BackupPath: JSONBytes] = [:]
    /// The number of times that the archive was read.
    private var passes = 0

    init(of source: BackupSource, _ unlock: BackupUnlock, _ digests: [BackupPath: SHA256Digest]) {
      self.source = source
      self.unlock = unlock
      self.digests = digests
    }

    func bytes(of wanted: BackupPath) throws -> JSONBytes {
      if found[wanted] == nil {
        // Many commands need one attachment. Those that need another one probably need all.
        let needsAll = passes > 0
        try read { needsAll || $0 == wanted }
        passes += 1
      }
      guard let bytes = found[wanted] else { throw changed }
      return bytes
    }

    private func read(_ isNeeded: (BackupPath) -> Bool) throws {
      let reader = try BackupReader(source, unlock: unlock)
      try reader.requireSealed()
      try reader.readAll { [self] file, source in
        guard digests[file.path] != nil, isNeeded(file.path) else { return try forEachPiece(of: source) { _ in } }
        let bytes = try JSONBytes.collecting(file.path.text, expected: file.size, secret: true, source)
        var hasher = SHA256Hasher()
        bytes.withUnsafeBytes { hasher.update($0) }
        guard hasher.finish() == digests[file.path] else { throw changed }
        found[file.path] = bytes
      }
    }

    private var changed: OKitError { OKitError.changedMeanwhile(BackupView.place(of: source)) }
  }
}
