import TestSupport
import Testing

@testable import Archives

/// Any damage to one byte: the archive is either refused, or returns the original content.
@Suite struct DamageTests {
  let contents: [Content] = [
    Content("f/e\u{301}", "some text, some text, some text"), Content("f/empty", ""),
    Content("p.png", [0x89, 0x50, 0x4E, 0x47] + seededBytes(40, seed: 5)),
  ]

  /// A tar.zst that is not inside an authenticated file can return other content; but never more than its limits, and never a
  /// name that is refused.
  @Test func aDamagedTarZstdStaysWithinItsLimits() throws {
    let archive = try tarZstd(contents)
    var refused = 0
    for damaged in variants(of: archive) {
      guard let found = try? readTarZstd(damaged) else {
        refused += 1
        continue
      }
      #expect(found.count <= contents.count)
      for content in found { #expect(throws: Never.self) { try ArchiveName.check(content.name, kind: .file) } }
    }
    #expect(refused > archive.count * 6)
  }

  @Test func damageToAnEncryptedZipIsRefusedOrHarmless() throws {
    let archive = try zip(contents)
    var refused = 0
    for damaged in variants(of: archive) {
      guard let found = try? readZip(damaged) else {
        refused += 1
        continue
      }
      #expect(found == contents)
    }
    #expect(refused > archive.count * 5)
  }

  @Test func aDamagedPlainZipIsRefusedOrEqual() throws {
    let archive = ZipFile(.init("a", [1, 2, 3]), .init("f/"), .init("f/b", [4])).bytes
    let whole = try readZip(archive, password: nil)
    for damaged in variants(of: archive) {
      guard let found = try? readZip(damaged, password: nil) else { continue }
      #expect(found == whole)
    }
  }

  /// Each bit of each byte flipped, each byte inverted, removed and repeated, and the archive cut at each byte.
  private func variants(of archive: [UInt8]) -> some Sequence<[UInt8]> {
    archive.indices.lazy.flatMap { index in
      (0..<12).lazy.map { way in
        var copy = archive
        switch way {
        case 0..<8: copy[index] ^= 1 << way
        case 8: copy[index] ^= 255
        case 9: copy.remove(at: index)
        case 10: copy.insert(copy[index], at: index)
        default: copy.removeSubrange(index...)
        }
        return copy
      }
    }
  }
}
