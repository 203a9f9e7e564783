import Archives
import TestSupport
import Testing

/// Damage to the stream around a tar archive, and to its end.
@Suite struct HostileZstdTests {
  let tar = TarFile.entry("a", content: [UInt8](repeating: 0, count: 1_500)) + TarFile.entry("b", content: [1])

  @Test func validEndsAreAccepted() throws {
    for archive in [
      ZstdFrame.stored(tar + TarFile.end),
      ZstdFrame.stored(tar + TarFile.end + [UInt8](repeating: 0, count: 512 * 37)),
      ZstdFrame.stored(tar) + ZstdFrame.stored(TarFile.end),
      ZstdFrame.stored(tar + TarFile.end) + skippable,
      skippable + ZstdFrame.stored(tar + TarFile.end),
    ] {
      #expect(try readTarZstd(archive).count == 2)
      #expect(try readTarZstd(archive, piece: 1).count == 2)
    }
  }

  @Test func malformedEndsAreRefused() throws {
    let archives = [
      ZstdFrame.stored(tar),
      ZstdFrame.stored(tar + TarFile.end.prefix(512)),
      ZstdFrame.stored(tar + TarFile.end.prefix(1_023)),
      ZstdFrame.stored(tar + TarFile.end + [0]),
      ZstdFrame.stored(tar + TarFile.end + TarFile.entry("c") + TarFile.end),
      ZstdFrame.stored(tar + TarFile.end.prefix(512) + TarFile.entry("c") + TarFile.end),
      ZstdFrame.stored(tar + TarFile.end) + ZstdFrame.stored(TarFile.entry("c")),
      ZstdFrame.stored(tar + TarFile.end) + [0],
      ZstdFrame.stored(tar + TarFile.end) + Array("hello".utf8),
      ZstdFrame.stored(tar + TarFile.end) + ZstdFrame.start,
      ZstdFrame.stored(tar + TarFile.end) + skippable.dropLast(),
      ZstdFrame.stored([]),
      [],
    ]
    for (index, archive) in archives.enumerated() {
      #expect(kind(archive) == .damaged, "archive \(index)")
    }
  }

  @Test func otherCompressorsAreRefused() throws {
    let scratch = try TemporaryFolder()
    try scratch.write(tar + TarFile.end, to: "a.tar")
    #expect(kind(try scratch.read("a.tar")) == .damaged)
    for (program, ending) in [("gzip", "gz"), ("xz", "xz"), ("bzip2", "bz2")] {
      try scratch.run(program, "-k", "a.tar")
      #expect(kind(try scratch.read("a.tar." + ending)) == .damaged)
    }
    #expect(kind(ZstdFrame.stored(ZstdFrame.stored(tar + TarFile.end))) == .damaged)
  }

  @Test func aZipIsNotReadAsATar() throws {
    #expect(kind(try zip([Content("a", "b")])) == .damaged)
  }

  @Test(arguments: [
    ArchiveLimits(ratio: 10_000), ArchiveLimits(totalSize: 1 << 30), ArchiveLimits(entrySize: 1 << 30),
  ])
  func aBombOfOneFileIsRefused(limits: ArchiveLimits) throws {
    let reader = try ArchiveReader(tarZstd: endless(TarFile.header([65], size: 1 << 33 - 1)), limits: limits)
    let error = failure {
      while try reader.next() != nil {}
      return []
    }
    #expect(error?.kind == .limit)
  }

  @Test func headersWithoutEndAreRefused() throws {
    let header = TarFile.pax(("comment", "x"), type: "g")
    #expect(failure { try readTarZstd(ZstdFrame.stored((0..<100).flatMap { _ in header })) }?.kind == .limit)
  }

  @Test func zerosWithoutEndAreRefused() throws {
    #expect(failure { try contents(ArchiveReader(tarZstd: endless([]))) }?.kind == .limit)
  }

  @Test func aTotalSizeAboveTheLimitIsRefused() throws {
    let archive = try tarZstd([Content("a", seededBytes(600, seed: 1)), Content("b", seededBytes(600, seed: 2))])
    #expect(failure { try readTarZstd(archive, limits: ArchiveLimits(totalSize: 1_199)) }?.kind == .limit)
    #expect(try readTarZstd(archive, limits: ArchiveLimits(totalSize: 1_200, entrySize: 600)).count == 2)
    #expect(try readTarZstd(archive, limits: ArchiveLimits(totalSize: .max, entrySize: .max, ratio: .max)).count == 2)
  }

  @Test func twoMillionEmptyEntriesAreRefused() throws {
    var number = 0
    var pending = ZstdFrame.start[...]
    let reader = try ArchiveReader(tarZstd: { buffer in
      if pending.isEmpty, number < 2_000_000 {
        let headers = (number..<number + 200).flatMap { TarFile.numbered($0) }
        number += 200
        pending = ZstdFrame.block(headers, isLast: number == 2_000_000)[...]
      }
      let count = min(pending.count, buffer.count)
      buffer.copyBytes(from: pending.prefix(count))
      pending = pending.dropFirst(count)
      return count
    })
    var found = 0
    let error = failure {
      while try reader.next() != nil { found += 1 }
      return []
    }
    #expect(error?.kind == .limit)
    #expect(found == 1_000_000)
  }

  @Test func foldersInNamesCountAsEntries() throws {
    let deep = (0..<10).map { number in
      Content(String(repeating: "\(number)/", count: 100) + "x", "")
    }
    let archive = try tarZstd(deep)
    #expect(failure { try readTarZstd(archive, limits: ArchiveLimits(entries: 400)) }?.kind == .limit)
    #expect(try readTarZstd(archive, limits: ArchiveLimits(entries: 600)).count == 10)
  }

  private let skippable: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]

  private func endless(_ start: [UInt8]) -> ArchiveSource {
    var pending = (ZstdFrame.start + (start.isEmpty ? [] : ZstdFrame.block(start)))[...]
    return { buffer in
      if pending.isEmpty { pending = ZstdFrame.run[...] }
      let count = min(pending.count, buffer.count)
      buffer.copyBytes(from: pending.prefix(count))
      pending = pending.dropFirst(count)
      return count
    }
  }

  private func kind(_ archive: [UInt8]) -> ArchiveError.Kind? {
    failure { try readTarZstd(archive) }?.kind
  }
}

extension TarFile {
  private static let template = header(Array("0000000".utf8))

  /// Returns a header whose name is a number of seven digits, faster than `header`.
  static func numbered(_ number: Int) -> [UInt8] {
    var block = template
    var rest = number
    var sum = 0
    for digit in stride(from: 6, through: 0, by: -1) {
      block[digit] += UInt8(rest % 10)
      sum += rest % 10
      rest /= 10
    }
    var old = block[148..<154].reduce(0) { $0 << 3 | Int($1 & 7) } + sum
    for digit in stride(from: 153, through: 148, by: -1) {
      block[digit] = 0x30 | UInt8(old & 7)
      old >>= 3
    }
    return block
  }
}
