import Glibc
import TestSupport

@testable import Archives
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

extension Fuzzer {
  private struct Entry: Equatable {
    let name: [UInt8]
    let kind: ArchiveEntry.Kind
    let modified: Int64
    let content: [UInt8]
  }

  private static let password = Array("password".utf8)
  private static let limits = ArchiveLimits(entries: 64, totalSize: 1 << 20, entrySize: 1 << 19)
  private static let sample = [
    Entry(name: Array("okit-backup.json".utf8), kind: .file, modified: 1_700_000_000, content: Array("{\"a\":1}".utf8)),
    Entry(
      name: Array("data/Bücher.json".utf8), kind: .file, modified: 1_700_000_000,
      content: [UInt8](repeating: 65, count: 600)),
    Entry(name: Array(String(repeating: "l", count: 150).utf8), kind: .file, modified: 0, content: []),
  ]

  /// A tar archive in zstd: accepted archives are valid, and are the same after they are written and read.
  static let tarZstd = Fuzzer(name: "tar-zstd", seeds: { [try writtenTar(sample), try writtenTar([])] }) { input in
    try checkTar(input)
  }

  /// The same without compression, because mutations of compressed bytes rarely reach the tar.
  static let tar = Fuzzer(
    name: "tar",
    seeds: {
      let source = source(try writtenTar(sample))
      let plain = try ZstdFrame.content { source($0) }
      return [plain, Array(plain.prefix(1_536)) + [UInt8](repeating: 0, count: 1_024)]
    }
  ) { input in
    func result(_ reader: () throws -> ArchiveReader) -> [Entry]? { try? entries(of: reader()) }
    let (plain, framed) = (source(input), source(ZstdFrame.stored(input)))
    require(
      result { ArchiveReader(tar: { plain($0) }, limits: limits) }
        == result { try ArchiveReader(tarZstd: { framed($0) }, limits: limits) },
      "an archive without compression is read in the same way")
    try checkTar(ZstdFrame.stored(input))
  }

  /// A zip archive, with AES encryption.
  static let zip = Fuzzer(
    name: "zip", seeds: { [try writtenZip(sample), try writtenZip([sample[0]]), try writtenZip([])] }
  ) { input in
    let file = UnnamedFile(input)
    let reader = try password.withUnsafeBytes {
      try ArchiveReader(zip: file.descriptor, password: $0, allowWeakEncryption: true, limits: limits)
    }
    let entries = try entries(of: reader)
    requireInOrder(entries)
    let again = mustNotThrow("reading it again") {
      let reader = try password.withUnsafeBytes {
        try ArchiveReader(zip: file.descriptor, password: $0, allowWeakEncryption: true, limits: limits)
      }
      return try Self.entries(of: reader, buffer: 7)
    }
    require(entries == again, "an archive is the same in any pieces")
  }

  private static func checkTar(_ input: [UInt8]) throws {
    func entries(piece: Int, buffer: Int) throws -> [Entry] {
      let source = source(input, piece: piece)
      return try Self.entries(of: ArchiveReader(tarZstd: { source($0) }, limits: limits), buffer: buffer)
    }
    let found = try entries(piece: .max, buffer: 4_096)
    requireInOrder(found)
    require(
      mustNotThrow("reading it in pieces") { try entries(piece: 97, buffer: 11) } == found,
      "an archive is the same in any pieces")
    let files = found.filter { $0.kind == .file }
    let written = mustNotThrow("writing what was read") { try writtenTar(files) }
    let bytes = source(written)
    let again = mustNotThrow("reading what was written") {
      try Self.entries(of: ArchiveReader(tarZstd: { bytes($0) }, limits: limits))
    }
    require(again == files, "what is read is the same again when it is written")
  }

  private static func requireInOrder(_ entries: [Entry]) {
    require(entries.count <= limits.entries, "not more entries than allowed")
    require(entries.reduce(0) { $0 + $1.content.count } <= limits.totalSize, "not more content than allowed")
    require(Set(entries.map(\.name)).count == entries.count, "no name is there twice")
    for entry in entries {
      let parts = entry.name.split(separator: 0x2F, omittingEmptySubsequences: false)
      let isPlain = parts.allSatisfy {
        !$0.isEmpty && $0.count <= 255 && !$0.elementsEqual([0x2E]) && !$0.elementsEqual([0x2E, 0x2E])
      }
      require(isPlain && !entry.name.contains { $0 < 0x20 || $0 == 0x7F }, "names stay inside")
      for length in parts.indices.dropFirst() {
        let folder = Array(parts[..<length].joined(separator: [0x2F]))
        require(!entries.contains { $0.name == folder && $0.kind == .file }, "nothing lies in a file")
      }
    }
  }

  private static func entries(of reader: ArchiveReader, buffer: Int = 4_096) throws -> [Entry] {
    var entries: [Entry] = []
    while let entry = try reader.next() {
      let content = try readAll(buffer: buffer) { try reader.read(into: $0) }
      require(Int64(content.count) == entry.size, "an entry has the declared size")
      entries.append(Entry(name: Array(entry.name.utf8), kind: entry.kind, modified: entry.modified, content: content))
    }
    return entries
  }

  private static func writtenTar(_ entries: [Entry]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try TarZstdWriter(threads: 0) { bytes += $0 }
    try add(entries, writer.addFile)
    try writer.finish()
    return bytes
  }

  private static func writtenZip(_ entries: [Entry]) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let writer = try password.withUnsafeBytes { try ZipWriter(password: $0) { bytes += $0 } }
    try add(entries, writer.addFile)
    try writer.finish()
    return bytes
  }

  private static func add(
    _ entries: [Entry], _ addFile: (String, Int64, Int64, ArchiveSource) throws -> Void
  ) throws {
    for entry in entries {
      let source = source(entry.content)
      let name = String(decoding: entry.name, as: UTF8.self)
      try addFile(name, Int64(entry.content.count), entry.modified) { source($0) }
    }
  }
}
