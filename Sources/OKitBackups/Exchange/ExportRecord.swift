import Ciphers
import Glibc
package import JSONDocument
package import OKitStorage

/// The list of files that an export wrote to `okit/export`. Clearing the export removes only these.
///
/// The record is a hidden file in the folder and appears together with the folder, so every export has one. It is a JSON object
/// `{"version": 1, "files": [{"path": …, "size": …, "sha256": …}]}`. A file is removed only if it still has the exported content, because a
/// changed or replaced file belongs to somebody else.
package struct ExportRecord {
  /// The name of the file in the folder.
  package static let fileName = ".export.json"
  private static let version = 1
  /// The maximum size in bytes. An export of a million files writes less.
  private static let maximumSize: Int64 = 1 << 30

  /// The exported files: the path relative to the folder and the content.
  package private(set) var files: [(path: DataPath, content: Journal.Fingerprint)] = []

  /// Creates an empty record.
  package init() {}

  /// Adds a file that was written.
  package mutating func add(_ path: DataPath, _ content: Journal.Fingerprint) { files.append((path, content)) }

  /// Reads the record in `folder`; nil if there is none. Throws an error of kind `malformed` for a file that okit did not write.
  package init?(in folder: FilePath) throws {
    let path = folder.appending(Self.fileName)
    guard try FileStatus.of(path)?.kind == .file else { return nil }
    let file = try OpenFile(path)
    guard file.size <= Self.maximumSize else { throw OKitError(.malformed, "\(path) is too large for a list of files") }
    try self.init(parsing: file.contents(), path: path)
  }

  /// Parses the text of the record at `path`. Throws an error of kind `malformed`.
  package init(parsing bytes: JSONBytes, path: FilePath) throws {
    let malformed = OKitError(.malformed, "\(path) is not the list of files of an export")
    let root = try JSONDocument(parsing: bytes, path: path).root
    guard root["version"]?.int == Self.version, let list = root["files"], list.kind == .array else { throw malformed }
    files = try list.elements.map { value in
      guard let path = value["path"]?.string, let size = value["size"]?.int,
        let digest = value["sha256"]?.string.flatMap(SHA256Digest.init(hex:)),
        path.pathComponents.allSatisfy({ PathComponent.fault(of: $0) == nil })
      else { throw malformed }
      return (DataPath(text: path), Journal.Fingerprint(size: Int64(size), digest: digest))
    }
  }

  /// Returns the text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Self.version)
      writer.array("files") { writer in
        for (path, content) in files {
          writer.object { writer in
            writer.member("path", path.text)
            writer.member("size", Int(content.size))
            writer.member("sha256", content.digest.description)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
