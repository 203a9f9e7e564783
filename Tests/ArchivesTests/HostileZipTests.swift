import Archives
import TestSupport
import Testing

/// Malformed and malicious zip archives, one test for each fault.
@Suite struct HostileZipTests {
  typealias Entry = ZipFile.Entry

  private let a = Entry("a", [1, 2, 3])
  private let b = Entry("b", [4])

  @Test func theBuilderMakesValidArchives() throws {
    #expect(try read(ZipFile(a, Entry("f/"), b)) == [Content("a", [1, 2, 3]), .folder("f"), Content("b", [4])])
  }

  @Test(arguments: [
    "", "/", "/a", "..", "../a", "a/../../b", "a/..", ".", "./../a", ".//a", "a//b", "a\nb", "a\u{0}b", "a\u{1B}[2Jb",
    "a\u{85}b",
    String(repeating: "x", count: 300), String(repeating: "x/", count: 2_100) + "x",
  ])
  func unsafeNamesAreRefused(name: String) throws {
    #expect(refusal(ZipFile(a, Entry(name, [1]))) == .unsafe)
  }

  @Test func aFileNamedLikeAFolderIsRefused() throws {
    var entry = Entry("b/", [1])
    #expect(refusal(ZipFile(entry)) == .damaged)
    entry.mode = 0o100600
    #expect(refusal(ZipFile(entry)) == .unsafe)
  }

  @Test func namesThatAreNotUTF8AreRefused() throws {
    #expect(refusal(ZipFile(Entry([0x81, 0x82]))) == .unsupported)
    let field = ZipFile.u16(0x7075) + ZipFile.u16(6) + [1, 0, 0, 0, 0, 66]
    #expect(refusal(ZipFile(a.with { $0.extra = field })) == .unsafe)
  }

  @Test(arguments: [0o120777, 0o010600, 0o020600, 0o060600, 0o140600])
  func otherTypesAreRefused(mode: Int) throws {
    var entry = b
    entry.mode = mode
    #expect(refusal(ZipFile(a, entry)) == .unsafe)
  }

  @Test func archivesOfDOSAreRead() throws {
    var folder = Entry("f/")
    (folder.madeBy, folder.mode, folder.attributes) = (20, 0, 0x10)
    var file = Entry("f/a", [1])
    (file.madeBy, file.mode, file.attributes) = (20, 0, 0x20)
    #expect(try read(ZipFile(folder, file)) == [.folder("f"), Content("f/a", [1])])
  }

  @Test func duplicateNamesAreRefused() throws {
    #expect(refusal(ZipFile(a, b, a)) == .unsafe)
    #expect(refusal(ZipFile(Entry("f/"), Entry("f/"))) == .unsafe)
    #expect(refusal(ZipFile(Entry("f"), Entry("f/"))) == .unsafe)
    #expect(refusal(ZipFile(Entry("f"), Entry("f/a"))) == .unsafe)
    #expect(refusal(ZipFile(Entry("f/a"), Entry("f"))) == .unsafe)
    let names = ["a", "A", "e\u{301}", "\u{E9}"]
    var zip = ZipFile()
    zip.entries = names.map { Entry($0).with { $0.flags = 1 << 11 } }
    #expect(try read(zip).map { Array($0.name.utf8) } == names.map { Array($0.utf8) })
  }

  @Test func differingLocalHeadersAreRefused() throws {
    let changes: [(inout ZipFile.Header) -> Void] = [
      { $0.name = [66] }, { $0.name = Array("../a".utf8) }, { $0.method = 8 }, { $0.flags = 1 << 11 }, { $0.flags = 1 },
      { $0.size = 2 }, { $0.compressedSize = 2 }, { $0.crc = 0 }, { $0.flags = 1 << 3 },
    ]
    for (index, change) in changes.enumerated() {
      var entry = a
      change(&entry.local)
      #expect(refusal(ZipFile(b, entry)) == .unsafe, "change \(index)")
    }
  }

  @Test func bytesOutsideEntriesAreRefused() throws {
    var zip = ZipFile(a, b)
    zip.prefix = [0]
    #expect(refusal(zip) == .unsafe)
    zip = ZipFile(a, b)
    zip.entries[0].after = [0]
    #expect(refusal(zip) == .unsafe)
    zip = ZipFile(a, b)
    zip.beforeDirectory = [0]
    #expect(refusal(zip) == .unsafe)
    zip = ZipFile(a, b)
    zip.beforeEnd = [0]
    #expect(refusal(zip) == .damaged)
    zip = ZipFile(a, b)
    for suffix in [[1], [0, 1], [1, 0], [UInt8](repeating: 0, count: 70_000)] as [[UInt8]] {
      zip.suffix = suffix
      #expect(refusal(zip) == .damaged)
    }
    // Writers that write whole blocks fill up the last one with zeros.
    for count in [1, 511, 10_239, 65_536] {
      zip.suffix = [UInt8](repeating: 0, count: count)
      #expect(try read(zip).count == 2)
    }
    zip = ZipFile(a)
    zip.entries[0].after = Array(ZipFile(Entry("hidden")).bytes.prefix(36))
    #expect(refusal(zip) == .unsafe)
    #expect(failure { try readZip(Array("MZ".utf8) + ZipFile(a).bytes, password: nil) }?.kind == .damaged)
  }

