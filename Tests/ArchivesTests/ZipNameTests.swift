import TestSupport
import Testing

@testable import Archives

/// Names in a zip are marked as UTF-8 whatever the locale; the tests run in the C locale.
@Suite struct ZipNameTests {
  @Test(arguments: [1, 7, 46, 1_000, 65_536])
  func namesAreMarkedInPiecesOfAnySize(_ piece: Int) throws {
    let names = ["plain", "ü", "a/plain", "a/漢字", "PK\u{1}\u{2}".filter { $0 == "P" || $0 == "K" } + "é", "last"]
    let whole = Memory()
    // libarchive passes the header on in pieces.
    let marks = ZipUTF8Flags(whole.write)
    var archive: [UInt8] = []
    var starts: [(String, Int)] = []
    for name in names {
      starts.append((name, archive.count))
      archive += Self.header([0x50, 0x4B, 3, 4], 30, name, nameAt: 26) + Array("PK\u{3}\u{4}content".utf8)
    }
    let directory = archive.count
    for name in names { archive += Self.header([0x50, 0x4B, 1, 2], 46, name, nameAt: 28, extra: 9) }
    archive += [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    for (name, start) in starts { marks.beginEntry(name, at: Int64(start)) }
    marks.beginDirectory(at: Int64(directory))
    for start in stride(from: 0, to: archive.count, by: piece) {
      try archive[start..<min(start + piece, archive.count)].withUnsafeBytes(marks.write)
    }
    try marks.finish()
    var expected = archive
    var position = directory
    for (name, start) in starts {
      if !name.utf8.allSatisfy({ $0 < 0x80 }) {
        expected[start + 7] |= 8
        expected[position + 9] |= 8
      }
      position += 46 + name.utf8.count + 9
    }
    #expect(whole.bytes == expected)
  }

  private static func header(
    _ signature: [UInt8], _ size: Int, _ name: String, nameAt: Int, extra: Int = 0
  ) -> [UInt8] {
    var bytes = signature + [UInt8](repeating: 0, count: size - 4)
    bytes[nameAt] = UInt8(name.utf8.count)
    bytes[nameAt + 2] = UInt8(extra)
    return bytes + name.utf8 + [UInt8](repeating: 0x55, count: extra)
  }

  @Test func everyNameThatIsNotASCIIIsMarked() throws {
    let archive = try zip(Content.samples)
    let scratch = try TemporaryFolder()
    try scratch.write(archive, to: "a.zip")
    let list = "import zipfile; print(*[e.filename for e in zipfile.ZipFile('a.zip').infolist()], sep='\\n')"
    // Python reads a name without the mark as code page 437.
    #expect(try scratch.run("python3", "-c", list).text == Content.samples.map { $0.name + "\n" }.joined())
    #expect(try readZip(archive) == Content.samples)
  }
}
