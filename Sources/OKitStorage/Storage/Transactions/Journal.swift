package import Ciphers
package import JSONDocument

/// The plan of a transaction, written to `okit/.journal` before any file of the workspace is changed.
///
/// Writing the journal commits the transaction: every process that finds it carries it out (see `JournalReplay`). It is a JSON object
/// `{"version": 1, "command": …, "entries": […]}` with paths relative to the workspace. If the change can be undone, it becomes the record of a step
/// when it is carried out (see `StepFolder`); it then has version 2 and the members of ``Step``, too.
package struct Journal: Equatable {
  /// The name of the file in `okit/`.
  package static let fileName = ".journal"
  /// The maximum size in bytes. Transactions write less, so a larger file is not a journal of okit.
  package static let maximumSize: Int64 = 1 << 30

  /// The size and the SHA-256 of a file, to recognize its content.
  package struct Fingerprint: Equatable, Sendable {
    /// The size in bytes.
    package let size: Int64
    /// The SHA-256 of the content.
    package let digest: SHA256Digest

    package init(size: Int64, digest: SHA256Digest) {
      self.size = size
      self.digest = digest
    }
  }

  /// The place of a file's previous content in the folder of steps.
  package enum Kept: Equatable, Sendable {
    /// It moves there under this name. Until then, the new content of a replaced file has the name.
    case moved(String)
    /// It was copied there under this name, because it cannot move: to another file system, from behind a link, or where other users may write.
    case copied(String)

    /// The name in the folder of steps.
    package var name: String {
      switch self {
      case .moved(let name), .copied(let name): name
      }
    }
  }

  /// One entry of the transaction.
  package enum Entry: Equatable {
    /// Renames `staged`, a name in the folder of the target of `path`, to that target. `old` is the previous content; nil if there was none. If
    /// `kept` is ``Kept/moved(_:)``, `staged` is its name in the folder of steps, and is exchanged with the target.
    case replace(path: WorkspacePath, staged: String, new: Fingerprint, old: Fingerprint?, kept: Kept? = nil)
    /// Removes `path`, which has the content `old`.
    case remove(path: WorkspacePath, old: Fingerprint, kept: Kept? = nil)
    /// Makes the folder `staged` the data folder. It lies next to the resolved data folder and contains a file `marker`. The old data
    /// folder moves to `data` in `kept`, a staged folder in the backup folder, which is then renamed to `backup`.
    case swap(staged: String, marker: String, kept: String, backup: String)
    /// Renames `staged`, a folder in the backup folder with the files before the change, to `backup`.
    case keep(staged: String, backup: String)
  }

  /// The command that makes the change, for messages.
  package let command: String
  /// The entries in the order of execution.
  package let entries: [Entry]
  /// The step that the change becomes; nil if it is not recorded.
  package var step: Step?

  package init(command: String, entries: [Entry], step: Step? = nil) {
    self.command = command
    self.entries = entries
    self.step = step
  }
}

extension Journal {
  /// Returns the text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", step == nil ? 1 : 2)
      writer.member("command", command)
      if let step {
        step.write(to: &writer)
      }
      writer.array("entries") { writer in
        for entry in entries { writer.object { entry.write(to: &$0) } }
      }
    }
    return writer.bytes
  }

  /// Parses the text of the file at `path`. Throws an error of kind `malformed` for anything that okit does not write.
  package init(decoding bytes: JSONBytes, path: FilePath) throws {
    func malformed(_ detail: String) -> OKitError { OKitError(.malformed, "\(path): \(detail)") }
    let root = try JSONDocument(parsing: bytes, path: path).root
    guard let version = root["version"]?.int else { throw malformed("not an okit journal") }
    guard version == 1 || version == 2 else { throw malformed("written by another version of okit") }
    guard let command = root["command"]?.string, let list = root["entries"], list.kind == .array else {
      throw malformed("not an okit journal")
    }
    self.command = command
    entries = try list.elements.map { value in
      guard let entry = Entry(value) else { throw malformed("not an okit journal") }
      return entry
    }
    step = nil
    if version == 2 {
      guard let step = Step(root) else { throw malformed("not an okit journal") }
      self.step = step
    }
    for entry in entries {
      guard entry.kept == nil || step != nil else { throw malformed("not an okit journal") }
      try entry.requireInside()
    }
  }
}