  @Test func overlappingEntriesAreRefused() throws {
    var zip = ZipFile(a, b)
    zip.entries[1].start = 0
    #expect(refusal(zip) == .unsafe)
    zip = ZipFile(a, b)
    for place in [1, 20, 1 << 20, 0xFFFF_FFFE, 0xFFFF_FFFF] {
      zip.entries[1].start = place
      #expect(refusal(zip) != nil)
    }
    // A stored archive inside an entry, and the directory pointing into it.
    let inner = Entry("inner", [9])
    var outer = ZipFile(Entry("outer", Array(ZipFile(inner).bytes.prefix(36))), inner)
    outer.entries[1].start = 35
    #expect(refusal(outer) == .unsafe)
  }

  @Test func aCommentThatHidesARecordIsRefused() throws {
    var zip = ZipFile(a)
    zip.comment = Array("made by hand".utf8)
    #expect(try read(zip).count == 1)
    zip.comment = ZipFile(b).bytes
    #expect(refusal(zip) == .unsafe || refusal(zip) == .damaged)
    zip.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 40)
    #expect(refusal(zip) == .damaged)
    zip.comment = [UInt8](repeating: 32, count: 15_000)
    #expect(try read(zip).count == 1)
    zip.comment = [UInt8](repeating: 32, count: 60_000)
    #expect(refusal(zip) == .unsupported)
  }

  @Test func wrongEndRecordsAreRefused() throws {
    for count in [0, 1, 3, 65_534] {
      var zip = ZipFile(a, b)
      zip.count = count
      #expect(refusal(zip) == .damaged, "\(count) entries")
    }
    for start in [0, 1, 0xFFFF_FFFE] {
      var zip = ZipFile(a, b)
      zip.directoryStart = start
      #expect(refusal(zip) == .damaged)
    }
    var zip = ZipFile(a)
    zip.disk = 1
    #expect(refusal(zip) == .damaged)
  }

  @Test func unknownMethodsAndFlagsAreRefused() throws {
    for method in [1, 6, 9, 12, 14, 93, 95, 98] {
      #expect(refusal(ZipFile(a.with { $0.method = method })) == .unsupported, "method \(method)")
    }
    for bit in [4, 5, 6, 7, 12, 13] {
      #expect(refusal(ZipFile(a.with { $0.flags = 1 << bit })) == .unsupported, "flag \(bit)")
    }
    #expect(refusal(ZipFile(a.with { $0.method = 99 })) == .damaged)
    #expect(refusal(ZipFile(aes(method: 12))) == .unsupported)
    #expect(refusal(ZipFile(aes(strength: 4))) == .damaged)
    #expect(refusal(ZipFile(aes(version: 3))) == .damaged)
    #expect(refusal(ZipFile(aes())) == .passwordNeeded)
  }

  @Test func partlyEncryptedZipsAreRefused() throws {
    #expect(refusal(ZipFile(a, aes())) == .unsafe)
    #expect(refusal(ZipFile(aes(), a)) == .unsafe)
    #expect(refusal(ZipFile(Entry("f/"), Entry("empty"), aes())) == .passwordNeeded)
  }

  @Test func wrongChecksumsAreRefused() throws {
    #expect(refusal(ZipFile(a.with { $0.crc ^= 1 })) == .damaged)
    #expect(refusal(ZipFile(a.with { $0.size = 4 })) == .damaged)
    #expect(refusal(ZipFile(a.with { $0.size = 2 })) == .damaged)
    #expect(refusal(ZipFile(a.with { $0.size = 4 << 30 - 2 })) == .damaged)
  }

  @Test func emptyAndTruncatedZipsAreRefused() throws {
    #expect(failure { try readZip([], password: nil) }?.kind == .damaged)
    #expect(failure { try readZip([0x50, 0x4B, 5, 6], password: nil) }?.kind == .damaged)
    #expect(failure { try readZip([UInt8](repeating: 0x50, count: 100_000), password: nil) }?.kind == .damaged)
    #expect(failure { try contents(ArchiveReader(zip: -1, password: nil)) }?.kind == .failed)
  }

  /// An entry with an AES field, and salt, check and MAC of zeros around it.
  private func aes(version: Int = 2, strength: UInt8 = 3, method: Int = 0) -> Entry {
    let field =
      ZipFile.u16(0x9901) + ZipFile.u16(7) + ZipFile.u16(version) + [65, 69, strength] + ZipFile.u16(method)
    return Entry("secret", [UInt8](repeating: 0, count: 16 + 2 + 5 + 10)).with {
      ($0.method, $0.flags, $0.extra, $0.size) = (99, 1, field, 5)
    }
  }

  private func read(_ zip: ZipFile) throws -> [Content] {
    try readZip(zip.bytes, password: nil)
  }

  private func refusal(_ zip: ZipFile) -> ArchiveError.Kind? {
    failure { try read(zip) }?.kind
  }
}
