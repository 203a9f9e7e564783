import CArchive

/// The entries of a zip archive with a valid directory. libarchive decrypts and inflates them.
final class ZipEntries: EntryReader {
  private let archive: OpaquePointer
  private let bridge: ZipFileBridge
  private let directory: ZipDirectory
  private var index = 0
  private var block = UnsafeRawBufferPointer(start: nil, count: 0)
  private var position: Int64 = 0
  private var isOpened = false
  private var contentEnded = true

  init(_ descriptor: Int32, _ directory: ZipDirectory, password: UnsafeRawBufferPointer?) throws {
    self.directory = directory
    bridge = try ZipFileBridge(ArchiveFile(descriptor, end: directory.end))
    archive = try LibArchive.handle(archive_read_new())
    try check(archive_read_support_format_zip_seekable(archive))
    if let password {
      // libarchive copies the passphrase and wipes the copy. It would call a callback up to ten thousand times for a wrong passphrase.
      let passphrase = try Passphrase(password)
      try check(archive_read_add_passphrase(archive, passphrase.pointer))
    }
    // libarchive does not recognize an archive without entries, which consists only of an end record.
    if !directory.records.isEmpty { try bridge.open(archive, check) }
  }

  deinit {
    archive_read_free(archive)
  }

  func next() throws -> ArchiveEntry? {
    while let entry = try nextRecord() {
      if !entry.name.isEmpty { return entry }
    }
    return nil
  }

  private func nextRecord() throws -> ArchiveEntry? {
    guard !directory.records.isEmpty else { return nil }
    var found: OpaquePointer?
    var result = archive_read_next_header(archive, &found)
    guard index < directory.records.count else {
      guard result == ARCHIVE_EOF else { throw Self.disagreement }
      return nil
    }
    let listed = directory.records[index]
    if result == ARCHIVE_EOF { throw Self.disagreement }
    // Without a UTF-8 locale, libarchive cannot convert the name. That does not matter, because the name comes from the directory.
    if result == ARCHIVE_WARN, !listed.hasASCIIName, LibArchive.message(archive).hasPrefix(Self.nameWarning) {
      result = ARCHIVE_OK
    }
    do {
      try check(result)
      guard let found, agrees(found, listed) else { throw Self.disagreement }
      index += 1
      position = 0
      contentEnded = false
      // This detects a wrong password even if nobody reads the content.
      if listed.size > 0 { try nextBlock() }
    } catch let error as ArchiveError {
      throw error.naming(listed.name)
    }
    return ArchiveEntry(
      name: listed.name, kind: listed.kind, size: listed.size, modified: Int64(archive_entry_mtime(found)),
      isEncrypted: listed.encryption != .none)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    if block.isEmpty { try nextBlock() }
    let count = min(block.count, buffer.count)
    buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[..<count]))
    block = UnsafeRawBufferPointer(rebasing: block[count...])
    return count
  }

  /// True if libarchive's entry matches that of the directory. Both are in the order of the file. Names that are not ASCII are not
  /// compared, because libarchive's name has passed through the locale and Unicode composition.
  private func agrees(_ found: OpaquePointer, _ listed: ZipDirectory.Entry) -> Bool {
    if listed.hasASCIIName {
      guard let pointer = archive_entry_pathname(found) else { return false }
      var name = Substring(ArchiveName.withoutDot(String(cString: pointer)))
      if listed.kind == .folder, name.utf8.last == UInt8(ascii: "/") { name = name.dropLast() }
      guard name == listed.name else { return false }
    }
    let type = listed.kind == .file ? okit_AE_IFREG : okit_AE_IFDIR
    let hasSize = archive_entry_size_is_set(found) != 0
    return archive_entry_filetype(found) == type
      && (hasSize ? archive_entry_size(found) == listed.size : listed.size == 0)
  }

  private func nextBlock() throws {
    while block.isEmpty, !contentEnded {
      var start: UnsafeRawPointer?
      var count = 0
      var offset: la_int64_t = 0
      let result = archive_read_data_block(archive, &start, &count, &offset)
      if result == ARCHIVE_EOF {
        contentEnded = true
        return
      }
      try check(result)
      guard offset == position else { throw ArchiveError(.unsafe, "a sparse file") }
      position += Int64(count)
      block = UnsafeRawBufferPointer(start: start, count: count)
      if listedEncryption != .none { isOpened = true }
    }
  }

  private var listedEncryption: ZipDirectory.Encryption { directory.records[index - 1].encryption }

  private func check(_ result: Int32) throws {
    if result == ARCHIVE_OK { return }
    if let error = bridge.error { throw error }
    let message = LibArchive.message(archive)
    if message.hasPrefix("incorrect passphrase") {
      // If another file opened with this password, the salt of this file was changed.
      if isOpened { throw ArchiveError(.damaged, "the password opened other entries, but not this one") }
      throw ArchiveError(.wrongPassword, "the password does not open the archive")
    }
    guard index > 0, directory.isEncrypted else { throw ArchiveError(.damaged, message) }
    let chance = listedEncryption == .weak ? "256" : "65,536"
    throw ArchiveError(
      .damaged, message + " (or the password is wrong: one in \(chance) wrong passwords is only detected here)")
  }

  private static let nameWarning = "pathname cannot be converted"

  private static var disagreement: ArchiveError {
    ArchiveError(.damaged, "the zip directory is ambiguous")
  }
}

extension ZipDirectory.Entry {
  fileprivate var hasASCIIName: Bool { name.utf8.allSatisfy { $0 < 0x80 } }
}
