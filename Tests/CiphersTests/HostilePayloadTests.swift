import TestSupport
import Testing

@testable import Ciphers

/// Payloads that break a rule of the format, each chunk with a valid tag. Each must fail, and may return only the bytes authenticated before.
@Suite struct HostilePayloadTests {
  static let full = seededBytes(65_536)

  private static let chunks: [(String, [(plain: [UInt8], isLast: Bool)])] = [
    ("no chunks", []),
    ("empty last chunk after a full one", [(full, false), ([], true)]),
    ("empty last chunk after two", [(full, false), (full, false), ([], true)]),
    ("empty chunk that is not the last", [([], false)]),
    ("two last chunks", [([1], true), ([2], true)]),
    ("two full last chunks", [(full, true), (full, true)]),
    ("last chunk before a full one", [(full, true), (full, false)]),
    ("last chunk, then an empty one", [(full, true), ([], true)]),
    ("no last chunk", [([1], false)]),
    ("no last chunk, full", [(full, false)]),
    ("no last chunk, two full", [(full, false), (full, false)]),
    ("short chunk before the last", [([1], false), ([2], true)]),
    ("chunk that is too long", [(full + [1], true)]),
  ]

  private static let trailers: [(String, [UInt8])] = [
    ("one byte", [0]), ("line feed", [0x0A]), ("15 bytes", Array(1...15)), ("a tag", [UInt8](repeating: 0, count: 16)),
    ("a chunk", seededBytes(65_552)),
  ]

  /// Changes of an honest file.
  static let changes: [(name: String, change: @Sendable (inout CraftedFile) -> Void)] =
    chunks.map { name, chunks in (name, { $0.chunks = chunks }) }
    + trailers.map { name, trailer in (name + " after the end", { $0.trailer = trailer }) }
    + trailers.map { name, trailer in
      (
        name + " after a full last chunk",
        {
          $0.chunks = [(full, true)]
          $0.trailer = trailer
        }
      )
    }

  static let hostile: [Hostile] =
    changes.map { Hostile($0.name, $0.change) } + [
      Hostile("tag cut off", Array(CraftedFile().bytes.dropLast())),
      Hostile("chunk cut to less than a tag", Array(CraftedFile().bytes.dropLast(6))),
      Hostile("chunks exchanged", exchanged()),
    ]

  static func exchanged() -> [UInt8] {
    var file = CraftedFile()
    file.chunks = [(full, false), (seededBytes(65_536).reversed(), false), ([1], true)]
    let bytes = file.bytes
    let start = file.header.count + 16
    let (first, second) = (bytes[start..<(start + 65_552)], bytes[(start + 65_552)..<(start + 131_104)])
    return Array(bytes[..<start] + second + first + bytes[(start + 131_104)...])
  }

  @Test(arguments: hostile, [1, 1 << 20]) func malformedPayloadsAreRefused(file: Hostile, buffer: Int) throws {
    let decryptor = try AgeDecryptor(identities: [CraftedFile.Identity()], source: source(file.bytes))
    var target = [UInt8](repeating: 0xEE, count: buffer)
    var plain: [UInt8] = []
    let failure = kind {
      while true {
        let count = try target.withUnsafeMutableBytes(decryptor.read)
        if count == 0 { return }
        plain += target[..<count]
      }
    }
    #expect(failure == .payload)
    #expect(plain.count % 65_536 == 0 || plain.isEmpty)
    #expect(plain.elementsEqual((0..<(plain.count / 65_536)).flatMap { _ in Self.full }))

    // The reader never recovers, and leaves no bytes of a chunk that was not authenticated.
    target = [UInt8](repeating: 0xEE, count: buffer)
    for _ in 0..<3 { #expect(kind { _ = try target.withUnsafeMutableBytes(decryptor.read) } == .payload) }
    #expect(target.allSatisfy { $0 == 0xEE })
  }

  @Test func aChangedChunkLeavesNoTrace() throws {
    var bytes = CraftedFile().bytes
    bytes[bytes.count - 1] ^= 1
    let decryptor = try AgeDecryptor(identities: [CraftedFile.Identity()], source: source(bytes))
    var target = [UInt8](repeating: 0xEE, count: 100)
    #expect(kind { _ = try target.withUnsafeMutableBytes(decryptor.read) } == .payload)
    #expect(target.prefix(5).elementsEqual([0, 0, 0, 0, 0]))
  }
}
