import Archives
import TestSupport
import Testing

/// Malformed and malicious tar archives, one test for each fault.
@Suite struct HostileTarTests {
  @Test func theBuilderMakesValidArchives() throws {
    #expect(
      try read(TarFile.entry("a", content: [1, 2]) + TarFile.entry("f/", type: "5") + TarFile.end) == [
        Content("a", [1, 2]), .folder("f"),
      ])
  }

  @Test(arguments: [
    "", "/", "/a", "..", "../a", "a/../../b", "a/..", ".", "./", "./../a", ".//a", "a/./b", "a//b", "a/", "a\nb",
    "a\u{0}b",
    "a\u{1B}[2Jb",
    "a\u{7F}", "a\u{85}b", String(repeating: "x", count: 300), String(repeating: "x/", count: 2_100) + "x",
  ])
  func unsafeNamesAreRefused(name: String) throws {
    #expect(refusal(TarFile.pax(("path", name)) + TarFile.entry("", content: [1]) + TarFile.end) == .unsafe)
  }

  @Test func namesThatAreNotUTF8AreRefused() throws {
    #expect(refusal(TarFile.header([0xC3, 0x28]) + TarFile.end) == .unsupported)
    #expect(
      refusal(TarFile.pax(("path", [0xFF, 0x41])) + TarFile.entry("a") + TarFile.end) == .unsupported)
  }

  @Test(arguments: ["1", "2", "3", "4", "6", "7", "K", "S", "M", "V", "N", "D", "A", "X", "\u{7F}"])
  func otherTypesAreRefused(type: Character) throws {
    #expect(refusal(TarFile.entry("a", type: type) + TarFile.end) == .unsafe)
  }

  @Test func aDuplicateNameIsRefused() throws {
    let file = TarFile.entry("a")
    #expect(refusal(file + TarFile.entry("b") + file + TarFile.end) == .unsafe)
    let folder = TarFile.entry("f/", type: "5")
    #expect(refusal(folder + folder + TarFile.end) == .unsafe)
    #expect(refusal(folder + TarFile.entry("f", type: "5") + TarFile.end) == .unsafe)
  }

  @Test(arguments: [
    [TarFile.entry("f"), TarFile.entry("f/a")], [TarFile.entry("f/a"), TarFile.entry("f")],
    [TarFile.entry("f", type: "5"), TarFile.entry("f")], [TarFile.entry("f"), TarFile.entry("f", type: "5")],
    [TarFile.entry("f"), TarFile.entry("f/g/h/a")], [TarFile.entry("f/g/a"), TarFile.entry("f/g")],
  ])
  func aFileInPlaceOfAFolderIsRefused(entries: [[UInt8]]) throws {
    #expect(refusal(entries.flatMap { $0 } + TarFile.end) == .unsafe)
  }

  @Test func aFolderAfterItsFilesIsAccepted() throws {
    let found = try read(TarFile.entry("f/a") + TarFile.entry("f/", type: "5") + TarFile.entry("f/b") + TarFile.end)
    #expect(found.map(\.name) == ["f/a", "f", "f/b"])
  }

  @Test func namesAreComparedByBytes() throws {
    let names = ["a", "A", "e\u{301}", "\u{E9}", "\u{212B}", "\u{C5}", "ﬁ", "fi"]
    let archive = names.flatMap { TarFile.pax(("path", $0)) + TarFile.entry("") } + TarFile.end
    #expect(try read(archive).map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
  }

  @Test func declaredSizesMustBeRight() throws {
    let content = TarFile.padded([UInt8](repeating: 1, count: 700))
    func archive(_ size: Int) -> [UInt8] { TarFile.header([65], size: size) + content + TarFile.end }
    #expect(try read(archive(700)).count == 1)
    #expect(refusal(archive(100)) == .damaged)
    #expect(refusal(archive(5_000)) == .damaged)
    #expect(refusal(archive(4 << 30)) == .damaged)
    #expect(refusal(archive(1 << 33 - 1)) == .damaged)
    let huge: [UInt8] = [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7)
    #expect(refusal(TarFile.header([65], sizeField: huge) + TarFile.end) == .limit)
    let negative = [UInt8](repeating: 0xFF, count: 12)
    #expect(refusal(TarFile.header([65], sizeField: negative) + TarFile.end) == .damaged)
    let overflowing: [UInt8] = [0x80, 1] + [UInt8](repeating: 0, count: 10)
    #expect(refusal(TarFile.header([65], sizeField: overflowing) + TarFile.end) == .damaged)
    #expect(refusal(TarFile.header([65], sizeField: Array("99999999999".utf8)) + TarFile.end) == .damaged)
  }

  @Test func aFolderWithContentIsRefused() throws {
    #expect(refusal(TarFile.entry("f/", type: "5", content: [1]) + TarFile.end) == .damaged)
    #expect(refusal(TarFile.pax(("size", "1")) + TarFile.entry("f/", type: "5") + TarFile.end) == .damaged)
  }

  @Test func paxOverridesAreReadOrRefused() throws {
    let entry = TarFile.entry("a", content: [1, 2, 3])
    #expect(try read(TarFile.pax(("path", "b")) + entry + TarFile.end) == [Content("b", [1, 2, 3])])
    #expect(try read(TarFile.pax(("size", "2")) + entry + TarFile.end) == [Content("a", [1, 2])])
    #expect(refusal(TarFile.pax(("path", "../b")) + entry + TarFile.end) == .unsafe)
    #expect(refusal(TarFile.pax(("size", "9999999")) + entry + TarFile.end) == .damaged)
    #expect(refusal(TarFile.pax(("size", "-1")) + entry + TarFile.end) == .damaged)
    #expect(refusal(TarFile.pax(("size", "99999999999999999999")) + entry + TarFile.end) == .damaged)
    #expect(refusal(TarFile.pax(("size", "999999999999999999")) + entry + TarFile.end) == .limit)
    #expect(refusal(TarFile.pax(("path", "b")) + TarFile.pax(("path", "c")) + entry + TarFile.end) == .damaged)
    #expect(refusal(TarFile.pax(("path", [65]), ("path", [66])) + entry + TarFile.end) == .damaged)
    #expect(refusal(TarFile.pax(("path", "b")) + TarFile.end) == .damaged)
    #expect(try read(TarFile.pax(("comment", "b"), type: "g") + entry + TarFile.end).count == 1)
    for key in ["path", "GNU.sparse.major"] {
      #expect(refusal(TarFile.pax((key, "b"), type: "g") + entry + TarFile.end) == .unsafe)
    }
    #expect(refusal(TarFile.pax(("size", "0"), type: "g") + entry + TarFile.end) == .unsafe)
  }

  @Test(arguments: [
    "path=a\n", "8 path=a\n", "11 path=a\n", "9 path=a ", "0 path=a\n", "9999999999999999999 path=a\n", "-9 path=a\n",
    "9 pathXa\n", "9", " ", "2 ", "3 =\n",
  ])
  func malformedPaxRecordsAreRefused(text: String) throws {
    #expect(
      refusal(TarFile.entry("p", type: "x", content: Array(text.utf8)) + TarFile.entry("a") + TarFile.end)
        == .damaged)
  }

  @Test(arguments: ["GNU.sparse.map", "GNU.sparse.major", "GNU.sparse.size", "GNU.sparse.name"])
  func sparseFilesAreRefused(key: String) throws {
    #expect(refusal(TarFile.pax((key, "1")) + TarFile.entry("a", content: [1]) + TarFile.end) == .unsafe)
  }

  @Test func longNamesOfGNUAreRead() throws {
    let magic = "ustar  \u{0}"
    let long = String(repeating: "x", count: 200)
    let name = TarFile.entry("././@LongLink", type: "L", content: Array(long.utf8) + [0], magic: magic)
    let file = TarFile.entry("x", content: [1], magic: magic)
    #expect(try read(name + file + TarFile.end) == [Content(long, [1])])
    #expect(refusal(name + name + file + TarFile.end) == .damaged)
    #expect(refusal(name + TarFile.pax(("path", "a")) + file + TarFile.end) == .damaged)
    #expect(refusal(name + TarFile.end) == .damaged)
    let hidden = TarFile.entry("././@LongLink", type: "L", content: Array("a\u{0}b\u{0}".utf8), magic: magic)
    #expect(refusal(hidden + file + TarFile.end) == .unsafe)
  }

  @Test func aHugePaxHeaderIsRefused() throws {
    let header = TarFile.header(Array("p".utf8), type: "x", size: 1 << 30)
    #expect(refusal(header + TarFile.end) == .limit)
  }

  @Test func oldAndBrokenHeadersAreRefused() throws {
    #expect(refusal(TarFile.entry("a", magic: "") + TarFile.end) == .unsupported)
    var wrong = TarFile.entry("a")
    wrong[0] += 1
    #expect(refusal(wrong + TarFile.end) == .damaged)
  }

  private func read(_ tar: [UInt8]) throws -> [Content] {
    try readTarZstd(ZstdFrame.stored(tar))
  }

  private func refusal(_ tar: [UInt8]) -> ArchiveError.Kind? {
    failure { try read(tar) }?.kind
  }
}
