/// Reads an archive that may have been made by an enemy, entry by entry, in constant memory.
///
/// Only regular files and folders come out. The first thing that is not in order throws an `ArchiveError`, and every
/// call after it throws the same error: links, devices, FIFOs and sparse files (`unsafe`), names that
/// break the rule of ``ArchiveEntry/name``, a name twice, a file where a folder is (`unsafe`), more or fewer bytes than
/// declared, wrong sums, a truncated archive, anything after its end (`damaged`), more than the limits allow (`limit`),
/// unusual features (`unsupported`). Two names that are equal but for case or Unicode normalisation are two names.
///
/// Content is handed out before the sum or MAC behind it was seen, and entries before the end of the archive was:
/// nothing may reach its final place until `next` has returned nil.
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

  /// Whether files in the archive are encrypted inside it. False for every tar.zst.
  package let isEncrypted: Bool

  /// Whether that encryption is ZipCrypto, which anybody can break and write.
  package let isWeaklyEncrypted: Bool

  /// Reads a tar archive inside a zstd stream.
  ///
  /// The tar may be ustar, pax or GNU's; global pax headers that would change names or sizes are refused. It must end
  /// with two blocks of zeros and the source must then be at its end; blocks of zeros may fill it up.
  ///
  /// - Parameters:
  ///   - source: Gives the compressed bytes. An error that it throws comes out as it is.
  ///   - limits: What to accept.
  /// - Throws: `ArchiveError`, mostly of kind `damaged`, when the stream does not begin as one.
  package init(tarZstd source: @escaping ArchiveSource, limits: ArchiveLimits = ArchiveLimits()) throws {
    entries = TarEntries(try ZstdStream(source, limits: limits))
    isEncrypted = false
    isWeaklyEncrypted = false
    self.limits = limits
    names = NameRegistry(limit: limits.entries)
  }

  /// Reads a zip archive, whose directory `ZipDirectory` checks first. Methods: stored and deflated, either encrypted
  /// with AES (WinZip AE-1, AE-2) or not. When one file is encrypted, all with content must be.
  ///
  /// A wrong password is told by `next`, at the first file with content. It passes that test once in 65,536 times (AES)
  /// or once in 256 (ZipCrypto); then the sums fail, and the error says so.
  ///
  /// - Parameters:
  ///   - descriptor: A regular file, open for reading as long as this reader lives; its offset is neither used nor
  ///     changed.
  ///   - password: The password's bytes; copied, and the copy is wiped at the end. It is ignored when nothing is
  ///     encrypted, so a caller that relies on encryption must look at `isEncrypted`.
  ///   - allowWeakEncryption: Whether files encrypted with ZipCrypto are read. Anybody can decrypt and change such
  ///     files.
  ///   - limits: What to accept.
  /// - Throws: `ArchiveError`: `passwordNeeded`, `weakEncryption`, `unsupported`, `unsafe`, `limit`, `damaged`, or
  ///   `failed` with the system's error number.
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

  /// Goes to the next entry; content of the current one that was not read yet is read first, so that its sums are
  /// checked.
  ///
  /// - Returns: The entry, or nil when the archive ended as it should.
  /// - Throws: `ArchiveError` as the class says, and what the source throws.
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
  /// - Parameter buffer: Filled from its start; it must not be empty.
  /// - Returns: How many bytes were read, perhaps fewer than fit; 0 at the entry's end, when its sums were checked, and
  ///   without an entry.
  /// - Throws: `ArchiveError` as the class says, and what the source throws.
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
