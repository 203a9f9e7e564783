@testable import Archives

/// zstd frames without compression (RFC 8878, 3.1.1).
enum ZstdFrame {
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38]
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(128 << 10)
      rest = rest.dropFirst(piece.count)
      let value = piece.count << 3 | (rest.isEmpty ? 1 : 0)
      frame += [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16 & 255)] + piece
    } while !rest.isEmpty
    return frame
  }

  /// What a stream holds.
  static func content(_ source: @escaping ArchiveSource) throws -> [UInt8] {
    let stream = try ZstdStream(source, limits: ArchiveLimits())
    return try ByteSource.collect { try stream.read(into: $0) }
  }
}
