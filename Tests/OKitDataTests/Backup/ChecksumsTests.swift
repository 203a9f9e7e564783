import Ciphers
import Foundation
import Testing

@testable import OKitBackups
@testable import OKitStorage

@Suite("SHA256SUMS")
struct ChecksumsTests {
  private static let names = [
    "plain", "with space", " x ", "ä", "名前", "*star", "a\\b", "\\", "\\\\n", "a\\nb", "data/x.json",
  ]

  /// What sha256sum(1) writes for the files, and the sums that we know of them.
  private func sums() throws -> (scratch: Scratch, tool: String, ours: Checksums) {
    let scratch = try Scratch()
    var ours = Checksums()
    for (index, name) in Self.names.enumerated() {
      let content = "content \(index)"
      try Disk.write(content, to: scratch.file(name))
      ours.add(name, Journal.Fingerprint.of(text: content).digest)
    }
    let tool = try run(["sha256sum", "--"] + Self.names, in: scratch.path)
    return (scratch, tool.output, ours)
  }

  private func run(_ command: [String], in folder: String) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["LC_ALL=C.UTF-8"] + command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (output, process.terminationStatus)
  }

  @Test("are what sha256sum writes, byte for byte")
  func written() throws {
    let (scratch, tool, ours) = try sums()
    #expect(String(decoding: ours.encoded(), as: UTF8.self) == tool)
    try Disk.write(ours.encoded(), to: scratch.file("SHA256SUMS"))
    let check = try run(["sha256sum", "--strict", "-c", "SHA256SUMS"], in: scratch.path)
    #expect(check.status == 0)
    #expect(check.output.split(separator: "\n").count { $0.hasSuffix(": OK") } == Self.names.count)
  }

  @Test("of sha256sum are read, in text and in binary mode")
  func read() throws {
    let (scratch, tool, ours) = try sums()
    #expect(try Checksums(decoding: Array(tool.utf8), of: "b").digests == ours.digests)
    let binary = try run(["sha256sum", "-b", "--"] + Self.names, in: scratch.path)
    #expect(try Checksums(decoding: Array(binary.output.utf8), of: "b").digests == ours.digests)
  }

  @Test("come back as they were written")
  func roundTrip() throws {
    let (_, _, ours) = try sums()
    #expect(try Checksums(decoding: ours.encoded(), of: "b").encoded() == ours.encoded())
    #expect(try Checksums(decoding: [], of: "b").digests.isEmpty)
  }

  private static let sum = String(repeating: "ab", count: 32)

  @Test(
    "that are none",
    arguments: [
      "x", sum, sum + "  ", sum + " x", sum + "\tx", String(sum.dropLast()) + "g  x", String(sum.dropLast()) + "  x",
      sum + "  x\n" + sum + "  x\n", sum + "   \n" + "rest", "\\" + sum, "SHA256 (x) = " + sum,
    ])
  func malformed(_ text: String) {
    #expect(kind { _ = try Checksums(decoding: Array(text.utf8), of: "b") } == .malformed)
  }

  @Test("that are not UTF-8")
  func notText() {
    #expect(kind { _ = try Checksums(decoding: Array(Self.sum.utf8) + [0x20, 0x20, 0xff], of: "b") } == .malformed)
  }
}
