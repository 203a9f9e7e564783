import Ciphers
import Glibc
import JSONDocument
package import OKitStorage

/// The folder with the text of one edit, until the edit is stored or canceled. It survives a crash.
///
/// It contains the text that a person edits, the files that the editor makes beside it, and a record of the draft. Only its owner can read it. While it
/// is in use, it is locked, so that no two editors get the same text.
package final class DraftFolder {
  /// The identity of an edit among the edits of a user.
  package struct Key {
    /// The root of the workspace.
    package let root: FilePath
    /// The command, such as `edit`.
    package let command: String
    /// The path of the values.
    package let path: String

    package init(root: FilePath, command: String, path: String) {
      self.root = root
      self.command = command
      self.path = path
    }

    fileprivate var folderName: String {
      var hasher = SHA256Hasher()
      Array("\(root)\0\(command)\0\(path)".utf8).withUnsafeBytes { hasher.update($0) }
      return "\(command)-" + hasher.finish().hex.prefix(16)
    }

    /// A name for the text that tells a person what it is about.
    fileprivate var fileName: String {
      let words = path.utf8.prefix(60).split { byte in
        !(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte)
      }
      return words.isEmpty ? "values" : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "-")
    }
  }

  /// An edit that was not finished.
  package struct Unfinished {
    /// The draft that the text was made from.
    package let draft: Draft
    /// The text.
    package let text: [UInt8]
  }

  private static let recordName = "record.json"
  private static let ending = ".jsonc"

  private let folder: FilePath
  private let system: FileSystem
  private let lock: WorkspaceLock
  /// The file for the editor.
  package let textPath: FilePath

  /// Opens or creates the folder for an edit in `parent`.
  ///
  /// Throws an error of kind `busy` if another okit uses it, and `SystemError`.
  package init(in parent: FilePath, for key: Key, _ system: FileSystem) throws {
    self.system = system
    folder = parent.appending(key.folderName)
    textPath = folder.appending(key.fileName + Self.ending)
    do {
      lock = try Self.lock(folder, system)
    } catch let error as OKitError where error.kind == .busy {
      throw OKitError(.busy, "another okit is editing \(key.path) with the text in \(textPath)")
    }
  }

  private static func lock(_ folder: FilePath, _ system: FileSystem) throws -> WorkspaceLock {
    while true {
      try system.ensureFolder(folder, mode: FileSystem.privateFolder)
      do {
        guard try FileStatus.of(folder) != nil else { continue }
        try requirePrivate(folder)
        let lock = try WorkspaceLock(folder: folder)
        if try lock.isInPlace { return lock }
      } catch let error as SystemError where error.isMissing {}
      // The okit that used the folder has just removed it, and another one may have made it again.
    }
  }

  /// True if there may be an unfinished edit in `parent`.
  package static func exists(in parent: FilePath, for key: Key) throws -> Bool {
    try FileStatus.of(parent.appending(key.folderName)) != nil
  }

  /// Throws an error of kind `configuration` unless `path` is a folder that only this user can use.
  static func requirePrivate(_ path: FilePath) throws {
    guard let status = try FileStatus.of(path), status.kind == .folder, status.raw.st_uid == CurrentUser.id,
      status.mode & 0o077 == 0
    else {
      throw OKitError(
        .configuration, "\(path) is not a folder that only you can use, so no text can be edited in it",
        remedy: .words("remove it, or name another folder in $XDG_RUNTIME_DIR"))
    }
  }

  // MARK: - Content

  /// Returns the edit that was not finished; nil if there is none, or if nothing was changed in its text.
  ///
  /// Throws an error of kind `unsupported` if another version of okit, or damage, left a record that cannot be read.
  package func unfinished() throws -> Unfinished? {
    guard let record = try read(folder.appending(Self.recordName)) else { return nil }
    guard let draft = Draft(record: record) else {
      throw OKitError(
        .unsupported, "this version of okit cannot continue with the text in \(textPath)",
        remedy: .words("copy what you need from it, and use --discard to start again"))
    }
    let text = try read(textPath)
    // An editor that was killed can have left unsaved changes.
    let hasOthers = try hasFilesOfEditor(besides: draft)
    if text == nil, !hasOthers { return nil }
    return text ?? draft.text == draft.text && !hasOthers ? nil : Unfinished(draft: draft, text: text ?? draft.text)
  }

  /// True if the editor has left files that can contain the only copy of what a person wrote. A copy of the text that it was given does not count.
  package func hasFilesOfEditor(besides draft: Draft) throws -> Bool {
    let known = [Self.recordName, textPath.name]
    return try FolderListing(folder).entries.contains { entry in
      guard !known.contains(entry.name) else { return false }
      return entry.kind != .file || (try? read(folder.appending(entry.name))) != draft.text
    }
  }

  /// Starts an edit. A former text is removed.
  package func begin(_ draft: Draft) throws {
    for entry in try FolderListing(folder).entries { try system.removeTree(folder.appending(entry.name)) }
    // The record comes last, so that there is always a text if there is a record.
    try write(draft.text, to: textPath)
    try write(draft.record, to: folder.appending(Self.recordName))
  }

  /// True if the text is in memory and not on a disk.
  package var isInMemory: Bool { folder.isInMemory }

  /// The text as it is now; nil if the file is gone.
  package func text() throws -> [UInt8]? { try read(textPath) }

  /// Replaces the text.
  package func setText(_ text: [UInt8]) throws { try write(text, to: textPath) }

  /// Replaces the draft that the text is compared with.
  package func setDraft(_ draft: Draft) throws { try write(draft.record, to: folder.appending(Self.recordName)) }

  /// Removes the folder with everything in it.
  package func remove() throws { try system.removeTree(folder) }

  private func read(_ path: FilePath) throws -> [UInt8]? {
    do {
      return Array(try OpenFile(path).contents(secret: true))
    } catch let error as SystemError where error.isMissing {
      return nil
    }
  }

  /// Writes a file as a whole: after a failure, the former one is still there.
  private func write(_ bytes: [UInt8], to path: FilePath) throws {
    let staged = folder.appending(".new-" + path.name)
    try system.removeFile(staged)
    do {
      let file = try system.createFile(staged, mode: FileSystem.privateFile)
      try bytes.withUnsafeBytes { try file.write($0) }
      try system.rename(staged, to: path)
    } catch {
      try? system.removeFile(staged)
      throw error
    }
  }
}

