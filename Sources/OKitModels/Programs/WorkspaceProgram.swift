import Glibc
import OKitStorage

/// An executable of a workspace that nobody but the caller and root could have put there.
package struct WorkspaceProgram {
  package enum Kind: String {
    case function = "functions"
    case hook = "hooks"
    case migration = "migrations"

    /// The folder, relative to the workspace.
    package var folder: String { "okit/\(rawValue)" }
  }

  /// Relative to the workspace, for messages.
  package let path: String
  /// Absolute and without links. What was checked is what runs: only who passed the check could exchange it, or a folder on the way to it.
  package let executable: String
  private let name: String
  private let kind: Kind
  private let workspace: Workspace

  /// The program of this name; nil where there is none.
  ///
  /// Throws an error of kind `configuration` if it, or a folder from it up to the workspace, belongs to or can be written by others, if the same
  /// is true of a folder above the workspace that is not sticky, if it is no executable file, and if it lies outside of the workspace.
  package init?(_ name: String, _ kind: Kind, in workspace: Workspace) throws {
    guard try Self.isThere(name, kind, in: workspace) else { return nil }
    path = "\(kind.folder)/\(name)"
    (self.name, self.kind, self.workspace) = (name, kind, workspace)
    guard let executable = Path.resolved(workspace.storage.absolute(path)) else {
      throw Self.refused(path, "it is a broken symbolic link")
    }
    self.executable = executable
    let root = Path.resolved(workspace.root) ?? workspace.root
    guard Path.lies(executable, in: root), !executable.isExactly(root) else {
      throw Self.refused(path, "it is a symbolic link out of the workspace, to \(executable)")
    }
    // The folders by which it is named count as those in which it lies, where links part the two.
    for folder in [workspace.storage.okitFolder, workspace.storage.absolute(kind.folder)] {
      try Self.requireOwned(folder, path, followingLinks: true)
    }
    try Self.requireOwnedUpwards(from: executable, root: root, path)
    guard try FileStatus.of(executable)?.kind == .file else { throw Self.refused(path, "it is not a regular file") }
    guard access(executable, X_OK) == 0 else {
      throw Self.refused(path, "it is not executable", remedy: "run 'chmod +x' on it")
    }
  }

  /// Runs the program as `request` says.
  ///
  /// It is checked again right before its start: what was checked before a change may be another program, in another folder, after it. Nobody but the
  /// caller and root can exchange it then, so that its path still leads to what was checked. Throws the errors of `init`, and what `runner` throws.
  package func run(_ request: ProgramRequest, with runner: any ProgramRunner) throws -> ProgramOutcome {
    guard let now = try WorkspaceProgram(name, kind, in: workspace) else {
      throw Self.refused(path, "it no longer exists")
    }
    guard now.executable.isExactly(request.executable) else {
      throw Self.refused(path, "its link now points to another file, \(now.executable)")
    }
    return try runner.run(request)
  }

  /// Whether something of this name is there, whatever it is.
  package static func isThere(_ name: String, _ kind: Kind, in workspace: Workspace) throws -> Bool {
    guard PathComponent.fault(of: name) == nil else { return false }
    return try FileStatus.of(workspace.storage.absolute("\(kind.folder)/\(name)")) != nil
  }

  /// The names of what is there, for hints.
  package static func names(_ kind: Kind, in workspace: Workspace) -> [String] {
    let entries = (try? FolderListing(workspace.storage.absolute(kind.folder)).entries) ?? []
    return entries.filter { !$0.isHidden && $0.kind != .folder }.map(\.name).sorted { ExactText($0) < ExactText($1) }
  }

  /// Checks `place` and every folder that it lies in. Whoever owns one of them can put another one in the place of the next, and so can whoever may
  /// write to it, unless it is sticky: then only the owner of what is there can.
  private static func requireOwnedUpwards(from place: String, root: String, _ path: String) throws {
    var (place, isAboveRoot) = (place, false)
    while true {
      try requireOwned(place, path, followingLinks: false, allowingSticky: isAboveRoot)
      if place == "/" { return }
      if place.isExactly(root) { isAboveRoot = true }
      place = Path.parent(of: place)
    }
  }

  private static func requireOwned(
    _ place: String, _ path: String, followingLinks: Bool, allowingSticky: Bool = false
  ) throws {
    guard let status = try FileStatus.of(place, followingLinks: followingLinks) else {
      throw refused(path, "\(place) no longer exists")
    }
    guard status.raw.st_uid == geteuid() || status.raw.st_uid == 0 else {
      throw refused(path, "\(place) belongs to another user")
    }
    if allowingSticky, status.kind == .folder, status.mode & S_ISVTX != 0 { return }
    // Whom an access control list lets write shows in the bits of the group, too.
    guard status.mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw refused(path, "others can write to \(place)", remedy: "run 'chmod go-w' on it")
    }
  }

  private static func refused(_ path: String, _ reason: String, remedy: String? = nil) -> OKitError {
    OKitError(
      .configuration, "\(PathComponent.printable(path)) is not allowed to run: \(reason)",
      remedy: remedy.map { .words($0) })
  }
}
