import JSONDocument
package import OKitStorage
import Rules

/// The files `okit/rules/CLASS.json` of a workspace.
package struct RuleFiles {
  /// The maximum size of a file in bytes.
  private static let maximumSize: Int64 = 16 << 20

  /// The path of the file with the rules of a class.
  package static func path(of className: String) -> WorkspacePath {
    WorkspaceLayout.rules.appending(className + ".json")
  }

  /// Writes the rules of classes that have no file, in one transaction. Returns the paths of the new files.
  ///
  /// Throws the errors of writing. In each case nothing is changed.
  package static func write(
    _ rules: [(className: String, json: [UInt8])], in workspace: Workspace
  ) throws -> [WorkspacePath] {
    try workspace.writing {
      let new = try rules.filter { name, _ in
        guard PathComponent.fault(ofNew: name, ending: ".json") == nil else { return false }
        return try FileStatus.of(workspace.storage.absolute(path(of: name))) == nil
      }
      if workspace.isDryRun || new.isEmpty { return new.map { path(of: $0.className) } }
      return try workspace.changing("rules") { transaction in
        try transaction.ensureFolder(WorkspaceLayout.rules)
        return try new.map { name, json in
          try transaction.replace(path(of: name), old: nil) { staged in
            try json.withUnsafeBytes { try staged.write($0) }
          }
          return path(of: name)
        }
      }
    }
  }

  /// Reads the files, and ignores those with another extension. Returns their contents by class; empty without a folder of rules.
  ///
  /// Throws errors of kind `configuration` for files that cannot be read or are not JSON.
  static func sources(in workspace: Workspace) throws -> [String: RuleSource] {
    let folder = workspace.storage.absolute(WorkspaceLayout.rules)
    var sources: [String: RuleSource] = [:]
    do {
      // Without a folder, this needs no system call while the workspace is locked.
      let listing = try workspace.storage.listing(folder)
      guard listing.exists else { return [:] }
      guard try FileStatus.of(folder)?.kind == .folder else {
        throw OKitError(.configuration, "\(WorkspaceLayout.rules) is a link, which is not followed")
      }
      try listing.requireReadableNames(in: folder)
      for entry in listing.entries where !entry.isHidden {
        guard let className = entry.name.withoutSuffix(".json") else { continue }
        let path = WorkspaceLayout.rules.appending(entry.name)
        guard entry.kind == .file else { throw OKitError(.configuration, "\(path) is not a regular file") }
        let file = try OpenFile(workspace.storage.absolute(path))
        guard file.size <= maximumSize else { throw OKitError(.configuration, "\(path) is too large for rules") }
        let document = try JSONDocument(parsingRecord: file.contents(), path: path.text)
        sources[className] = RuleSource(path: path.text, document: document)
      }
    } catch let error as SystemError {
      throw OKitError(.configuration, "\(error)")
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.configuration, error.detail, at: error.place, excerpt: error.excerpt)
    }
    return sources
  }
}
