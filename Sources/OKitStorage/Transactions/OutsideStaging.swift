import Glibc

/// What is staged outside of the workspace, such as an export to another folder, is noted inside of it until it is in place, so that
/// it can be swept after a crash.
///
/// A note says which file it is itself, so that one in a copy of the workspace, which somebody else may have made, removes nothing: it is another file.
struct OutsideStaging {
  private let note: String?
  private let system: FileSystem

  /// Notes that `path`, a staged name in some folder, is about to be made. Inside of the workspace no note is needed, and a workspace
  /// that cannot be written to, or may not, keeps none.
  init(_ path: String, for storage: Storage) {
    system = storage.system
    let folder = ExactText(Path.parent(of: path))
    let isSwept = [storage.okitFolder, storage.backupFolder].map(ExactText.init).contains(folder)
    note = isSwept || !storage.isWritable ? nil : try? Self.write(path, storage)
  }

  private static func write(_ path: String, _ storage: Storage) throws -> String {
    let note = Path.join(storage.okitFolder, storage.stagedName() + ending)
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

  /// Forgets it: what was staged is in place, or gone. A note that cannot be removed does no harm, and the next command removes it.
  func end() {
    if let note { try? system.removeFile(note) }
  }

  private static let ending = ".outside"
  private static let longestText: Int64 = 4096 + 64

  /// The text of the note with this status for `path`.
  static func text(_ path: String, of note: FileStatus) -> String { "\(identity(of: note))\n\(path)" }

  /// The path that the note with this status names; nil if the text is not that of this very file, or names what can be anything but staged.
  static func path(from text: String, of note: FileStatus) -> String? {
    guard let path = text.withoutPrefix(identity(of: note) + "\n"), StagedName.matches(Path.name(of: path)) else {
      return nil
    }
    return path
  }

  /// By device and number, which whoever makes a copy or an archive cannot choose.
  private static func identity(of note: FileStatus) -> String { "\(note.stamp.device) \(note.stamp.inode)" }

  /// Removes what the note at `path` names, and the note.
  static func sweep(_ path: String, _ system: FileSystem) throws {
    let file = try OpenFile(path)
    let text = String(decoding: try file.bytes(at: 0, count: Int(min(file.size, longestText))), as: UTF8.self)
    if let staged = self.path(from: text, of: file.status) { try system.removeTree(staged) }
    try system.removeFile(path)
  }

  static func isNote(_ name: String) -> Bool {
    name.withoutSuffix(ending).map(StagedName.matches) ?? false
  }
}
