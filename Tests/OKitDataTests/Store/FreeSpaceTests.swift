import TestSupport
import Testing

@testable import OKitStorage

@Suite("Room on the disk")
struct FreeSpaceTests {
  @Test("is asked for before anything is written")
  func asked() throws {
    let scratch = try TemporaryFolder()
    try FreeSpace.require(0, of: "a.zip", in: scratch.path)
    try FreeSpace.require(1 << 10, of: "a.zip", in: scratch.path)
    for size: Int64 in [1 << 50, .max] {
      let error = failure { try FreeSpace.require(size, of: "a.zip", in: scratch.path) }
      #expect(error?.kind == .inputOutput)
      #expect(error?.message.hasPrefix("not enough disk space: a.zip has \(size) bytes, and ") == true)
    }
  }

  @Test("cannot be told of a folder that is not there")
  func missing() throws {
    #expect(throws: SystemError.self) { try FreeSpace.require(0, of: "a.zip", in: "/nowhere/at/all") }
  }
}
