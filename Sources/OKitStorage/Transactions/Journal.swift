package import Ciphers
package import JSONDocument

/// The intent of a transaction, written to `okit/.journal` before any file of the workspace is touched.
///
/// A journal that is there is a commitment: whoever finds it carries it out (see `JournalReplay`). It is a JSON object
/// `{"version": 1, "command": …, "entries": […]}`; paths are relative to the workspace.
package struct Journal: Equatable {
  /// The name of the file beside `okit.json`.
  package static let fileName = ".journal"
  /// More than any transaction writes; a larger file is not ours.
  package static let maximumSize: Int64 = 1 << 30

  /// Content by which a file is known again.
  package struct Fingerprint: Equatable, Sendable {
    package let size: Int64
    package let digest: SHA256Digest

    package init(size: Int64, digest: SHA256Digest) {
      self.size = size
      self.digest = digest
    }
  }

  package enum Entry: Equatable {
    /// `staged`, a name in the folder of the file that `path` leads to, takes its place, where `old` was (nil: nothing).
    case replace(path: String, staged: String, new: Fingerprint, old: Fingerprint?)
    /// `path`, with the content `old`, goes.
    case remove(path: String, old: Fingerprint)
    /// The folder `staged`, a name beside the resolved data folder that holds a file `marker`, becomes the data folder; what
    /// was there moves to `data` in the folder `kept`, which is then named `backup`.
    case swap(staged: String, marker: String, kept: String, backup: String)
    /// `staged`, a name among the backups, becomes the backup `backup`: what was there before the change.
    case keep(staged: String, backup: String)
  }

  package let command: String
  package let entries: [Entry]
}

extension Journal {
  /// The text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", 1)
      writer.member("command", command)
      writer.array("entries") { writer in
        for entry in entries { writer.object { entry.write(to: &$0) } }
      }
    }
    return writer.bytes
  }

  /// Reads the text of the file at `path`. Throws an error of kind `malformed` for anything that okit does not write.
  package init(decoding bytes: JSONBytes, path: String) throws {
    func malformed(_ detail: String) -> OKitError { OKitError(.malformed, "\(path): \(detail)") }
    let root = try JSONDocument(parsing: bytes, path: path).root
    guard let version = root["version"]?.int else { throw malformed("not an okit journal") }
    guard version == 1 else { throw malformed("written by another version of okit") }
    guard let command = root["command"]?.string, let list = root["entries"], list.kind == .array else {
      throw malformed("not an okit journal")
    }
    self.command = command
    entries = try list.elements.map { value in
      guard let entry = Entry(value) else { throw malformed("not an okit journal") }
      return entry
    }
    for entry in entries { try entry.requireInside() }
  }
}

extension Journal.Entry {
  /// The file that it changes, relative to the workspace; nil for an exchange and for a backup.
  package var path: String? {
    switch self {
    case .replace(let path, _, _, _), .remove(let path, _): path
    case .swap, .keep: nil
    }
  }

  fileprivate func write(to writer: inout JSONWriter) {
    switch self {
    case .replace(let path, let staged, let new, let old):
      writer.member("action", "replace")
      writer.member("path", path)
      writer.member("staged", staged)
      writer.object("new") { new.write(to: &$0) }
      if let old { writer.object("old") { old.write(to: &$0) } }
    case .remove(let path, let old):
      writer.member("action", "remove")
      writer.member("path", path)
      writer.object("old") { old.write(to: &$0) }
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
      guard value["old"] == nil || old != nil else { return nil }
      self = .replace(path: path, staged: staged, new: new, old: old)
    case "remove":
      guard let path = text("path"), let old = value["old"].flatMap(Journal.Fingerprint.init) else { return nil }
      self = .remove(path: path, old: old)
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

  /// Throws unless every path stays inside `okit/` of the workspace.
  fileprivate func requireInside() throws {
    switch self {
    case .replace(let path, let staged, _, _):
      try Self.requireInside(path)
      try Self.requireStaged(staged)
    case .remove(let path, _):
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

  /// Whether transactions change the file of this name beside the lock.
  private static func isChangedFile(_ name: String) -> Bool {
    [WorkspaceLayout.configuration, WorkspaceLayout.history].contains {
      $0.isExactly(Path.join(WorkspaceLayout.folder, name))
    }
  }

  /// Whether transactions change files in this folder of the workspace.
  private static func isChanged(_ folder: String) -> Bool {
    folder.isExactly("data") || folder.isExactly("model")
  }

  /// Whether this is the path of a migration. The executables beside it are nobody's to change.
  private static func isMigration(_ components: [String]) -> Bool {
    components.count == 3 && components[1].isExactly("migrations") && components[2].withoutSuffix(".json") != nil
  }

  /// Whether this is the path of a file that a transaction sets aside.
  private static func isSetAside(_ components: [String]) -> Bool {
    components.count >= 4 && components[1].isExactly("backup")
      && components[2].withoutPrefix(BackupName.orphansPrefix) != nil
  }

  private static func requireInside(_ path: String) throws {
    let components = path.pathComponents
    guard components.count >= 2, components[0].isExactly(WorkspaceLayout.folder),
      components.count == 2
        ? isChangedFile(components[1])
        : isChanged(components[1]) || isMigration(components) || isSetAside(components),
      components.allSatisfy({ PathComponent.fault(of: $0) == nil })
    else { throw OKitError(.malformed, "the journal lists \(path), which is not a file of the workspace") }
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

  /// The fingerprint of the file at `path`; nil where nothing is there. `whileReading` may throw to give up.
  package static func of(_ path: String, whileReading: (_ bytes: Int) throws -> Void = { _ in }) throws -> Journal
    .Fingerprint?
  {
    let file: OpenFile
    do {
      file = try OpenFile(path, followingLinks: true)
    } catch let error as SystemError where error.isMissing {
      // A link to nothing is something.
      guard try FileStatus.of(path) == nil else { throw error }
      return nil
    }
    var hasher = SHA256Hasher()
    var size: Int64 = 0
    try file.forEachPiece { piece in
      hasher.update(piece)
      size += Int64(piece.count)
      try whileReading(piece.count)
    }
    return Journal.Fingerprint(size: size, digest: hasher.finish())
  }
}
