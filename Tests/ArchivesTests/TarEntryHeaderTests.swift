import TestSupport
import Testing

@testable import Archives

/// Tar entries that fit into the fields of a header, and those that do not.
@Suite struct TarEntryHeaderTests {
  /// Names on both sides of the limits of the two name fields.
  static let names: [String] = {
    func part(_ count: Int) -> String { String(repeating: "n", count: count) }
    var names = [part(100), part(101), "ü", part(99) + "ü", "\(part(10))/\(part(89))", "\(part(10))/\(part(90))"]
    for prefix in [1, 154, 155, 156] {
      for base in [1, 99, 100, 101] { names.append("\(part(prefix))/\(part(base))") }
    }
    names.append("\(part(50))/\(part(80))/\(part(60))/\(part(60))")
    names.append(String(repeating: "f/", count: 60) + part(100))
    return names
  }()

  @Test(arguments: names)
  func everyReaderSeesTheName(_ name: String) throws {
    let archive = try tarZstd([Content(name, "content"), Content("next", "another")])
    #expect(try readTarZstd(archive) == [Content(name, "content"), Content("next", "another")])
    let scratch = try TemporaryFolder()
    try scratch.write(archive, to: "a.tar.zst")
    let list = "import subprocess, tarfile; print(*[m.name for m in tarfile.open('a.tar')], sep='\\n')"
    try scratch.run("zstd", "-q", "-d", "a.tar.zst")
    #expect(try scratch.run("python3", "-c", list).text == "\(name)\nnext\n")
    // 7-Zip prints a table; tar and bsdtar escape non-ASCII names in the C locale.
    for tool in ["tar", "bsdtar"] {
      #expect(try scratch.run(tool, "-t", "-f", "a.tar").text == "\(name)\nnext\n")
    }
  }

  @Test(arguments: [0, 1, 1 << 33 - 1, 1 << 33, -1, -86_400, 1 << 31] as [Int64])
  func everyReaderSeesTheTime(_ time: Int64) throws {
    let memory = Memory()
    let writer = try TarZstdWriter(threads: 0, sink: memory.write)
    try writer.addFile("a", size: 1, modified: time, from: source([1]))
    try writer.finish()
    let reader = try ArchiveReader(tarZstd: source(memory.bytes))
    #expect(try reader.next()?.modified == time)
    let scratch = try TemporaryFolder()
    try scratch.write(memory.bytes, to: "a.tar.zst")
    try scratch.run("tar", "--zstd", "-x", "-f", "a.tar.zst")
    #expect(try scratch.run("stat", "-c", "%Y", "a").text == "\(time)\n")
  }

  /// Only the header declares eight gigabytes; they are not written.
  @Test(arguments: [1 << 33 - 1, 1 << 33, 1 << 40] as [Int64])
  func everyReaderSeesTheSize(_ size: Int64) throws {
    let header = TarEntryHeader(name: "a", size: size, modified: 0)
    #expect(header.blocks.count % 512 == 0)
    let scratch = try TemporaryFolder()
    try scratch.write(header.blocks, to: "a.tar")
    let list = "import tarfile; print(tarfile.open('a.tar').next().size)"
    #expect(try scratch.run("python3", "-c", list).text == "\(size)\n")
    // The archive ends early, so tar says so after it has listed the entry.
    #expect(try scratch.run("tar", "-t", "-v", "-f", "a.tar", status: nil).text.contains(" \(size) "))
  }

  @Test func anArchiveIsWholeBlocksWithAnEnd() throws {
    for count in [0, 1, 511, 512, 513] {
      let scratch = try TemporaryFolder()
      try scratch.write(tarZstd([Content("a", [UInt8](repeating: 7, count: count))]), to: "a.tar.zst")
      try scratch.run("zstd", "-q", "-d", "a.tar.zst")
      let tar = try scratch.read("a.tar")
      #expect(tar.count == 512 + (count + 511) / 512 * 512 + 1_024)
      #expect(tar.suffix(1_024).allSatisfy { $0 == 0 })
    }
  }
}
