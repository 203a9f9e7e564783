import Glibc

/// An executable of a workspace that nobody but the caller and root could have put there.
struct WorkspaceProgram {
  enum Kind: String {
    case function = "functions"
    case hook = "hooks"
    case migration = "migrations"

    /// The folder, relative to the workspace.
    var folder: String { "okit/\(rawValue)" }
  }

  /// Relative to the workspace, for messages.
  let path: String
  /// Absolute and without links. What was checked is what runs: only who passed the check could exchange it, or a folder on the way to it.
  let executable: String

  /// The program of this name; nil where there is none.
  ///
  /// Throws an error of kind `configuration` where it, or a folder from it up to the workspace, belongs to or can be written by others, where it is no
  /// executable file, and where it lies outside of the workspace.
  init?(_ name: String, _ kind: Kind, in workspace: Workspace) throws {
    guard try Self.isThere(name, kind, in: workspace) else { return nil }
    path = "\(kind.folder)/\(name)"
    guard let executable = Path.resolved(workspace.absolute(path)) else {
      throw Self.refused(path, "it is a symbolic link to nothing")
    }
    self.executable = executable
    let root = Path.resolved(workspace.root) ?? workspace.root
    guard Path.lies(executable, in: root), !executable.isExactly(root) else {
      throw Self.refused(path, "it is a symbolic link out of the workspace, to \(executable)")
    }
    // The folders by which it is named count as those in which it lies, where links part the two.
    for folder in [workspace.okitFolder, workspace.absolute(kind.folder)] {
      try Self.requireOwned(folder, path, followingLinks: true)
    }
    var place = executable
    while true {
      try Self.requireOwned(place, path, followingLinks: false)
      if place.isExactly(root) { break }
      place = Path.parent(of: place)
    }
    guard try FileStatus.of(executable)?.kind == .file else { throw Self.refused(path, "it is no regular file") }
    guard access(executable, X_OK) == 0 else {
      throw Self.refused(path, "it is not executable", remedy: "'chmod +x' makes it that")
    }
  }

  /// Whether something of this name is there, whatever it is.
  static func isThere(_ name: String, _ kind: Kind, in workspace: Workspace) throws -> Bool {
    guard PathComponent.fault(of: name) == nil else { return false }
    return try FileStatus.of(workspace.absolute("\(kind.folder)/\(name)")) != nil
  }

  /// The names of what is there, for hints.
  static func names(_ kind: Kind, in workspace: Workspace) -> [String] {
    let entries = (try? FolderListing(workspace.absolute(kind.folder)).entries) ?? []
    return entries.filter { !$0.isHidden && $0.kind != .folder }.map(\.name).sorted { ExactText($0) < ExactText($1) }
  }

  private static func requireOwned(_ place: String, _ path: String, followingLinks: Bool) throws {
    guard let status = try FileStatus.of(place, followingLinks: followingLinks) else {
      throw refused(path, "\(place) is not there any more")
    }
    guard status.raw.st_uid == geteuid() || status.raw.st_uid == 0 else {
      throw refused(path, "\(place) belongs to another user")
    }
    // Whom an access control list lets write shows in the bits of the group, too.
    guard status.mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw refused(path, "\(place) can be written by others", remedy: "'chmod go-w' keeps it to you")
    }
  }

  private static func refused(_ path: String, _ reason: String, remedy: String? = nil) -> OKitError {
    OKitError(
      .configuration, "\(PathComponent.printable(path)) is not run: \(reason)", remedy: remedy.map { .words($0) })
  }
}
