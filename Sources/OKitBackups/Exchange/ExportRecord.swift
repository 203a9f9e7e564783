import Ciphers
import Glibc
package import JSONDocument
package import OKitStorage

/// The files that an export wrote to `okit/export`; clearing removes only these.
///
/// The record is a hidden file in the folder itself and gets its name together with it, so that there is no export without one. It is a
/// JSON object `{"version": 1, "files": [{"path": …, "size": …, "sha256": …}]}`. A file is removed only with the content that was written: what
/// somebody changed, or put there under the same name, is theirs.
package struct ExportRecord {
  /// The name of the file in the folder.
  package static let fileName = ".export.json"
  private static let version = 1
  /// More than an export of a million files writes.
  private static let maximumSize: Int64 = 1 << 30

  /// The written files, by path relative to the folder.
  package private(set) var files: [(path: String, content: Journal.Fingerprint)] = []

  package init() {}

  package mutating func add(_ path: String, _ content: Journal.Fingerprint) { files.append((path, content)) }

  /// The record in `folder`; nil if there is none. Throws an error of kind `malformed` for one that okit does not write.
  package init?(in folder: String) throws {
    let path = Path.join(folder, Self.fileName)
    guard try FileStatus.of(path)?.kind == .file else { return nil }
    let file = try OpenFile(path)
    guard file.size <= Self.maximumSize else { throw OKitError(.malformed, "\(path) is too large for a list of files") }
    try self.init(parsing: file.contents(), path: path)
  }

  /// Reads the text of the record at `path`. Throws an error of kind `malformed`.
  package init(parsing bytes: JSONBytes, path: String) throws {
    let malformed = OKitError(.malformed, "\(path) is not the list of files of an export")
    let root = try JSONDocument(parsing: bytes, path: path).root
    guard root["version"]?.int == Self.version, let list = root["files"], list.kind == .array else { throw malformed }
    files = try list.elements.map { value in
      guard let path = value["path"]?.string, let size = value["size"]?.int,
        let digest = value["sha256"]?.string.flatMap(SHA256Digest.init(hex:)),
        path.pathComponents.allSatisfy({ PathComponent.fault(of: $0) == nil })
      else { throw malformed }
      return (path, Journal.Fingerprint(size: Int64(size), digest: digest))
    }
  }

  /// The text of the file.
  package func encoded() -> [UInt8] {
    var writer = JSONWriter(pretty: true)
    writer.object { writer in
      writer.member("version", Self.version)
      writer.array("files") { writer in
        for (path, content) in files {
          writer.object { writer in
            writer.member("path", path)
            writer.member("size", Int(content.size))
            writer.member("sha256", content.digest.description)
          }
        }
      }
    }
    return writer.bytes + [UInt8(ascii: "\n")]
  }
}
