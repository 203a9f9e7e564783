import Glibc
import TestSupport
import Testing

@testable import JSONDocument

struct BytesTests {
  @Test(arguments: [false, true])
  func capacityGrowsWhileBytesAreAppended(_ secret: Bool) throws {
    let bytes = JSONBytes(capacity: 0, secret: secret)
    var expected: [UInt8] = Array("[".utf8)
    for number in 0..<5000 { expected += Array("\(number),".utf8) }
    expected += Array("0]".utf8)
    for start in stride(from: 0, to: expected.count, by: 7) {
      expected[start..<min(start + 7, expected.count)].withUnsafeBytes { bytes.append($0) }
    }
    #expect(bytes.isSecret == secret)
    #expect(Array(bytes) == expected)
    #expect(try JSONDocument(parsing: bytes).root.count == 5001)
  }

  @Test(arguments: [false, true])
  func aFailedAllocationKeepsTheBytes(_ secret: Bool) throws {
    let bytes = JSONBytes(Array("[1".utf8), secret: secret)
    #expect(!bytes.makeRoom(for: 1 << 60))
    #expect(bytes.makeRoom(for: 1 << 20))
    Array(",2]".utf8).withUnsafeBytes { bytes.append($0) }
    #expect(Array(bytes) == Array("[1,2]".utf8))
  }

  @Test func secretBytesGrowBeyondTheSizeAtWhichPagesMove() {
    let bytes = JSONBytes(capacity: 1000, secret: true)
    let piece = (0..<(1 << 20)).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let count = Memory.movesByPages / piece.count * 2
    for _ in 0..<count { piece.withUnsafeBytes { bytes.append($0) } }
    #expect(bytes.count == count * piece.count)
    let isWhole = (0..<count).allSatisfy { number in
      piece.withUnsafeBytes {
        memcmp($0.baseAddress!, bytes.buffer.baseAddress! + number * piece.count, piece.count) == 0
      }
    }
    #expect(isWhole)
  }

  @Test func bytesAreFilledInPlace() throws {
    struct Failure: Error {}
    let bytes = JSONBytes(capacity: 2)
    let filled = bytes.append(atMost: 100) { room in
      room.copyBytes(from: "[1]".utf8)
      return 3
    }
    #expect(filled == 3)
    #expect(throws: Failure.self) { try bytes.append(atMost: 10) { _ throws(Failure) in throw Failure() } }
    #expect(Array(bytes) == Array("[1]".utf8))
  }

  @Test func anyCollectionBecomesBytes() {
    #expect(Array(JSONBytes([1, 2, 3].lazy.map { $0 * 2 })) == [2, 4, 6])
    #expect(JSONBytes([] as [UInt8]).count == 0)
  }

  @Test func bytesEndInPadding() throws {
    let bytes = JSONBytes("[]".utf8)
    _ = try JSONDocument(parsing: bytes)
    let padding = UnsafeRawBufferPointer(start: bytes.base + bytes.count, count: JSONBytes.padding)
    #expect(padding.allSatisfy { $0 == 0 })
  }

  @Test func fourGibibytesAreRefused() throws {
    try Limits.check(size: 4_294_967_231)
    let error = #expect(throws: JSONError.self) { try Limits.check(size: 4_294_967_232) }
    #expect(error?.reason == .tooLarge(size: 4_294_967_232))
  }
}
