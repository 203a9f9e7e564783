import Testing

@testable import Archives

@Suite struct NameTests {
  @Test(arguments: [
    "a", "a/b", "...", "..a", "a..", ".a", "a b", " ", "a\\b", "-", "é", "e\u{301}", "\u{1F600}", "C:", "a\u{202E}b",
    String(repeating: "x", count: 255), String(repeating: "x/", count: 2_047) + "xx",
  ])
  func ordinaryNamesAreAccepted(name: String) throws {
    #expect(try ArchiveName.check(name, kind: .file) == name)
    #expect(try ArchiveName.check(name + (name.utf8.count < 4_096 ? "/" : ""), kind: .folder) == name)
  }

  @Test func aFolderLosesOneSlash() throws {
    #expect(throws: ArchiveError.self) { try ArchiveName.check("a//", kind: .folder) }
    #expect(throws: ArchiveError.self) { try ArchiveName.check("/", kind: .folder) }
    #expect(throws: ArchiveError.self) { try ArchiveName.check("a/", kind: .file) }
  }

  @Test func errorsEscapeNames() {
    #expect(ArchiveError(.damaged, "cut").description == "cut")
    let hostile = ArchiveError(.unsafe, entry: "a\n\u{1B}[2J\u{202E}é", "bad").description
    #expect(hostile == #""a\n\u{1B}[2J\u{202E}é": bad"#)
    #expect(ArchiveError(.unsafe, entry: String(repeating: "x", count: 9_000), "bad").description.utf8.count < 300)
  }

  @Test func compressedContentIsNotDeflated() throws {
    let png = Content("a", [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 0, count: 10_000))
    let text = Content("a", [UInt8](repeating: 0, count: 10_004))
    #expect(try zip([png]).count > 10_004)
    #expect(try zip([text]).count < 1_000)
    for start in ["\u{0}\u{0}\u{0} ftypheic", "RIFF\u{1}\u{1}\u{1}\u{1}WEBP", "GIF89a", "age-encryption.org/v1"] {
      #expect(Array(start.utf8).withUnsafeBytes { CompressedContent.begins($0) })
    }
    #expect(!Array("{\"a\":1,\"b\":2}".utf8).withUnsafeBytes { CompressedContent.begins($0) })
  }
}
