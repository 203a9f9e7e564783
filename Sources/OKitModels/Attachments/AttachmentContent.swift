package import Ciphers
import JSONDocument
package import OKitStorage

/// The new bytes for an attachment.
package final class AttachmentContent {
  private enum Origin {
    case memory([UInt8])
    case file(OpenFile)
  }

  private let origin: Origin

  private init(_ origin: Origin) {
    self.origin = origin
  }

  /// The bytes of the file at `path`, which are read on demand. A link is followed only to a file of the current user.
  ///
  /// Throws `SystemError` if the file cannot be opened, and an error of kind `malformed` if it is not a regular file or is a link to another user's
  /// file.
  package convenience init(path: FilePath) throws {
    self.init(.file(try OpenFile(path, followingLinks: true)))
  }

  /// The bytes of `source`, such as standard input, which are kept in memory.
  ///
  /// Throws the errors of `source`.
  package convenience init(reading source: CipherSource) throws {
    var bytes: [UInt8] = []
    try OKitStorage.forEachPiece(of: source) { bytes += $0 }
    self.init(.memory(bytes))
  }

  /// The bytes in memory.
  package convenience init(_ bytes: [UInt8]) { self.init(.memory(bytes)) }

  /// The number of bytes.
  package var size: Int64 {
    switch origin {
    case .memory(let bytes): Int64(bytes.count)
    case .file(let file): file.size
    }
  }

  /// Returns the first bytes, as many as needed to detect their type and image size.
  package func prefix() throws -> [UInt8] {
    switch origin {
    case .memory(let bytes): Array(bytes.prefix(ImageSize.neededBytes))
    case .file(let file): try file.bytes(at: 0, count: ImageSize.neededBytes)
    }
  }

  /// Passes all bytes to `sink`. Throws an error of kind `busy` if the file changes meanwhile.
  package func forEachPiece(_ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch origin {
    case .memory(let bytes): try bytes.withUnsafeBytes(sink)
    case .file(let file):
      try file.forEachPiece(sink)
      try file.requireUnchanged()
    }
  }

  /// Returns all bytes as padded base64.
  package func base64() throws -> String {
    var bytes: [UInt8] = []
    try forEachPiece { bytes += $0 }
    return String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self)
  }
}
