import TestSupport
import Testing

@testable import Archives

@Suite struct RoundTripTests {
  @Test(arguments: [0, 1, 2], [Int.max, 7_001])
  func aTarZstdIsReadAsWritten(threads: Int, piece: Int) throws {
    let archive = try tarZstd(Content.samples, threads: threads, piece: piece)
    #expect(try readTarZstd(archive, piece: piece) == Content.samples)
  }

  @Test(arguments: [Int.max, 7_001])
  func aZipIsReadAsWritten(piece: Int) throws {
    let archive = try zip(Content.samples, piece: piece)
    #expect(try readZip(archive) == Content.samples)
  }

  @Test func anEmptyArchiveIsReadAsWritten() throws {
    #expect(try readTarZstd(tarZstd([])) == [])
    #expect(try readZip(zip([])) == [])
    #expect(try readZip(zip([]), password: nil) == [])
  }

  @Test func tarZstdIsDeterministic() throws {
    #expect(try tarZstd(Content.samples) == tarZstd(Content.samples, piece: 333))
  }

  @Test func entriesDescribeTheirContents() throws {
    let contents: [Content] = [Content("f/a", "abc"), Content("e", "")]
    let tar = try ArchiveReader(tarZstd: source(tarZstd(contents)))
    #expect(!tar.isEncrypted)
    #expect(try tar.next() == ArchiveEntry(name: "f/a", kind: .file, size: 3, modified: time, isEncrypted: false))
    try withZip(zip(contents)) { (zip) throws in
      #expect(zip.isEncrypted)
      #expect(try zip.next() == ArchiveEntry(name: "f/a", kind: .file, size: 3, modified: time, isEncrypted: true))
      #expect(try zip.next() == ArchiveEntry(name: "e", kind: .file, size: 0, modified: time, isEncrypted: false))
      #expect(try zip.next() == nil)
      #expect(try zip.next() == nil)
    }
  }

  @Test(arguments: [-1, 0, 1, 1 << 31, 1 << 33 + 5])
  func timesAreReadAsWritten(time: Int64) throws {
    let memory = Memory()
    let writer = try TarZstdWriter(threads: 0, sink: memory.write)
    try writer.addFile("a", size: 0, modified: time) { _ in 0 }
    try writer.finish()
    #expect(try ArchiveReader(tarZstd: source(memory.bytes)).next()?.modified == time)
  }
}
