import Archives
import TestSupport
import Testing

/// Writers throw the errors of their closures unchanged, and write nothing after a failure.
@Suite struct WriterTests {
  struct Mine: Error, Equatable {
    let number: Int
  }

  @Test func anErrorOfTheSinkIsThrown() throws {
    for failing in 1...4 {
      var calls = 0
      let sink: ArchiveSink = { _ in
        calls += 1
        if calls >= failing { throw Mine(number: calls) }
      }
      #expect(throws: Mine(number: failing)) { try fill(TarZstdWriter(threads: 0, sink: sink)) }
      #expect(calls == failing)
      calls = 0
      #expect(throws: Mine(number: failing)) {
        try fill(withPassword(password) { try ZipWriter(password: $0, sink: sink) })
      }
      #expect(calls == failing)
    }
  }

  @Test func anErrorOfTheSourceIsThrown() throws {
    let memory = Memory()
    let tar = try TarZstdWriter(threads: 0, sink: memory.write)
    #expect(throws: Mine(number: 1)) { try tar.addFile("a", size: 5, modified: 0) { _ in throw Mine(number: 1) } }
    #expect(throws: ArchiveError.self) { try tar.finish() }
    let zip = try withPassword(password) { try ZipWriter(password: $0, sink: memory.write) }
    #expect(throws: Mine(number: 2)) { try zip.addFile("a", size: 5, modified: 0) { _ in throw Mine(number: 2) } }
    #expect(throws: ArchiveError.self) { try zip.addFile("b", size: 0, modified: 0) { _ in 0 } }
    #expect(throws: ArchiveError.self) { try zip.finish() }
  }

  @Test func anErrorOfAReadersSourceIsThrown() throws {
    let archive = try tarZstd([Content("a", seededBytes(300_000, seed: 1))])
    for failing in 1...8 {
      let all = source(archive, piece: archive.count / 6)
      var calls = 0
      let error = #expect(throws: Mine.self) {
        try contents(
          ArchiveReader(tarZstd: { buffer in
            calls += 1
            if calls == failing { throw Mine(number: calls) }
            return all(buffer)
          }))
      }
      #expect(error == Mine(number: failing))
    }
  }

  @Test func anUnfinishedArchiveReachesNoSink() throws {
    var count = 0
    let sink: ArchiveSink = { count += $0.count }
    do {
      let tar = try TarZstdWriter(threads: 1, sink: sink)
      try tar.addFile("a", size: 3, modified: 0, from: source([1, 2, 3]))
      let zip = try withPassword(password) { try ZipWriter(password: $0, sink: sink) }
      try zip.addFile("a", size: 3, modified: 0, from: source([1, 2, 3]))
    }
    #expect(count == 0)
  }

  @Test func wrongSizesAreRefused() throws {
    for (size, given) in [(5, 4), (5, 6), (0, 1), (1, 0), (200_000, 199_999), (200_000, 200_001), (-1, 0)] {
      let bytes = [UInt8](repeating: 1, count: given)
      let tar = try TarZstdWriter(threads: 0) { _ in }
      let zip = try withPassword(password) { try ZipWriter(password: $0) { _ in } }
      for add in [tar.addFile, zip.addFile] {
        let error = try #require(throws: ArchiveError.self) { try add("a", Int64(size), 0, source(bytes)) }
        #expect(error.kind == .changed)
        #expect(error.entry == "a")
      }
    }
  }

  @Test(arguments: ["", "/a", "../a", "a/", "a\nb", "a//b", "a\u{0}b", String(repeating: "x", count: 256)])
  func unsafeNamesAreRefused(name: String) throws {
    let tar = try TarZstdWriter(threads: 0) { _ in }
    let zip = try withPassword(password) { try ZipWriter(password: $0) { _ in } }
    for add in [tar.addFile, zip.addFile] {
      #expect(try #require(throws: ArchiveError.self) { try add(name, 0, 0) { _ in 0 } }.kind == .unsafe)
    }
  }

  @Test func duplicateNamesAreRefused() throws {
    let tar = try TarZstdWriter(threads: 0) { _ in }
    try tar.addFile("f/a", size: 0, modified: 0) { _ in 0 }
    #expect(throws: ArchiveError.self) { try tar.addFile("f", size: 0, modified: 0) { _ in 0 } }
    let zip = try withPassword(password) { try ZipWriter(password: $0) { _ in } }
    try zip.addFile("f/a", size: 0, modified: 0) { _ in 0 }
    #expect(throws: ArchiveError.self) { try zip.addFile("f/a", size: 0, modified: 0) { _ in 0 } }
  }

  private func fill(_ writer: TarZstdWriter) throws {
    for number in 0..<8 {
      try writer.addFile("\(number)", size: 200_000, modified: 0, from: source(seededBytes(200_000, seed: 1)))
    }
    try writer.finish()
  }

  private func fill(_ writer: ZipWriter) throws {
    for number in 0..<8 {
      try writer.addFile("\(number)", size: 200_000, modified: 0, from: source(seededBytes(200_000, seed: 1)))
    }
    try writer.finish()
  }
}