extension Draft {
  private static let recordVersion = 1

  /// The draft as JSON.
  fileprivate var record: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("version", Self.recordVersion)
      writer.member("secret", isSecret)
      writer.array("targets") { writer in
        for target in targets {
          writer.object { writer in
            writer.member("path", target.path)
            writer.member("json", target.json)
            writer.array("owners", of: target.owners)
            writer.member("rest", target.rest)
            writer.member("element", target.element)
          }
        }
      }
      writer.member("list", isList)
      writer.member("text", String(decoding: text, as: UTF8.self))
    }
    return writer.bytes
  }

  /// Reads a draft; nil if it is damaged or from another version.
  fileprivate init?(record: [UInt8]) {
    guard let root = (try? JSONDocument(parsing: JSONBytes(record, secret: true)))?.root,
      root["version"]?.int == Self.recordVersion, let text = root["text"]?.string, let isSecret = root["secret"]?.bool,
      let targets = root["targets"], targets.elements.allSatisfy({ $0["path"]?.kind == .string })
    else { return nil }
    self.init(
      targets: targets.elements.map {
        Target(
          path: $0["path"]?.string ?? "", json: $0["json"]?.string,
          owners: $0["owners"]?.elements.compactMap(\.string) ?? [], rest: $0["rest"]?.string,
          element: $0["element"]?.string)
      }, isList: root["list"]?.bool ?? (targets.count > 1), text: Array(text.utf8), isSecret: isSecret)
  }
}
