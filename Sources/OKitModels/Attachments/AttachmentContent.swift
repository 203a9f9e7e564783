package import Ciphers
import JSONDocument
import OKitStorage

/// The bytes that an attachment is to get.
package final class AttachmentContent {
  private enum Origin {
    case memory([UInt8])
    case file(OpenFile)
  }

  private let origin: Origin

  private init(_ origin: Origin) {
    self.origin = origin
  }

  /// The bytes of the file at `path`, which are read when they are needed. A link is followed to a file of the caller only.
  ///
  /// Throws `SystemError` where it cannot be opened, and an error of kind `malformed` where it is no regular file, or a link to a file of
  /// another user.
  package convenience init(path: String) throws {
    self.init(.file(try OpenFile(path, followingLinks: true)))
  }

  /// The bytes that `source` gives, such as those of standard input, kept in memory.
  ///
  /// Throws what `source` throws.
  package convenience init(reading source: CipherSource) throws {
    var bytes: [UInt8] = []
    try OKitStorage.forEachPiece(of: source) { bytes += $0 }
    self.init(.memory(bytes))
  }

  package convenience init(_ bytes: [UInt8]) { self.init(.memory(bytes)) }

  /// How many bytes there are.
  package var size: Int64 {
    switch origin {
    case .memory(let bytes): Int64(bytes.count)
    case .file(let file): file.size
    }
  }

  /// The first bytes, as many as it takes to know what they are.
  package func prefix() throws -> [UInt8] {
    switch origin {
    case .memory(let bytes): Array(bytes.prefix(ImageSize.neededBytes))
    case .file(let file): try file.bytes(at: 0, count: ImageSize.neededBytes)
    }
  }

  /// Hands all bytes to `sink`. Throws an error of kind `busy` where the file changes meanwhile.
  package func forEachPiece(_ sink: (UnsafeRawBufferPointer) throws -> Void) throws {
    switch origin {
    case .memory(let bytes): try bytes.withUnsafeBytes(sink)
    case .file(let file):
      try file.forEachPiece(sink)
      try file.requireUnchanged()
    }
  }

  /// All bytes in base64, padded.
  package func base64() throws -> String {
    var bytes: [UInt8] = []
    try forEachPiece { bytes += $0 }
    return String(decoding: bytes.withUnsafeBytes(Base64.padded), as: UTF8.self)
  }
}
