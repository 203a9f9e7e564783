import Archives
import TestSupport
import Testing

/// Wrong sizes, bombs and zip64 in archives with deflated content, made by hand in blocks without compression (RFC 1951).
@Suite struct HostileDeflateTests {
  @Test func declaredSizesMustBeRight() throws {
    let content = seededBytes(1_000, seed: 7)
    #expect(try read(deflated(content)) == [Content("a", content)])
    #expect(refusal(deflated(content).with { $0.size = 999 }) == .damaged)
    #expect(refusal(deflated(content).with { $0.size = 1_001 }) == .damaged)
    #expect(refusal(deflated(content).with { $0.size = 0 }) == .damaged)
    let large = deflated(content).with { $0.size = 4 << 30 - 2 }
    #expect(refusal(large) == .limit)
    let limits = ArchiveLimits(ratio: .max)
    #expect(failure { try readZip(ZipFile(large).bytes, password: nil, limits: limits) }?.kind == .damaged)
    #expect(refusal(deflated(content).with { $0.crc ^= 1 }) == .damaged)
  }

  @Test func bytesAfterTheDeflatedContentAreRefused() throws {
    var entry = deflated([1, 2, 3])
    entry.content += [0, 0, 0]
    #expect(refusal(entry.with { $0.compressedSize += 3 }) == .damaged)
  }

  @Test func aTruncatedDeflateStreamIsRefused() throws {
    var entry = deflated([1, 2, 3])
    entry.content.removeLast()
    #expect(refusal(entry.with { $0.compressedSize -= 1 }) == .damaged)
  }

  @Test func dataDescriptorsMustAgree() throws {
    let entry = deflated([1, 2, 3]).with { $0.flags = 1 << 3 }
    let crc = ZipFile.u32(Int(entry.central.crc))
    let short = ZipFile.u32(entry.central.compressedSize) + ZipFile.u32(3)
    let long = ZipFile.u64(entry.central.compressedSize) + ZipFile.u64(3)
    let signature = ZipFile.u32(0x0807_4B50)
    for descriptor in [crc + short, signature + crc + short, crc + long, signature + crc + long] {
      var streamed = entry
      streamed.local.crc = 0
      streamed.local.size = 0
      streamed.local.compressedSize = 0
      streamed.after = descriptor
      #expect(try read(streamed) == [Content("a", [1, 2, 3])])
      for index in descriptor.indices {
        streamed.after = descriptor
        streamed.after[index] ^= 1
        #expect(refusal(streamed) == .damaged)
      }
      streamed.after = descriptor + [0]
      #expect(refusal(streamed) == .unsafe)
      streamed.after = descriptor.dropLast()
      #expect(refusal(streamed) == .unsafe)
    }
    #expect(refusal(entry) == .unsafe)
  }

  @Test func zip64FieldsAreReadOrRefused() throws {
    let entry = deflated([1, 2, 3])
    let sizes = ZipFile.u64(3) + ZipFile.u64(entry.central.compressedSize)
    func large(_ sizes: [UInt8]) -> ZipFile.Entry {
      entry.with {
        ($0.size, $0.compressedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF)
        $0.extra = ZipFile.u16(1) + ZipFile.u16(sizes.count) + sizes
      }
    }
    #expect(try read(large(sizes)) == [Content("a", [1, 2, 3])])
    #expect(refusal(large(Array(sizes.dropLast()))) == .damaged)
    #expect(refusal(large(ZipFile.u64(-1) + ZipFile.u64(8))) == .damaged)
    #expect(refusal(large(ZipFile.u64(3) + ZipFile.u64(.max))) == .unsafe)
    #expect(refusal(large(ZipFile.u64(.max) + ZipFile.u64(8))) == .limit)
    #expect(refusal(entry.with { $0.extra = [1] }) == .damaged)
    #expect(refusal(entry.with { $0.extra = [9, 9, 200, 0] }) == .damaged)
    #expect(try read(entry.with { $0.extra = [0, 0, 0] }).count == 1)
  }

  @Test func limitsApplyToInflatedBytes() throws {
    let archive = ZipFile(deflated([1, 2, 3])).bytes
    for limits in [ArchiveLimits(entries: 0), ArchiveLimits(totalSize: 2), ArchiveLimits(entrySize: 2)] {
      #expect(failure { try readZip(archive, password: nil, limits: limits) }?.kind == .limit)
    }
    let limits = ArchiveLimits(entries: 1, totalSize: 3, entrySize: 3)
    #expect(try readZip(archive, password: nil, limits: limits).count == 1)
  }

  @Test func aBombMadeByZipIsRefused() throws {
    let scratch = try TemporaryFolder()
    try scratch.run("bash", "-c", "head -c 50000000 /dev/zero > zeros && zip -q a.zip zeros")
    let archive = try scratch.read("a.zip")
    #expect(failure { try readZip(archive, password: nil, limits: ArchiveLimits(ratio: 500)) }?.kind == .limit)
    #expect(try readZip(archive, password: nil).map(\.bytes?.count) == [50_000_000])
  }

  @Test func twoMillionEntriesAreRefused() throws {
    let record = ZipFile.u32(0x0606_4B50) + ZipFile.u64(44) + ZipFile.u32(0) + ZipFile.u32(0) + ZipFile.u32(0)
    let directory = [UInt8](repeating: 0, count: 46)
    let counts = ZipFile.u64(2_000_000) + ZipFile.u64(2_000_000) + ZipFile.u64(46) + ZipFile.u64(0)
    let locator = ZipFile.u32(0x0706_4B50) + ZipFile.u32(0) + ZipFile.u64(46) + ZipFile.u32(1)
    let end = ZipFile.u32(0x0605_4B50) + [UInt8](repeating: 255, count: 16) + ZipFile.u16(0)
    let archive = directory + record + counts + locator + end
    #expect(failure { try readZip(archive, password: nil) }?.kind == .limit)
    let limits = ArchiveLimits(entries: 3_000_000)
    #expect(failure { try readZip(archive, password: nil, limits: limits) }?.kind == .damaged)
  }

  private func deflated(_ content: [UInt8]) -> ZipFile.Entry {
    var entry = ZipFile.Entry("a", content)
    entry.content = [1] + ZipFile.u16(content.count) + ZipFile.u16(~content.count) + content
    let size = entry.content.count
    return entry.with {
      $0.method = 8
      $0.compressedSize = size
    }
  }

  private func read(_ entry: ZipFile.Entry) throws -> [Content] {
    try readZip(ZipFile(entry).bytes, password: nil)
  }

  private func refusal(_ entry: ZipFile.Entry) -> ArchiveError.Kind? {
    failure { try read(entry) }?.kind
  }
}
