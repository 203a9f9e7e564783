/// What is staged outside of the workspace, such as an export to another folder, is noted inside of it until it is in place, so that
/// it can be swept after a crash.
struct OutsideStaging {
  private let note: String?
  private let system: FileSystem

  /// Notes that `path`, a staged name in some folder, is about to be made. Inside of the workspace no note is needed, and a workspace
  /// that cannot be written keeps none.
  init(_ path: String, for workspace: Workspace) {
    system = workspace.system
    let folder = ExactText(Path.parent(of: path))
    let isSwept = [workspace.okitFolder, workspace.backupFolder].map(ExactText.init).contains(folder)
    note = isSwept ? nil : try? Self.write(path, workspace)
  }

  private static func write(_ path: String, _ workspace: Workspace) throws -> String {
    let note = Path.join(workspace.okitFolder, workspace.stagedName() + ending)
    let file = try workspace.system.createFile(note, mode: FileSystem.privateFile)
    do {
      try file.write(path)
      try file.flush()
      try workspace.system.flushFolder(workspace.okitFolder)
      return note
    } catch {
      try? workspace.system.removeFile(note)
      throw error
    }
  }

  /// Forgets it: what was staged is in place, or gone. A note that cannot be removed does no harm, and the next command removes it.
  func end() {
    if let note { try? system.removeFile(note) }
  }

  private static let ending = ".outside"
  private static let longestPath: Int64 = 4096

  /// Removes what the note at `path` names, and the note.
  static func sweep(_ path: String, _ system: FileSystem) throws {
    let file = try OpenFile(path)
    let staged = String(decoding: try file.bytes(at: 0, count: Int(min(file.size, longestPath))), as: UTF8.self)
    // A note says what to remove only as far as it can be nothing but something staged.
    if StagedName.isOne(Path.name(of: staged)) { try system.removeTree(staged) }
    try system.removeFile(path)
  }

  static func isNote(_ name: String) -> Bool {
    name.withoutSuffix(ending).map(StagedName.isOne) ?? false
  }
}
