import CArchive

/// The entries of a zip archive whose directory was checked, decrypted and inflated by libarchive.
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
      // libarchive copies it, and wipes the copy. A callback would be asked ten thousand times for another one.
      let passphrase = try Passphrase(password)
      try check(archive_read_add_passphrase(archive, passphrase.pointer))
    }
    // An archive without entries is nothing but an end record, which libarchive does not recognise.
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
    // Where there is no UTF-8 locale, libarchive cannot say the name. It does not have to: the directory has read it.
    if result == ARCHIVE_WARN, !listed.hasASCIIName, LibArchive.message(archive).hasPrefix(Self.nameWarning) {
      result = ARCHIVE_OK
    }
    do {
      try check(result)
      guard let found, agrees(found, listed) else { throw Self.disagreement }
      index += 1
      position = 0
      contentEnded = false
      // A wrong password shows here and not only when somebody reads.
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

  /// libarchive goes through the entries as they lie in the file, and so does the directory. A name counts as the
  /// directory has it: libarchive's has passed through the locale and Unicode composition unless it is ASCII.
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
      // After one file has opened, it is the other's salt that was changed.
      if isOpened { throw ArchiveError(.damaged, "the password opened other entries, but not this one") }
      throw ArchiveError(.wrongPassword, "the password does not open the archive")
    }
    guard index > 0, directory.isEncrypted else { throw ArchiveError(.damaged, message) }
    let chance = listedEncryption == .weak ? "256" : "65,536"
    throw ArchiveError(
      .damaged, message + " (or the password is wrong: a wrong one gets this far once in \(chance) times)")
  }

  private static let nameWarning = "pathname cannot be converted"

  private static var disagreement: ArchiveError {
    ArchiveError(.damaged, "the zip directory is ambiguous")
  }
}

extension ZipDirectory.Entry {
  fileprivate var hasASCIIName: Bool { name.utf8.allSatisfy { $0 < 0x80 } }
}
