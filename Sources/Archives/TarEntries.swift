/// Reads the entries of a tar archive.
///
/// okit has its own reader, because that of libarchive composes decomposed names from pax headers (so that two names become
/// one), cuts names at a NUL, accepts an archive without its end, and does not report what follows
/// the end.
final class TarEntries: EntryReader {
  private static let maximumPaxSize: Int64 = 1 << 20

  /// The maximum number of zeros that pad the last record. No tool uses larger records.
  private static let maximumFill = 1 << 20

  /// Twice the number of headers that an entry can have: a long name, a pax header and a global one.
  private static let maximumHeaders = 6

  private let stream: any ByteStream
  private var remaining: Int64 = 0
  private var padding = 0
  private var hasEnded = false

  init(_ stream: any ByteStream) {
    self.stream = stream
  }

  func next() throws -> ArchiveEntry? {
    if hasEnded { return nil }
    precondition(remaining == 0, "an entry was left before its end")
    var pax: PaxRecords?
    var longName: String?
    for _ in 0...Self.maximumHeaders {
      try skipPadding()
      let block = try bytes(TarHeader.blockSize)
      if block.allSatisfy({ $0 == 0 }) {
        guard pax == nil, longName == nil else { throw ArchiveError(.damaged, "a pax header without its entry") }
        try readEnd()
        return nil
      }
      let header = try TarHeader(block)
      switch header.type {
      case UInt8(ascii: "x"):
        guard pax == nil else { throw ArchiveError(.damaged, "two pax headers for one entry") }
        pax = try PaxRecords(extra(header))
      case UInt8(ascii: "g"):
        let global = try PaxRecords(extra(header))
        guard global.path == nil, global.size == nil, !global.isSparse else {
          throw ArchiveError(.unsafe, "a global pax header that changes names or sizes")
        }
      case UInt8(ascii: "L"):
        guard longName == nil else { throw ArchiveError(.damaged, "two long names for one entry") }
        longName = try Self.text(extra(header), endsWithNUL: true)
      default:
        if let entry = try entry(header, pax, longName) { return entry }
        (pax, longName) = (nil, nil)
      }
    }
    throw ArchiveError(.limit, "too many headers without an entry")
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let wanted = Int(min(remaining, Int64(buffer.count)))
    guard wanted > 0 else { return 0 }
    let count = try stream.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
    guard count == wanted else { throw Self.truncated }
    remaining -= Int64(count)
    return count
  }

  /// Returns the entry of a header; nil for the packed folder itself.
  private func entry(_ header: TarHeader, _ pax: PaxRecords?, _ longName: String?) throws -> ArchiveEntry? {
    guard pax?.path == nil || longName == nil else { throw ArchiveError(.damaged, "two long names for one entry") }
    let stored = try pax?.path ?? longName ?? Self.text(header.name)
    let name = ArchiveName.withoutDot(stored)
    let kind: ArchiveEntry.Kind
    switch header.type {
    case UInt8(ascii: "0"), 0: kind = .file
    case UInt8(ascii: "5"): kind = .folder
    default: throw ArchiveError(.unsafe, entry: name, Self.refusal(header.type))
    }
    if pax?.isSparse == true { throw ArchiveError(.unsafe, entry: name, "a sparse file") }
    let size = pax?.size ?? header.size
    remaining = size
    padding = TarEntryHeader.padding(size)
    if kind == .folder, name.isEmpty, !stored.isEmpty, size == 0 { return nil }
    return ArchiveEntry(
      name: name, kind: kind, size: size, modified: pax?.modified ?? header.modified, isEncrypted: false)
  }

  /// Reads the end after its first block of zeros: a second one, and only zeros up to the end of the stream.
  private func readEnd() throws {
    var zeros = TarHeader.blockSize
    let buffer = RawBuffer()
    while true {
      let count = try stream.read(into: buffer.bytes)
      if count == 0 { break }
      guard buffer.bytes[..<count].allSatisfy({ $0 == 0 }) else {
        throw ArchiveError(.damaged, "data after the end of the archive")
      }
      zeros += count
      if zeros > Self.maximumFill { throw ArchiveError(.limit, "too many zeros after the end of the archive") }
    }
    guard zeros >= 2 * TarHeader.blockSize, stream.position % Int64(TarHeader.blockSize) == 0 else {
      throw Self.truncated
    }
    hasEnded = true
  }

  private func extra(_ header: TarHeader) throws -> [UInt8] {
    guard header.size <= Self.maximumPaxSize else { throw ArchiveError(.limit, "a pax header of \(header.size) bytes") }
    let content = try bytes(Int(header.size))
    padding = TarEntryHeader.padding(header.size)
    return content
  }

  private func skipPadding() throws {
    _ = try bytes(padding)
    padding = 0
  }

  private func bytes(_ count: Int) throws -> [UInt8] {
    let bytes = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = try stream.read(into: UnsafeMutableRawBufferPointer(buffer))
    }
    guard bytes.count == count else { throw Self.truncated }
    return bytes
  }

  private static func text(_ bytes: [UInt8], endsWithNUL: Bool = false) throws(ArchiveError) -> String {
    let content = endsWithNUL && bytes.last == 0 ? bytes.dropLast() : bytes[...]
    guard let text = String(validating: content, as: UTF8.self) else {
      throw ArchiveError(.unsupported, "a name that is not UTF-8")
    }
    return text
  }

  private static func refusal(_ type: UInt8) -> String {
    switch type {
    case UInt8(ascii: "1"): "a hard link"
    case UInt8(ascii: "2"): "a symbolic link"
    case UInt8(ascii: "3"), UInt8(ascii: "4"): "a device"
    case UInt8(ascii: "6"): "a FIFO"
    case UInt8(ascii: "S"): "a sparse file"
    case UInt8(ascii: "K"): "a link with a long target"
    default: "an entry that is neither a file nor a folder (type \(type))"
    }
  }

  private static var truncated: ArchiveError { ArchiveError(.damaged, "the archive is truncated") }
}
