import JSONDocument
import TestSupport
import Testing

@testable import OKitStorage

/// Files that only this process sees.
@Suite struct MountedFilesTests {
  private struct Refusal: Error {}

  private func root(_ folder: TemporaryFolder) throws -> FilePath {
    try MountedFiles.unusedRoot(for: FilePath(text: folder.path + "/view"))
  }

  @Test func aMountIsReadLikeFiles() throws {
    let folder = try TemporaryFolder()
    try Files.write("on the disk", to: folder.path + "/place")
    let root = try root(folder)
    var reads = 0
    MountedFiles.mount(
      [
        ("a/b/bytes", .bytes(JSONBytes(Array("in memory".utf8)))),
        (
          "a/later",
          .deferred(size: 5) {
            reads += 1
            return JSONBytes(Array("later".utf8))
          }
        ),
        ("place", .place(FilePath(text: folder.path + "/place"))), ("lost", .unavailable(Refusal())),
      ], at: root, time: 1_763_640_000)
    defer { MountedFiles.unmount(root) }

    #expect(try FolderListing(root).entries.map(\.name) == ["a", "lost", "place"])
    #expect(try FolderListing(root.appending("a")).entries.map(\.kind) == [.folder, .file])
    #expect(try FolderListing(root.appending("none")).exists == false)
    #expect(throws: SystemError.self) { try FolderListing(root.appending("place")) }
    #expect(try FileStatus.of(root.appending("a/later"))?.size == 5)
    #expect(reads == 0)
    #expect(try FileStatus.of(root.appending("a/b"))?.kind == .folder)
    #expect(try FileStatus.of(root.appending("a/none")) == nil)
    #expect(root.appending("a/b").resolved == root.appending("a/b") && root.appending("a/x").resolved == nil)

    for (path, text) in [("a/b/bytes", "in memory"), ("a/later", "later"), ("place", "on the disk")] {
      let file = try OpenFile(root.appending(path))
      #expect(try file.contents().withUnsafeBytes(Array.init) == Array(text.utf8))
      #expect(try file.bytes(at: 3, count: 100) == Array(text.utf8.dropFirst(3)))
      #expect(try file.bytes(at: 100, count: 5) == [])
      #expect(try file.prefix(2) == Array(text.utf8.prefix(2)))
      try file.requireUnchanged()
    }
    _ = try OpenFile(root.appending("a/later"))
    #expect(reads == 1)
    #expect(throws: Refusal.self) { try OpenFile(root.appending("lost")) }
    #expect(throws: OKitError.self) { try OpenFile(root.appending("a")) }
    #expect(throws: SystemError.self) { try OpenFile(root.appending("a/none")) }
  }

  @Test func aPlaceIsVerifiedAndNoLink() throws {
    let folder = try TemporaryFolder()
    try Files.write("text", to: folder.path + "/file")
    try Files.link(folder.path + "/link", to: "file")
    let root = try root(folder)
    MountedFiles.mount(
      [
        ("link", .place(FilePath(text: folder.path + "/link"))),
        ("refused", .place(FilePath(text: folder.path + "/file")) { _ in throw Refusal() }),
        (
          "read",
          .place(FilePath(text: folder.path + "/file")) { file in
            // What was read for the verification is read again.
            if try Journal.Fingerprint.of(file).size != 4 { throw Refusal() }
          }
        ),
      ], at: root, time: 0)
    defer { MountedFiles.unmount(root) }
    #expect(throws: OKitError.self) { try OpenFile(root.appending("link")) }
    #expect(throws: Refusal.self) { try OpenFile(root.appending("refused")) }
    #expect(try OpenFile(root.appending("read")).contents().count == 4)
  }

  @Test func mountsHideNothingAndEnd() throws {
    let folder = try TemporaryFolder()
    try Files.makeFolder(folder.path + "/view!")
    let first = try root(folder)
    #expect(first.name == "view!!")
    MountedFiles.mount([("file", .bytes(JSONBytes([])))], at: first, time: 0)
    let second = try root(folder)
    MountedFiles.mount([("file", .bytes(JSONBytes([])))], at: second, time: 0)
    #expect(second.name == "view!!!")
    let statuses = try [first, second].map { try FileStatus.of($0.appending("file")) }
    #expect(statuses[0]?.isSameFile(as: statuses[1]) == false)
    for root in [first, second] { MountedFiles.unmount(root) }
    for root in [first, second] { #expect(try FileStatus.of(root) == nil) }
  }
}
