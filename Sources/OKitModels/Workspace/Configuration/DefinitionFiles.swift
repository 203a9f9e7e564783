package import Definitions
import JSONDocument
package import OKitStorage

/// Finds the Swift files that paths with wildcards match.
///
/// A path component can be a ``NamePattern``, and `**` matches any number of folders. A path to a folder matches every Swift file below it. A path
/// with wildcards matches only Swift files. Links to folders are followed if the path names them, but not if a wildcard matches them.
package struct DefinitionFiles {
  /// The default path of an app's classes, unless `okit.json` names others.
  package static let standard = "okit/model/*.swift"
  /// The maximum size of a source file in bytes: more than anyone writes by hand, but small enough for memory.
  package static let maximumSize: Int64 = 64 << 20

  /// The folder of relative paths.
  package let root: FilePath

  /// Finds files with paths relative to `root`.
  private let list: (_ folder: FilePath) throws -> FolderListing

  /// Finds files by paths that are relative to `root`. `list` lists a folder.
  package init(root: FilePath, list: @escaping (_ folder: FilePath) throws -> FolderListing = { try FolderListing($0) })
  {
    self.root = root
    self.list = list
  }

  /// Returns the absolute paths of the files, as found and with all links followed, each file once, in the order of the patterns. The matches of one
  /// pattern are sorted by bytes.
  ///
  /// Throws an error of kind `configuration` if a path other than the standard one matches no file.
  package func paths(of patterns: [String]) throws -> [(path: FilePath, resolved: FilePath)] {
    var seen: Set<FilePath> = []
    return try patterns.flatMap { pattern in
      let found = try paths(of: pattern).map { (path: $0, resolved: $0.resolved ?? $0) }
      if found.isEmpty, !pattern.isExactly(Self.standard) {
        throw OKitError(
          .configuration, "the definitions \(PathComponent.printable(pattern)) match no Swift file",
          remedy: .findDefinitions(WorkspaceLayout.configuration.absolute(in: root)))
      }
      return found.filter { seen.insert($0.resolved).inserted }
    }
  }

  /// Reads files. Throws the errors of opening them, and an error of kind `configuration` for a file that is too large to be a source.
  package static func read(_ paths: [FilePath]) throws -> [(source: SwiftSource, stamp: FileStamp)] {
    try paths.map { path in
      let file = try OpenFile(path, followingLinks: true)
      guard file.size <= maximumSize else { throw OKitError(.configuration, "\(path) is too large for a Swift file") }
      let bytes = try file.contents()
      return (SwiftSource(path: path.text, bytes: bytes.withUnsafeBytes { Array($0) }), file.stamp)
    }
  }

  private func paths(of pattern: String) throws -> [FilePath] {
    let isAbsolute = pattern.utf8.first == UInt8(ascii: "/")
    var found = [isAbsolute ? FilePath("/") : root]
    var hasWildcards = false
    for component in pattern.pathComponents where !component.isEmpty && component != "." {
      if component == "**" {
        hasWildcards = true
        found = try distinctFolders(found).flatMap { try foldersBelow($0).map(\.path) }
        continue
      }
      let name = NamePattern(component)
      if name.hasWildcards {
        hasWildcards = true
        found = try distinctFolders(found).flatMap { folder in
          try entries(of: folder).filter { name.matches($0.name) }.map { folder.appending($0.name) }
        }
      } else {
        found = found.map { $0.appending(name.name) }
      }
    }
    let files = try found.flatMap { try swiftFiles(at: $0, isNamed: !hasWildcards) }
    return files.sorted()
  }

  /// Returns the different folders in `paths`. Several wildcards can match the same folder very often, through links and overlapping paths.
  private func distinctFolders(_ paths: [FilePath]) throws -> [FilePath] {
    var seen: Set<[UInt64]> = []
    return try paths.filter { path in
      guard let status = try FileStatus.of(path, followingLinks: true), status.kind == .folder else { return false }
      return seen.insert([status.stamp.device, status.stamp.inode]).inserted
    }
  }

  private func swiftFiles(at path: FilePath, isNamed: Bool) throws -> [FilePath] {
    switch try FileStatus.of(path, followingLinks: true)?.kind {
    case .folder:
      try foldersBelow(path).flatMap { folder in
        folder.entries.filter { $0.kind != .folder && !$0.isHidden && Self.isSwift($0.name) }.map {
          folder.path.appending($0.name)
        }
      }
    case nil: []
    default: isNamed || Self.isSwift(path.name) ? [path] : []
    }
  }

  /// Returns the folder and all folders below it, except hidden ones, with their entries.
  private func foldersBelow(_ folder: FilePath) throws -> [(path: FilePath, entries: [FolderEntry])] {
    var found: [(path: FilePath, entries: [FolderEntry])] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      let entries = try entries(of: next)
      found.append((next, entries))
      waiting += entries.filter { $0.kind == .folder && !$0.isHidden }.map { next.appending($0.name) }
    }
    return found
  }

  private func entries(of folder: FilePath) throws -> [FolderEntry] {
    do {
      return try list(folder).entries.filter { !StagedName.matches($0.name) }
    } catch let error as SystemError where error.isMissing {
      return []
    }
  }

  private static func isSwift(_ name: String) -> Bool { name.withoutSuffix(".swift") != nil }
}
