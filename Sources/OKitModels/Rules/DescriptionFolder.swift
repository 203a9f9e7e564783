import JSONDocument
import OKitStorage
import Rules

/// A folder of the workspace with JSON files that people write, such as rules and forms.
struct DescriptionFolder {
  /// Rules, each file for a class.
  static let rules = DescriptionFolder(path: WorkspaceLayout.rules, content: "rules")
  /// Forms.
  static let forms = DescriptionFolder(path: WorkspaceLayout.forms, content: "a form")

  /// Larger files are not read.
  static let maximumSize: Int64 = 16 << 20

  let path: WorkspacePath
  /// What a file contains, in messages.
  let content: String

  /// Reads all files, and ignores those with another extension. Returns their contents by name; empty without the folder.
  ///
  /// Throws errors of kind `configuration` for files that cannot be read or are not JSON.
  func sources(in workspace: Workspace) throws -> [String: RuleSource] {
    var sources: [String: RuleSource] = [:]
    for name in try names(in: workspace) { sources[name] = try read(name, in: workspace) }
    return sources
  }

  /// Returns the names of the files without their extension, in the order of their bytes.
  func names(in workspace: Workspace) throws -> [String] {
    let folder = workspace.storage.absolute(path)
    do {
      // Without a folder, this needs no system call while the workspace is locked.
      let listing = try workspace.storage.listing(folder)
      guard listing.exists else { return [] }
      try requireNoLink(in: workspace)
      try listing.requireReadableNames(in: folder)
      var names: [String] = []
      for entry in listing.entries where !entry.isHidden {
        guard let name = entry.name.withoutSuffix(".json") else { continue }
        guard entry.kind == .file else {
          throw OKitError(.configuration, "\(path.appending(entry.name)) is not a regular file")
        }
        names.append(name)
      }
      return names.sorted { ExactText($0) < ExactText($1) }
    } catch let error as SystemError {
      throw OKitError(.configuration, "\(error)")
    }
  }

  /// Reads a file; nil if there is none with this name.
  func source(_ name: String, in workspace: Workspace) throws -> RuleSource? {
    guard try names(in: workspace).contains(where: name.isExactly) else { return nil }
    return try read(name, in: workspace)
  }

  private func read(_ name: String, in workspace: Workspace) throws -> RuleSource {
    let file = path.appending(name + ".json")
    return RuleSource(path: file.text, document: try contents(of: file, in: workspace).document)
  }

  /// Reads a file. Throws errors of kind `configuration`.
  func contents(
    of path: WorkspacePath, in workspace: Workspace
  ) throws -> (document: JSONDocument, snapshot: FileSnapshot) {
    do {
      let file = try OpenFile(workspace.storage.absolute(path))
      guard file.size <= Self.maximumSize else {
        throw OKitError(.configuration, "\(path) is too large for \(content)")
      }
      return (try JSONDocument(parsingRecord: file.contents(), path: path.text), file.snapshot)
    } catch let error as SystemError {
      throw OKitError(.configuration, "\(error)")
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.configuration, error.detail, at: error.place, excerpt: error.excerpt)
    }
  }

  /// Throws an error of kind `configuration` if the folder is a link.
  func requireNoLink(in workspace: Workspace) throws {
    guard let kind = try FileStatus.of(workspace.storage.absolute(path))?.kind, kind != .folder else { return }
    throw OKitError(.configuration, "\(path) is a link, which is not followed")
  }
}
