import Archives
import Testing

/// Tar archives that nobody honest makes, one test for each way.
@Suite struct HostileTarTests {
  @Test func theBuilderMakesGoodArchives() throws {
    #expect(
      try read(TarBytes.entry("a", content: [1, 2]) + TarBytes.entry("f/", type: "5") + TarBytes.end) == [
        Content("a", [1, 2]), .folder("f"),
      ])
  }

  @Test(arguments: [
    "", "/", "/a", "..", "../a", "a/../../b", "a/..", ".", "./", "./../a", ".//a", "a/./b", "a//b", "a/", "a\nb",
    "a\u{0}b",
    "a\u{1B}[2Jb",
    "a\u{7F}", "a\u{85}b", String(repeating: "x", count: 300), String(repeating: "x/", count: 2_100) + "x",
  ])
  func names(name: String) throws {
    #expect(refusal(TarBytes.pax("path", name) + TarBytes.entry("", content: [1]) + TarBytes.end) == .unsafe)
  }

  @Test func aNameThatIsNotUTF8() throws {
    #expect(refusal(TarBytes.header([0xC3, 0x28]) + TarBytes.end) == .unsupported)
    #expect(
      refusal(TarBytes.pax(("path", [0xFF, 0x41])) + TarBytes.entry("a") + TarBytes.end) == .unsupported)
  }

  @Test(arguments: ["1", "2", "3", "4", "6", "7", "K", "S", "M", "V", "N", "D", "A", "X", "\u{7F}"])
  func types(type: Character) throws {
    #expect(refusal(TarBytes.entry("a", type: type) + TarBytes.end) == .unsafe)
  }

  @Test func aNameTwice() throws {
    let file = TarBytes.entry("a")
    #expect(refusal(file + TarBytes.entry("b") + file + TarBytes.end) == .unsafe)
    let folder = TarBytes.entry("f/", type: "5")
    #expect(refusal(folder + folder + TarBytes.end) == .unsafe)
    #expect(refusal(folder + TarBytes.entry("f", type: "5") + TarBytes.end) == .unsafe)
  }

  @Test(arguments: [
    [TarBytes.entry("f"), TarBytes.entry("f/a")], [TarBytes.entry("f/a"), TarBytes.entry("f")],
    [TarBytes.entry("f", type: "5"), TarBytes.entry("f")], [TarBytes.entry("f"), TarBytes.entry("f", type: "5")],
    [TarBytes.entry("f"), TarBytes.entry("f/g/h/a")], [TarBytes.entry("f/g/a"), TarBytes.entry("f/g")],
  ])
  func aFileWhereAFolderIs(entries: [[UInt8]]) throws {
    #expect(refusal(entries.flatMap { $0 } + TarBytes.end) == .unsafe)
  }

  @Test func aFolderAfterItsFiles() throws {
    let found = try read(TarBytes.entry("f/a") + TarBytes.entry("f/", type: "5") + TarBytes.entry("f/b") + TarBytes.end)
    #expect(found.map(\.name) == ["f/a", "f", "f/b"])
  }

  @Test func namesEqualButForCaseOrNormalisation() throws {
    let names = ["a", "A", "e\u{301}", "\u{E9}", "\u{212B}", "\u{C5}", "ﬁ", "fi"]
    let archive = names.flatMap { TarBytes.pax("path", $0) + TarBytes.entry("") } + TarBytes.end
    #expect(try read(archive).map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
  }

  @Test func declaredSizes() throws {
    let content = TarBytes.padded([UInt8](repeating: 1, count: 700))
    func archive(_ size: Int) -> [UInt8] { TarBytes.header([65], size: size) + content + TarBytes.end }
    #expect(try read(archive(700)).count == 1)
    #expect(refusal(archive(100)) == .damaged)
    #expect(refusal(archive(5_000)) == .damaged)
    #expect(refusal(archive(4 << 30)) == .damaged)
    #expect(refusal(archive(1 << 33 - 1)) == .damaged)
    let huge: [UInt8] = [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7)
    #expect(refusal(TarBytes.header([65], sizeField: huge) + TarBytes.end) == .limit)
    let negative = [UInt8](repeating: 0xFF, count: 12)
    #expect(refusal(TarBytes.header([65], sizeField: negative) + TarBytes.end) == .damaged)
    let overflowing: [UInt8] = [0x80, 1] + [UInt8](repeating: 0, count: 10)
    #expect(refusal(TarBytes.header([65], sizeField: overflowing) + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.header([65], sizeField: Array("99999999999".utf8)) + TarBytes.end) == .damaged)
  }

  @Test func aFolderWithContent() throws {
    #expect(refusal(TarBytes.entry("f/", type: "5", content: [1]) + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.pax("size", "1") + TarBytes.entry("f/", type: "5") + TarBytes.end) == .damaged)
  }

  @Test func paxOverrides() throws {
    let entry = TarBytes.entry("a", content: [1, 2, 3])
    #expect(try read(TarBytes.pax("path", "b") + entry + TarBytes.end) == [Content("b", [1, 2, 3])])
    #expect(try read(TarBytes.pax("size", "2") + entry + TarBytes.end) == [Content("a", [1, 2])])
    #expect(refusal(TarBytes.pax("path", "../b") + entry + TarBytes.end) == .unsafe)
    #expect(refusal(TarBytes.pax("size", "9999999") + entry + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.pax("size", "-1") + entry + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.pax("size", "99999999999999999999") + entry + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.pax("size", "999999999999999999") + entry + TarBytes.end) == .limit)
    #expect(refusal(TarBytes.pax("path", "b") + TarBytes.pax("path", "c") + entry + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.pax(("path", [65]), ("path", [66])) + entry + TarBytes.end) == .damaged)
    #expect(refusal(TarBytes.pax("path", "b") + TarBytes.end) == .damaged)
    #expect(try read(TarBytes.pax("comment", "b", type: "g") + entry + TarBytes.end).count == 1)
    for key in ["path", "GNU.sparse.major"] {
      #expect(refusal(TarBytes.pax(key, "b", type: "g") + entry + TarBytes.end) == .unsafe)
    }
    #expect(refusal(TarBytes.pax("size", "0", type: "g") + entry + TarBytes.end) == .unsafe)
  }

  @Test(arguments: [
    "path=a\n", "8 path=a\n", "11 path=a\n", "9 path=a ", "0 path=a\n", "9999999999999999999 path=a\n", "-9 path=a\n",
    "9 pathXa\n", "9", " ", "2 ", "3 =\n",
  ])
  func malformedPaxRecords(text: String) throws {
    #expect(
      refusal(TarBytes.entry("p", type: "x", content: Array(text.utf8)) + TarBytes.entry("a") + TarBytes.end)
        == .damaged)
  }

  @Test(arguments: ["GNU.sparse.map", "GNU.sparse.major", "GNU.sparse.size", "GNU.sparse.name"])
  func sparseFiles(key: String) throws {
    #expect(refusal(TarBytes.pax(key, "1") + TarBytes.entry("a", content: [1]) + TarBytes.end) == .unsafe)
  }

  @Test func longNamesOfGNU() throws {
    let magic = "ustar  \u{0}"
    let long = String(repeating: "x", count: 200)
    let name = TarBytes.entry("././@LongLink", type: "L", content: Array(long.utf8) + [0], magic: magic)
    let file = TarBytes.entry("x", content: [1], magic: magic)
    #expect(try read(name + file + TarBytes.end) == [Content(long, [1])])
    #expect(refusal(name + name + file + TarBytes.end) == .damaged)
    #expect(refusal(name + TarBytes.pax("path", "a") + file + TarBytes.end) == .damaged)
    #expect(refusal(name + TarBytes.end) == .damaged)
    let hidden = TarBytes.entry("././@LongLink", type: "L", content: Array("a\u{0}b\u{0}".utf8), magic: magic)
    #expect(refusal(hidden + file + TarBytes.end) == .unsafe)
  }

  @Test func aHugePaxHeader() throws {
    let header = TarBytes.header(Array("p".utf8), type: "x", size: 1 << 30)
    #expect(refusal(header + TarBytes.end) == .limit)
  }

  @Test func oldAndBrokenHeaders() throws {
    #expect(refusal(TarBytes.entry("a", magic: "") + TarBytes.end) == .unsupported)
    var wrong = TarBytes.entry("a")
    wrong[0] += 1
    #expect(refusal(wrong + TarBytes.end) == .damaged)
  }

  private func read(_ tar: [UInt8]) throws -> [Content] {
    try readTarZstd(ZstdBytes.frame(tar))
  }

  private func refusal(_ tar: [UInt8]) -> ArchiveError.Kind? {
    failure { try read(tar) }?.kind
  }
}
