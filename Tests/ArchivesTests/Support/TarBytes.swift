/// Tar archives byte by byte, wrong ones too.
enum TarBytes {
  static func header(
    _ name: [UInt8], type: Character = "0", size: Int = 0, magic: String = "ustar\u{0}00", sizeField: [UInt8]? = nil
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
      block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(name.prefix(100), at: 0)
    put("0000600\u{0}0000000\u{0}0000000\u{0}".utf8, at: 100)
    put(sizeField ?? Array(octal(size, 11).utf8), at: 124)
    put(octal(0, 11).utf8, at: 136)
    put(String(type).utf8, at: 156)
    put(magic.utf8, at: 257)
    put("        ".utf8, at: 148)
    let sum = block.reduce(0) { $0 + Int($1) }
    put((octal(sum, 6) + "\u{0} ").utf8, at: 148)
    return block
  }

  static func entry(
    _ name: String, type: Character = "0", content: [UInt8] = [], magic: String = "ustar\u{0}00"
  ) -> [UInt8] {
    header(Array(name.utf8), type: type, size: content.count, magic: magic) + padded(content)
  }

  static func pax(_ records: (key: String, value: [UInt8])..., type: Character = "x") -> [UInt8] {
    entry("PaxHeader", type: type, content: records.flatMap { record($0.key, $0.value) })
  }

  static func pax(_ key: String, _ value: String, type: Character = "x") -> [UInt8] {
    pax((key, Array(value.utf8)), type: type)
  }

  static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [10]
    var length = rest.count
    while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
    return Array(String(length).utf8) + rest
  }

  static let end = [UInt8](repeating: 0, count: 1_024)

  static func padded(_ content: [UInt8]) -> [UInt8] {
    content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  private static func octal(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// zstd frames without compression (RFC 8878, 3.1.1), and with the most there is: runs of one byte.
enum ZstdBytes {
  static let start: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38]

  static func frame(_ bytes: [UInt8]) -> [UInt8] {
    var frame = start
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(128 << 10)
      rest = rest.dropFirst(piece.count)
      frame += block(piece, isLast: rest.isEmpty)
    } while !rest.isEmpty
    return frame
  }

  static func block(_ bytes: some Collection<UInt8>, isLast: Bool = false) -> [UInt8] {
    header(size: bytes.count, type: 0, isLast: isLast) + bytes
  }

  /// 128 KiB of zeros in four bytes.
  static let run = header(size: 128 << 10, type: 1, isLast: false) + [0]

  static func header(size: Int, type: Int, isLast: Bool) -> [UInt8] {
    let value = size << 3 | type << 1 | (isLast ? 1 : 0)
    return [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16 & 255)]
  }
}
