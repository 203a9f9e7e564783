/// zstd frames without compression (RFC 8878, 3.1.1), and with the strongest: runs of one byte.
package enum ZstdFrame {
  package static let start: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38]

  /// Returns a frame that stores the bytes.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var frame = start
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(128 << 10)
      rest = rest.dropFirst(piece.count)
      frame += block(piece, isLast: rest.isEmpty)
    } while !rest.isEmpty
    return frame
  }

  package static func block(_ bytes: some Collection<UInt8>, isLast: Bool = false) -> [UInt8] {
    header(size: bytes.count, type: 0, isLast: isLast) + bytes
  }

  /// 128 KiB of zeros in four bytes.
  package static let run = header(size: 128 << 10, type: 1, isLast: false) + [0]

  package static func header(size: Int, type: Int, isLast: Bool) -> [UInt8] {
    let value = size << 3 | type << 1 | (isLast ? 1 : 0)
    return [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16 & 255)]
  }
}
