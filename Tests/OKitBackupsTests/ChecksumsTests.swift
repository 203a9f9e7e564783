import Ciphers
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitStorage

@Suite struct ChecksumsTests {
  private static let names = [
    "plain", "with space", " x ", "ä", "名前", "*star", "a\\b", "\\", "\\\\n", "a\\nb", "data/x.json",
  ]

  /// The output of sha256sum(1) for some files, and our own checksums of them.
  private func sums() throws -> (scratch: TemporaryFolder, tool: String, ours: Checksums) {
    let scratch = try TemporaryFolder()
    var ours = Checksums()
    for (index, name) in Self.names.enumerated() {
      let content = "content \(index)"
      try Files.write(content, to: scratch.file(name))
      ours.add(BackupPath(text: name), Journal.Fingerprint.of(text: content).digest)
    }
    let tool = try Tool.run(["sha256sum", "--"] + Self.names, in: scratch.path)
    return (scratch, tool.text, ours)
  }

  @Test func sumsAgreeWithSha256sum() throws {
    let (scratch, tool, ours) = try sums()
    #expect(String(decoding: ours.encoded(), as: UTF8.self) == tool)
    try Files.write(ours.encoded(), to: scratch.file("SHA256SUMS"))
    let check = try Tool.run(["sha256sum", "--strict", "-c", "SHA256SUMS"], in: scratch.path)
    #expect(check.text.split(separator: "\n").count { $0.hasSuffix(": OK") } == Self.names.count)
  }

  @Test func sumsOfSha256sumAreReadInTextAndBinaryMode() throws {
    let (scratch, tool, ours) = try sums()
    #expect(try Checksums(decoding: Array(tool.utf8), of: "b").digests == ours.digests)
    let binary = try Tool.run(["sha256sum", "-b", "--"] + Self.names, in: scratch.path)
    #expect(try Checksums(decoding: Array(binary.text.utf8), of: "b").digests == ours.digests)
  }

  @Test func sumsAreReadAsWritten() throws {
    let (_, _, ours) = try sums()
    #expect(try Checksums(decoding: ours.encoded(), of: "b").encoded() == ours.encoded())
    #expect(try Checksums(decoding: [], of: "b").digests.isEmpty)
  }

  private static let sum = String(repeating: "ab", count: 32)

  @Test(arguments: [
    "x", sum, sum + "  ", sum + " x", sum + "\tx", String(sum.dropLast()) + "g  x", String(sum.dropLast()) + "  x",
    sum + "  x\n" + sum + "  x\n", sum + "   \n" + "rest", "\\" + sum, "SHA256 (x) = " + sum,
  ])
  func malformedSumsAreRefused(_ text: String) {
    #expect(kind { _ = try Checksums(decoding: Array(text.utf8), of: "b") } == .malformed)
  }

  @Test func sumsThatAreNotUTF8AreRefused() {
    #expect(kind { _ = try Checksums(decoding: Array(Self.sum.utf8) + [0x20, 0x20, 0xff], of: "b") } == .malformed)
  }
}
