import Glibc
import JSONDocument

/// A note inside the workspace about a temporary file outside of it, such as an export to another folder.
///
/// After a crash, okit finds the note and removes the file.
///
/// A note contains its own device and inode. A note in a copy of the workspace, which somebody else may have made, therefore removes nothing.
struct OutsideStaging {
  private let note: FilePath?
  /// True if there is a note: okit does not search the folder anyway.
  var isWritten: Bool { note != nil }
  private let system: FileSystem

  /// Notes that the temporary file `path` is about to be created.
  ///
  /// Writes no note if okit searches the folder of `path` anyway, or if the workspace is read-only.
  init(_ path: FilePath, for storage: Storage) {
    system = storage.system
    let folder = path.parent
    let isSwept = [storage.okitFolder, storage.backupFolder].contains(folder)
    note = isSwept || !storage.isWritable ? nil : try? Self.write(path, storage)
  }

  private static func write(_ path: FilePath, _ storage: Storage) throws -> FilePath {
    let note = storage.okitFolder.appending(storage.stagedName() + ending)
    let file = try storage.system.createFile(note, mode: FileSystem.privateFile)
    do {
      guard let status = try FileStatus.of(note) else { throw SystemError("read", note, code: ENOENT) }
      try file.write(Self.text(path, of: status))
      try file.flush()
      try storage.system.flushFolder(storage.okitFolder)
      return note
    } catch {
      try? storage.system.removeFile(note)
      throw error
    }
  }

  /// Removes the note, because the file was renamed into place or removed. If that fails, the next command removes the note.
  func end() {
    if let note { try? system.removeFile(note) }
  }

  private static let ending = ".outside"
  private static let maximumTextSize: Int64 = 4096 + 64

  /// Returns the text of the note with this status for `path`.
  static func text(_ path: FilePath, of note: FileStatus) -> String { "\(identity(of: note))\n\(path)" }

  /// Returns the path in the note with this status; nil if the text is from another note, or if the path has no staged name.
  static func path(from text: String, of note: FileStatus) -> FilePath? {
    guard let path = text.withoutPrefix(identity(of: note) + "\n").map({ FilePath(text: $0) }),
      StagedName.matches(path.name)
    else {
      return nil
    }
    return path
  }

  /// Returns the device and inode of the note, which the author of a copy or an archive cannot choose.
  private static func identity(of note: FileStatus) -> String { "\(note.stamp.device) \(note.stamp.inode)" }

  /// Removes the note at `path` and the temporary file that it names.
  static func sweep(_ path: FilePath, _ system: FileSystem) throws {
    let file = try OpenFile(path)
    let text = String(decoding: try file.bytes(at: 0, count: Int(min(file.size, maximumTextSize))), as: UTF8.self)
    if let staged = self.path(from: text, of: file.status) { try system.removeTree(staged) }
    try system.removeFile(path)
  }

  static func isNote(_ name: String) -> Bool {
    name.withoutSuffix(ending).map(StagedName.matches) ?? false
  }
}
