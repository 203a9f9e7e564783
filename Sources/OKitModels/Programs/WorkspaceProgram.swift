import Glibc
import JSONDocument
package import OKitStorage

/// A program of a workspace. Only the current user or root can have put it there.
package struct WorkspaceProgram {
  /// The kind of a program, which determines its folder.
  package enum Kind: String {
    case function = "functions"
    case hook = "hooks"
    case migration = "migrations"

    /// The path of the folder in the workspace.
    package var folder: WorkspacePath { WorkspaceLayout.folder.appending(rawValue) }
  }

  /// The path in the workspace, for messages.
  package let path: WorkspacePath
  /// The absolute path without links. It still leads to the checked file when it runs: only the current user or root can replace it or a folder on
  /// its path.
  package let executable: FilePath
  private let name: String
  private let kind: Kind
  private let workspace: Workspace

  /// The program with this name; nil if there is none.
  ///
  /// Throws an error of kind `configuration` in these cases:
  /// - The program, or a folder between it and the workspace, belongs to another user or can be written by others.
  /// - The same is true for a folder above the workspace that is not sticky.
  /// - The program is not an executable file, or is outside of the workspace.
  package init?(_ name: String, _ kind: Kind, in workspace: Workspace) throws {
    guard try Self.exists(name, kind, in: workspace) else { return nil }
    path = kind.folder.appending(name)
    (self.name, self.kind, self.workspace) = (name, kind, workspace)
    guard let executable = workspace.storage.absolute(path).resolved else {
      throw Self.refused(path, "it is a broken symbolic link")
    }
    self.executable = executable
    let root = workspace.root.resolved ?? workspace.root
    guard executable.lies(in: root), executable != root else {
      throw Self.refused(path, "it is a symbolic link out of the workspace, to \(executable)")
    }
    // With links, the folders by which the program is named differ from those that contain it, so check both.
    for folder in [workspace.storage.okitFolder, workspace.storage.absolute(kind.folder)] {
      try Self.requireOwned(folder, path, followingLinks: true)
    }
    try Self.requireOwnedUpwards(from: executable, root: root, path)
    guard try FileStatus.of(executable)?.kind == .file else { throw Self.refused(path, "it is not a regular file") }
    guard access(executable.text, X_OK) == 0 else {
      throw Self.refused(path, "it is not executable", remedy: "run 'chmod +x' on it")
    }
  }

  /// Runs the program as `request` describes.
  ///
  /// The program is checked again immediately before it starts, because a change since the first check may have replaced it or its folder. Only the
  /// current user or root can replace it after that, so its path still leads to the checked file. Throws the errors of `init` and of `runner`.
  package func run(_ request: ProgramRequest, with runner: any ProgramRunner) throws -> ProgramOutcome {
    guard let now = try WorkspaceProgram(name, kind, in: workspace) else {
      throw Self.refused(path, "it no longer exists")
    }
    guard now.executable == request.executable else {
      throw Self.refused(path, "its link now points to another file, \(now.executable)")
    }
    return try runner.run(request)
  }

  /// True if there is a file or folder with this name.
  package static func exists(_ name: String, _ kind: Kind, in workspace: Workspace) throws -> Bool {
    guard PathComponent.fault(of: name) == nil else { return false }
    return try FileStatus.of(workspace.storage.absolute(kind.folder.appending(name))) != nil
  }

  /// Returns the names of the programs, sorted. Descriptions of functions are no programs.
  package static func names(_ kind: Kind, in workspace: Workspace) -> [String] {
    files(kind, in: workspace).filter { !$0.hasSuffix(".json") }
  }

  /// Returns the reason why the program is not allowed to run; nil if it is.
  package static func refusal(of name: String, _ kind: Kind, in workspace: Workspace) throws -> String? {
    do {
      guard try WorkspaceProgram(name, kind, in: workspace) != nil else { return "the program does not exist" }
      return nil
    } catch let error as OKitError where error.kind == .configuration {
      return error.message.withoutPrefix(refusal(kind.folder.appending(name))) ?? error.message
    }
  }

  /// Returns the names of the files in the folder, sorted.
  static func files(_ kind: Kind, in workspace: Workspace) -> [String] {
    let entries = (try? FolderListing(workspace.storage.absolute(kind.folder)).entries) ?? []
    return entries.filter { !$0.isHidden && $0.kind != .folder }.map(\.name).sorted { ExactText($0) < ExactText($1) }
  }

  /// Checks `place` and every folder above it. The owner of a folder can replace its content, and so can anyone who can write to it. In a sticky
  /// folder, only the owner of the content can.
  private static func requireOwnedUpwards(from place: FilePath, root: FilePath, _ path: WorkspacePath) throws {
    var (place, isAboveRoot) = (place, false)
    while true {
      try requireOwned(place, path, followingLinks: false, allowingSticky: isAboveRoot)
      if place == "/" { return }
      if place == root { isAboveRoot = true }
      place = place.parent
    }
  }

  private static func requireOwned(
    _ place: FilePath, _ path: WorkspacePath, followingLinks: Bool, allowingSticky: Bool = false
  ) throws {
    guard let status = try FileStatus.of(place, followingLinks: followingLinks) else {
      throw refused(path, "\(place) no longer exists")
    }
    guard status.raw.st_uid == CurrentUser.id || status.raw.st_uid == 0 else {
      throw refused(path, "\(place) belongs to another user")
    }
    if allowingSticky, status.kind == .folder, status.mode & S_ISVTX != 0 { return }
    // The permissions of an access control list also appear in the group bits.
    guard status.mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw refused(path, "others can write to \(place)", remedy: "run 'chmod go-w' on it")
    }
  }

  private static func refusal(_ path: WorkspacePath) -> String {
    "\(PathComponent.printable(path.text)) is not allowed to run: "
  }

  private static func refused(_ path: WorkspacePath, _ reason: String, remedy: String? = nil) -> OKitError {
    OKitError(
      .configuration, refusal(path) + reason, remedy: remedy.map { .words($0) })
  }
}
