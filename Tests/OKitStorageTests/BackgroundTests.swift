import Ciphers
import TestSupport
import Testing

@testable import OKitStorage

/// Work on background threads gives the same results as without them.
@Suite struct BackgroundTests {
  private struct Broken: Error {}

  /// A source of `bytes` in pieces of up to `piece` bytes, which then ends or throws.
  private static func source(_ bytes: [UInt8], piece: Int, thenThrows: Bool = false) -> CipherSource {
    let whole = TestSupport.source(bytes, piece: piece)
    return { buffer in
      let count = whole(buffer)
      if count == 0, thenThrows { throw Broken() }
      return count
    }
  }

  private static func contents(of ahead: ReadAhead, piece: Int) throws -> [UInt8] {
    try readAll(buffer: piece) { try ahead.read(into: $0) }
  }

  @Test(arguments: [0, 1, 262_143, 262_144, 262_145, 3_000_000], [1_000, 262_144, 1_000_000])
  func readAheadGivesAllBytes(_ size: Int, _ piece: Int) throws {
    let bytes = seededBytes(size)
    let ahead = ReadAhead(Self.source(bytes, piece: piece))
    #expect(try Self.contents(of: ahead, piece: 70_001) == bytes)
    var byte: UInt8 = 0
    #expect(try withUnsafeMutableBytes(of: &byte) { try ahead.read(into: $0) } == 0)
  }

  @Test func anErrorComesAfterTheBytesBefore() throws {
    let bytes = seededBytes(2_000_000)
    let ahead = ReadAhead(Self.source(bytes, piece: 100_000, thenThrows: true))
    var buffer = [UInt8](repeating: 0, count: 2_000_000)
    var filled = 0
    while filled < buffer.count {
      filled += try buffer.withUnsafeMutableBytes {
        try ahead.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
    }
    #expect(buffer == bytes)
    for _ in 1...2 {
      #expect(throws: Broken.self) { try buffer.withUnsafeMutableBytes { try ahead.read(into: $0) } }
    }
  }

  @Test(arguments: [0, 1, 2_999_999]) func readAheadStopsWhenItIsReleased(_ read: Int) throws {
    let source = Self.source(seededBytes(3_000_000), piece: 50_000)
    var ahead: ReadAhead? = ReadAhead(source)
    var buffer = [UInt8](repeating: 0, count: max(read, 1))
    if read > 0 { _ = try buffer.withUnsafeMutableBytes { try ahead?.read(into: $0) } }
    ahead = nil
    // The thread has ended, so the source can be called here.
    #expect(try buffer.withUnsafeMutableBytes { try source($0) } >= 0)
  }

  @Test(arguments: [0, 1, 4_194_303, 4_194_304, 4_194_305, 9_000_001], [1_013, 262_144, 10_000_000])
  func theBackgroundHasherAgreesWithTheHasher(_ size: Int, _ piece: Int) {
    let bytes = seededBytes(size)
    let hasher = BackgroundHasher()
    var rest = bytes[...]
    while !rest.isEmpty {
      rest.prefix(piece).withUnsafeBytes { hasher.update($0) }
      rest = rest.dropFirst(piece)
    }
    #expect(hasher.finish() == bytes.withUnsafeBytes(SHA256Hasher.hash))
  }

  @Test func anUnfinishedHasherStopsWhenItIsReleased() {
    let bytes = seededBytes(9_000_000)
    let hasher = BackgroundHasher()
    for _ in 1...2 { bytes.withUnsafeBytes { hasher.update($0) } }
  }

  @Test func cancelledWorkStops() throws {
    let work = BackgroundWork<Int> { requireWanted in
      while true { try requireWanted() }
    }
    work.cancel()
    #expect(throws: (any Error).self) { try work.value() }
    #expect(try BackgroundWork { _ in 7 }.value() == 7)
    let failed = BackgroundWork<Int> { _ in throw Broken() }
    for _ in 1...2 { #expect(throws: Broken.self) { try failed.value() } }
  }
}
