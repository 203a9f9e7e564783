import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitStorage

@Suite struct FreeSpaceTests {
  @Test func freeSpaceIsCheckedBeforeAnyWrite() throws {
    let scratch = try TemporaryFolder()
    try FreeSpace.require(0, of: "a.zip", in: FilePath(text: scratch.path))
    try FreeSpace.require(1 << 10, of: "a.zip", in: FilePath(text: scratch.path))
    for size: Int64 in [1 << 50, .max] {
      let error = failure { try FreeSpace.require(size, of: "a.zip", in: FilePath(text: scratch.path)) }
      #expect(error?.kind == .inputOutput)
      #expect(error?.message.hasPrefix("not enough disk space: a.zip has \(size) bytes, and ") == true)
    }
  }

  @Test func anAbsentFolderHasNoFreeSpace() throws {
    #expect(throws: SystemError.self) { try FreeSpace.require(0, of: "a.zip", in: "/nowhere/at/all") }
  }
}