extension Journal.Entry {
  /// The file that the step changes; nil for a swap and a safety backup.
  package var path: WorkspacePath? {
    switch self {
    case .replace(let path, _, _, _, _), .remove(let path, _, _): path
    case .swap, .keep: nil
    }
  }

  /// The previous content of the file that the step changes; nil if there was none.
  package var old: Journal.Fingerprint? {
    switch self {
    case .replace(_, _, _, let old, _): old
    case .remove(_, let old, _): old
    case .swap, .keep: nil
    }
  }

  /// The new content of the file that the step changes; nil if it is removed.
  package var new: Journal.Fingerprint? {
    if case .replace(_, _, let new, _, _) = self { new } else { nil }
  }

  /// The place of the previous content in the folder of steps; nil if it is not kept.
  package var kept: Journal.Kept? {
    switch self {
    case .replace(_, _, _, _, let kept), .remove(_, _, let kept): kept
    case .swap, .keep: nil
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .replace(let path, let staged, let new, let old, let kept):
      writer.member("action", "replace")
      writer.member("path", path.text)
      writer.member("staged", staged)
      writer.object("new") { new.write(to: &$0) }
      if let old { writer.object("old") { old.write(to: &$0) } }
      kept?.write(to: &writer)
    case .remove(let path, let old, let kept):
      writer.member("action", "remove")
      writer.member("path", path.text)
      writer.object("old") { old.write(to: &$0) }
      kept?.write(to: &writer)
    case .swap(let staged, let marker, let kept, let backup):
      writer.member("action", "swap")
      writer.member("staged", staged)
      writer.member("marker", marker)
      writer.member("kept", kept)
      writer.member("backup", backup)
    case .keep(let staged, let backup):
      writer.member("action", "keep")
      writer.member("staged", staged)
      writer.member("backup", backup)
    }
  }

  fileprivate init?(_ value: JSONValue) {
    func text(_ key: String) -> String? { value[key]?.string }
    switch text("action") {
    case "replace":
      guard let path = text("path"), let staged = text("staged"),
        let new = value["new"].flatMap(Journal.Fingerprint.init)
      else { return nil }
      let old = value["old"].flatMap(Journal.Fingerprint.init)
      guard value["old"] == nil || old != nil, let kept = Journal.Kept.Member(value) else { return nil }
      guard kept.value == nil || old != nil else { return nil }
      self = .replace(path: WorkspacePath(text: path), staged: staged, new: new, old: old, kept: kept.value)
    case "remove":
      guard let path = text("path"), let old = value["old"].flatMap(Journal.Fingerprint.init),
        let kept = Journal.Kept.Member(value)
      else { return nil }
      self = .remove(path: WorkspacePath(text: path), old: old, kept: kept.value)
    case "swap":
      guard let staged = text("staged"), let marker = text("marker"), let kept = text("kept"),
        let backup = text("backup")
      else { return nil }
      self = .swap(staged: staged, marker: marker, kept: kept, backup: backup)
    case "keep":
      guard let staged = text("staged"), let backup = text("backup") else { return nil }
      self = .keep(staged: staged, backup: backup)
    default: return nil
    }
  }

  /// Throws an error of kind `malformed` unless every path stays inside `okit/`.
  fileprivate func requireInside() throws {
    switch self {
    case .replace(let path, let staged, _, _, let kept):
      try Self.requireInside(path)
      if case .moved(staged)? = kept {} else { try Self.requireStaged(staged) }
    case .remove(let path, _, _):
      try Self.requireInside(path)
    case .swap(let staged, let marker, let kept, let backup):
      for name in [staged, marker, kept] { try Self.requireStaged(name) }
      try PathComponent.check(backup, as: "backup")
    case .keep(let staged, let backup):
      try Self.requireStaged(staged)
      try PathComponent.check(backup, as: "backup")
    }
  }

  private static func requireStaged(_ name: String) throws {
    guard StagedName.matches(name) else {
      throw OKitError(.malformed, "the journal lists \(name), which is not a staged file")
    }
  }

