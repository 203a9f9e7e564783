package import Ciphers
import JSONDocument
package import OKitStorage

/// Creates an identity for a workspace: writes its file and adds its recipient to the workspace.
///
/// The two writes cannot be atomic, because the file is outside of the workspace. A note next to the file says that the recipient must still be
/// added, and to which workspace. After a crash, the next run adds it.
package struct IdentityCreation {
  private let workspace: Workspace
  private let path: FilePath

  /// The creation of an identity for `workspace` in the file at `path`.
  package init(_ workspace: Workspace, at path: FilePath) {
    self.workspace = workspace
    self.path = path
  }

  /// True if an earlier run for this workspace wrote the identity but was killed before it added the recipient.
  ///
  /// Throws `SystemError` if the files cannot be checked.
  package func isInterrupted() throws -> Bool {
    guard try FileStatus.of(notePath) != nil, try FileStatus.of(path, followingLinks: true) != nil else { return false }
    return try note().workspaceID.isExactly(workspace.requireConfiguration().id)
  }

  /// Writes `contents`, the file of `identity`, and adds the recipient of `identity` to the workspace.
  ///
  /// If adding fails, the file remains: the change may already be committed, and data encrypted to the recipient would be lost without the identity.
  /// Throws errors of kind `exists` (the file already exists), `busy` and `configuration`, and `SystemError`.
  package func create(_ identity: X25519Identity, contents: borrowing SecretBytes) throws {
    // Report an existing file before anything else is checked or locked.
    try KeyFile.requireAbsent(path)
    let recipient = identity.recipient
    let text = Array("\(recipient)\n\(try workspace.requireConfiguration().id)\n".utf8)
    var note = SecretBytes(count: text.count)
    note.withUnsafeMutableBytes { $0.copyBytes(from: text) }
    let contents = contents.copy()
    try workspace.storage.writing {
      // A note without a file is from a run that was killed before it wrote the file.
      if try FileStatus.of(path, followingLinks: true) == nil { try workspace.storage.system.removeFile(notePath) }
      try KeyFile.requireAbsent(path)
      try naming(path, for: notePath) {
        try KeyFile.create(notePath, contents: note, calls: workspace.storage.system.calls)
      }
      do {
        try KeyFile.create(path, contents: contents, calls: workspace.storage.system.calls)
      } catch {
        let mayBeThere = (try? FileStatus.of(path) != nil) ?? true
        if !mayBeThere { endNote() }
        throw error
      }
      try add([recipient])
    }
  }

  /// Adds the recipients of an identity whose creation was interrupted, and returns them.
  ///
  /// Throws errors of kind `exists` (another process has finished it), `malformed` (the file is damaged), `busy` and `configuration`, and
  /// `SystemError`.
  package func finish() throws -> [X25519Recipient] {
    try workspace.storage.writing {
      guard try isInterrupted() else {
        try KeyFile.requireAbsent(path)
        throw OKitError(.busy, "\(path) was removed by another program in the meantime")
      }
      let recipients = try recipients()
      try add(recipients)
      return recipients
    }
  }

  /// Returns the recipients of the file. If the file has a passphrase, the note contains the recipient.
  private func recipients() throws -> [X25519Recipient] {
    let isProtected = try KeyFile.contents(path).withUnsafeBytes(IdentityFile.isEncrypted)
    guard isProtected else {
      return try KeyFile.identities(path, passphrase: { _ in SecretBytes(count: 0) }, warn: { _ in }).map(\.recipient)
    }
    do {
      return [try X25519Recipient(parsing: note().recipient)]
    } catch {
      throw OKitError(.malformed, "\(notePath): \(error)")
    }
  }

  private func note() throws -> (recipient: String, workspaceID: String) {
    let text = try KeyFile.contents(notePath).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let lines = text.split(separator: "\n")
    guard lines.count == 2 else { throw OKitError(.malformed, "\(notePath) is not a valid record of a new key") }
    return (String(lines[0]), String(lines[1]))
  }

  private func add(_ recipients: [X25519Recipient]) throws {
    _ = try RecipientChange(workspace).addWhileWriting(recipients, command: "key generate")
    endNote()
  }

  /// Removes the note. A failure is harmless: the next run adds nothing and removes it.
  private func endNote() { try? workspace.storage.system.removeFile(notePath) }

  /// The path of the note. Its name has a fixed length, so that it is valid even if the file has the longest possible name.
  private var notePath: FilePath {
    var hasher = SHA256Hasher()
    Array(path.name.utf8).withUnsafeBytes { hasher.update($0) }
    return path.parent.appending(".okit-generating-\(hasher.finish().description.prefix(16))")
  }
}
