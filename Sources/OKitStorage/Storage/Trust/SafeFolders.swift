import Glibc
package import JSONDocument

/// The folders that the user trusts: `safe.folder` in `config.json`, like git's `safe.directory`.
///
/// ```json
/// {"safe": {"folder": ["/srv/shop", "/mnt/data"]}}
/// ```
/// A folder includes everything in it, and `*` stands for any folder. A path of a single file allows links to that file.
package struct SafeFolders: Equatable, Sendable {
  private static let everything = "*"
  private static let maximumSize: Int64 = 1 << 20

  private var folders: Set<FilePath> = []
  private var hasEverything = false

  /// Creates an empty set.
  package init() {}

  /// Reads the folders from all files at `paths`. A missing file counts as empty.
  ///
  /// `callers` are the ids of the current user. A file that another user owns or can write to is refused, because that user could extend the set.
  /// Throws `SystemError` and errors of kind `configuration` that name the file.
  package init(reading paths: [FilePath], callers: Set<UInt32>) throws {
    for path in paths {
      guard let status = try FileStatus.of(path, followingLinks: true) else { continue }
      guard status.kind == .file else { throw OKitError(.configuration, "\(path) is not a regular file") }
      guard status.raw.st_uid == 0 || callers.contains(status.raw.st_uid) else {
        throw OKitError(.configuration, "\(path) belongs to another user")
      }
      guard status.mode & 0o022 == 0 else {
        throw OKitError(
          .configuration, "others can write to \(path)", remedy: .words("run 'chmod go-w' on it"))
      }
      guard status.size <= Self.maximumSize else { throw OKitError(.configuration, "\(path) is too large") }
      let resolved = path.resolved ?? path
      try add(JSONDocument(parsingRecord: OpenFile(resolved).contents(), path: path), path)
    }
  }

  /// Reads the folders from the text of a file. Throws an error of kind `configuration` that names `path`.
  package init(parsing bytes: JSONBytes, path: FilePath) throws {
    try add(JSONDocument(parsingRecord: bytes, path: path), path)
  }

  private mutating func add(_ document: JSONDocument, _ path: FilePath) throws {
    func wrong(_ value: JSONValue, _ detail: String) -> OKitError {
      document.recordError(detail, at: value.range.lowerBound, path: path)
    }
    guard document.root.kind == .object else { throw wrong(document.root, "not an object") }
    guard let safe = document.root["safe"] else { return }
    guard safe.kind == .object else { throw wrong(safe, "safe is not an object") }
    guard let list = safe["folder"] else { return }
    for value in list.kind == .array ? Array(list.elements) : [list] {
      guard let text = value.string else { throw wrong(value, "safe.folder is not a list of folders") }
      if text == Self.everything {
        hasEverything = true
      } else if text.utf8.first == UInt8(ascii: "/") {
        let folder = FilePath(text, in: "/")
        folders.insert(folder.resolved ?? folder)
      } else {
        throw wrong(value, "safe.folder contains \(PathComponent.printable(text)), which is not an absolute path")
      }
    }
  }

  /// True if `path`, absolute and without links, is one of the folders or lies in one.
  package func contains(_ path: FilePath) -> Bool {
    hasEverything || folders.contains { path.lies(in: $0) }
  }
}