  /// True if transactions change the file with this name in `okit/`.
  private static func isChangedFile(_ name: String) -> Bool {
    [WorkspaceLayout.configuration, WorkspaceLayout.history].contains {
      $0 == WorkspaceLayout.folder.appending(name)
    }
  }

  /// True if transactions change files in this folder of `okit/`.
  private static func isChanged(_ folder: String) -> Bool {
    folder.isExactly("data") || folder.isExactly("model")
  }

  /// True if this is the path of a migration. Transactions never change the executables next to it.
  private static func isMigration(_ components: [String]) -> Bool {
    components.count == 3 && components[1].isExactly("migrations") && components[2].withoutSuffix(".json") != nil
  }

  /// True if this is the path of an orphaned file in `okit/backup`.
  private static func isOrphan(_ components: [String]) -> Bool {
    components.count >= 4 && components[1].isExactly("backup")
      && components[2].withoutPrefix(BackupName.orphansPrefix) != nil
  }

  /// True if this is the path of a file in `okit/.remote`: of what the workspace and a server had in common.
  private static func isCommonWithServer(_ components: [String]) -> Bool {
    guard components.count >= 3, components[1].isExactly(WorkspaceLayout.remote.name) else { return false }
    if components.count == 3 { return components[2].isExactly(".gitignore") }
    return components.count <= 6 && components[2...].allSatisfy { PathComponent.fault(of: $0) == nil }
  }

  private static func requireInside(_ path: WorkspacePath) throws {
    let components = path.components
    if components.first.map({ $0.isExactly(WorkspaceLayout.folder.text) }) == true, isCommonWithServer(components) {
      return
    }
    guard components.count >= 2, components[0].isExactly(WorkspaceLayout.folder.text),
      components.count == 2
        ? isChangedFile(components[1])
        : isChanged(components[1]) || path.isRuleOrFormFile || isMigration(components) || isOrphan(components),
      components.allSatisfy({ PathComponent.fault(of: $0) == nil })
    else { throw OKitError(.malformed, "the journal lists \(path), which is not a file of the workspace") }
  }
}

extension Journal.Kept {
  /// The members `kept` and `copied` of an entry.
  fileprivate struct Member {
    let value: Journal.Kept?

    /// Nil if the members are not what okit writes.
    init?(_ entry: JSONValue) {
      guard let kept = entry["kept"] else {
        value = nil
        return
      }
      guard let name = kept.string, case .kept? = StepName(name) else { return nil }
      value = entry["copied"]?.bool == true ? .copied(name) : .moved(name)
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("kept", name)
    if case .copied = self { writer.member("copied", true) }
  }
}

extension Journal.Fingerprint {
  fileprivate func write(to writer: inout JSONWriter) {
    writer.member("size", Int(size))
    writer.member("sha256", digest.description)
  }

  fileprivate init?(_ value: JSONValue) {
    guard let size = value["size"]?.int, let digest = value["sha256"]?.string.flatMap(SHA256Digest.init(hex:)) else {
      return nil
    }
    self.init(size: Int64(size), digest: digest)
  }

  /// Returns the fingerprint of an open file. `whileReading` may throw to cancel.
  package static func of(_ file: OpenFile, whileReading: (_ bytes: Int) throws -> Void = { _ in }) throws
    -> Journal.Fingerprint
  {
    var hasher = SHA256Hasher()
    var size: Int64 = 0
    try file.forEachPiece { piece in
      hasher.update(piece)
      size += Int64(piece.count)
      try whileReading(piece.count)
    }
    return Journal.Fingerprint(size: size, digest: hasher.finish())
  }

  /// Returns the fingerprint of the file at `path`; nil if nothing is there. `whileReading` may throw to cancel.
  package static func of(_ path: FilePath, whileReading: (_ bytes: Int) throws -> Void = { _ in }) throws -> Journal
    .Fingerprint?
  {
    let file: OpenFile
    do {
      file = try OpenFile(path, followingLinks: true)
    } catch let error as SystemError where error.isMissing {
      // A broken link is not a missing file.
      guard try FileStatus.of(path) == nil else { throw error }
      return nil
    }
    return try of(file, whileReading: whileReading)
  }
}
