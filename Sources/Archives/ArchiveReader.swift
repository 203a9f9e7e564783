/// Reads an archive from an untrusted source, entry by entry, in constant memory.
///
/// Only regular files and folders are returned. The first fault throws an `ArchiveError`, and all later calls throw it again:
/// `unsafe` for links, devices, FIFOs, sparse files, names that break the rules of ``ArchiveEntry/name``, duplicate names, and a
/// file and a folder with the same name; `damaged` for a size other than declared, wrong checksums, a truncated archive, and data
/// after its end; `limit` for more than the limits allow; `unsupported` for unusual features. Names that differ only in case or
/// Unicode normalization are different names.
///
/// Content is returned before its checksum or MAC is verified, and entries before the end of the archive is reached. Do not move
/// anything to its final place until `next` has returned nil.
package final class ArchiveReader {
  private let entries: any EntryReader
  private let limits: ArchiveLimits
  private let drain = RawBuffer()
  private var names: NameRegistry
  private var current: ArchiveEntry?
  private var remaining: Int64 = 0
  private var total: Int64 = 0
  private var hasEnded = false
  private var failure: (any Error)?

  /// True if files are encrypted inside of the archive. Always false for a tar.zst.
  package let isEncrypted: Bool

  /// True if the encryption is ZipCrypto, which anybody can break and create.
  package let isWeaklyEncrypted: Bool

  /// Reads a tar archive in a zstd stream.
  ///
  /// The tar may be in the format of ustar, pax or GNU. Global pax headers that change names or sizes are refused. It must end
  /// with two blocks of zeros. Only further blocks of zeros may follow.
  ///
  /// - Parameters:
  ///   - source: Returns the compressed bytes. Its errors are rethrown unchanged.
  ///   - limits: The limits to enforce.
  /// - Throws: `ArchiveError`, usually of kind `damaged`, if the stream does not begin like such an archive.
  package convenience init(tarZstd source: @escaping ArchiveSource, limits: ArchiveLimits = ArchiveLimits()) throws {
    self.init(tar: try ZstdStream(source, limits: limits), limits)
  }

  /// Reads a tar archive without compression, in the same way.
  package convenience init(tar source: @escaping ArchiveSource, limits: ArchiveLimits = ArchiveLimits()) {
    self.init(tar: PlainStream(source), limits)
  }

  private init(tar stream: any ByteStream, _ limits: ArchiveLimits) {
    entries = TarEntries(stream)
    isEncrypted = false
    isWeaklyEncrypted = false
    self.limits = limits
    names = NameRegistry(limit: limits.entries)
  }

  /// Reads a zip archive, whose directory is first checked by `ZipDirectory`. Content may be stored or deflated, and it may be
  /// encrypted with AES (WinZip AE-1, AE-2). If one file is encrypted, all files with content must be.
  ///
  /// `next` detects a wrong password at the first file with content. A wrong password passes this test once in 65,536 times (AES)
  /// or once in 256 times (ZipCrypto). Then the checksums do not match, and the error mentions the password.
  ///
  /// - Parameters:
  ///   - descriptor: A regular file, which must stay open for reading as long as this reader exists. Its offset is neither used
  ///     nor changed.
  ///   - password: The bytes of the password. They are copied, and the copy is wiped at the end. The password is ignored if
  ///     nothing is encrypted, so a caller that relies on encryption must check `isEncrypted`.
  ///   - allowWeakEncryption: True to read files encrypted with ZipCrypto, which anybody can decrypt and
  ///     change.
  ///   - limits: The limits to enforce.
  /// - Throws: `ArchiveError`: `passwordNeeded`, `weakEncryption`, `unsupported`, `unsafe`, `limit`, `damaged`, or
  ///   `failed` with the `errno` of the system.
  package init(
    zip descriptor: Int32, password: UnsafeRawBufferPointer?, allowWeakEncryption: Bool = false,
    limits: ArchiveLimits = ArchiveLimits()
  ) throws {
    let directory = try ZipDirectory(descriptor: descriptor, limits: limits)
    if directory.hasWeakEncryption, !allowWeakEncryption {
      throw ArchiveError(.weakEncryption, "the archive is encrypted with ZipCrypto, which is insecure")
    }
    if directory.isEncrypted, password == nil {
      throw ArchiveError(.passwordNeeded, "the archive is encrypted, and no password was given")
    }
    entries = try ZipEntries(descriptor, directory, password: directory.isEncrypted ? password : nil)
    isEncrypted = directory.isEncrypted
    isWeaklyEncrypted = directory.hasWeakEncryption
    self.limits = limits
    names = NameRegistry(limit: limits.entries)
  }

  /// Advances to the next entry. First reads the rest of the current entry's content, so that its checksums are
  /// verified.
  ///
  /// - Returns: The entry; nil at the end of a valid archive.
  /// - Throws: An `ArchiveError` as described for the class, or the error of the source.
  package func next() throws -> ArchiveEntry? {
    try failing {
      while try readContent(into: drain.bytes) > 0 {}
      if hasEnded { return nil }
      guard let entry = try entries.next() else {
        hasEnded = true
        return nil
      }
      return try accept(entry)
    }
  }

  /// Reads content of the current entry.
  ///
  /// - Parameter buffer: The buffer to fill from its start. It must not be empty.
  /// - Returns: The number of bytes read, perhaps fewer than would fit; 0 at the end of the entry, after its checksums were verified,
  ///   and if there is no entry.
  /// - Throws: An `ArchiveError` as described for the class, or the error of the source.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    precondition(!buffer.isEmpty, "reading into an empty buffer")
    return try failing { try readContent(into: buffer) }
  }

  private func accept(_ found: ArchiveEntry) throws -> ArchiveEntry {
    let name = try ArchiveName.check(found.name, kind: found.kind)
    try names.add(name, found.kind)
    if found.kind == .folder, found.size != 0 { throw ArchiveError(.damaged, entry: name, "a folder with content") }
    if found.size > limits.entrySize {
      throw ArchiveError(.limit, entry: name, "larger than the allowed \(limits.entrySize) bytes")
    }
    guard found.size <= limits.totalSize - total else {
      throw ArchiveError(.limit, "contains more than the allowed \(limits.totalSize) bytes")
    }
    total += found.size
    let entry = ArchiveEntry(
      name: name, kind: found.kind, size: found.size, modified: found.modified, isEncrypted: found.isEncrypted)
    current = entry
    remaining = entry.size
    return entry
  }

  private func readContent(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let entry = current else { return 0 }
    do {
      let count = try entries.read(into: buffer)
      remaining -= Int64(count)
      if remaining < 0 { throw ArchiveError(.damaged, "more content than the declared \(entry.size) bytes") }
      if count == 0 {
        if remaining > 0 { throw ArchiveError(.damaged, "less content than the declared \(entry.size) bytes") }
        current = nil
      }
      return count
    } catch let error as ArchiveError {
      throw error.naming(entry.name)
    }
  }

  private func failing<Result>(_ body: () throws -> Result) throws -> Result {
    if let failure { throw failure }
    do {
      return try body()
    } catch {
      failure = error
      throw error
    }
  }
}

/// The part of a reader that depends on the format. `ArchiveReader` calls `next` only after `read` returned 0, and it checks
/// names, sizes and limits itself.
protocol EntryReader: AnyObject {
  /// Returns the next entry with its stored name; nil at the end, after the archive and everything that follows it was
  /// verified.
  func next() throws -> ArchiveEntry?

  /// Reads content of the entry and returns the number of bytes; 0 at its end, after its checksum or MAC was verified.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A source of bytes. It fills the buffer from its start and returns the number of bytes, perhaps fewer than would fit; 0 at
/// the end. Readers rethrow its errors unchanged.
package typealias ArchiveSource = (UnsafeMutableRawBufferPointer) throws -> Int

/// A destination of bytes. It takes all of the given bytes, or throws.
package typealias ArchiveSink = (UnsafeRawBufferPointer) throws -> Void
