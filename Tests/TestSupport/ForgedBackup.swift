/// A backup made with other programs, which is valid until a test changes it.
package struct ForgedBackup {
  /// The container of the entries: a folder, a tar.zst in an age file, or a zip encrypted with AES.
  package enum Container: String, CaseIterable, Sendable {
    case folder
    case archive = "tar.zst.age"
    case zip

    /// The containers that are one file.
    package static let files = [archive, zip]
  }

  package typealias Entry = TarFile.Entry

  package static let password = "open sesame"
  package static let id = "0BADCAFE-0000-4000-8000-00000000F00D"

  /// The files from which manifest and checksums are made.
  package var files: [Entry] = [
    Entry(name: "okit.json", bytes: Array(#"{"version":1,"id":"\#(id)"}"#.utf8)),
    Entry(name: "data/one.json", bytes: Array(#"{"id":"ONE","title":"forged"}"#.utf8)),
    Entry(name: "data/two.json", bytes: Array(#"{"id":"TWO"}"#.utf8)),
    Entry(name: "data/_data/BELL.raw", bytes: Array("a sound of a bell".utf8)),
  ]
  package var manifest = ManifestText()
  /// The indices of the files in the manifest; nil for all files.
  package var listed: Set<Int>?
  /// True to leave out the manifest and the checksums.
  package var isBare = false
  /// Changes the correct checksums.
  package var changeSums: (inout String) -> Void = { _ in }
  /// Changes the order or number of all entries before they are written.
  package var rearrange: (inout [Entry]) -> Void = { _ in }
  /// Changes the zip before it is written.
  package var changeZip: (inout ZipFile) -> Void = { _ in }
  /// Changes the tar before it is written.
  package var changeTar: (inout [UInt8]) -> Void = { _ in }
  package var zipMethod = "Deflate"

  package init() {}

  /// Appends a file, which is left out of the manifest unless `isListed`.
  package mutating func add(_ entry: Entry, listed isListed: Bool = true) {
    if !isListed { listed = Set(0..<files.count) }
    files.append(entry)
  }

  /// All entries in order. A folder has its own order.
  package func entries() throws -> [Entry] {
    var entries = files
    if !isBare {
      let known = files.enumerated().filter { listed?.contains($0.offset) ?? true }.map(\.element)
      entries.insert(Entry(name: "okit-backup.json", bytes: Array(manifest.text(known).utf8)), at: 0)
      var sums = try Self.sums(entries.filter { $0.type == "0" })
      changeSums(&sums)
      entries.append(Entry(name: "SHA256SUMS", bytes: Array(sums.utf8)))
    }
    rearrange(&entries)
    return entries
  }

  /// The output of `sha256sum` for the contents, with the names of the entries.
  private static func sums(_ entries: [Entry]) throws -> String {
    let folder = try TemporaryFolder()
    for (index, entry) in entries.enumerated() { try folder.write(entry.bytes, to: "\(100_000 + index)") }
    let digests = try Tool.shell("sha256sum *", in: folder.path).lines.map { $0.prefix(64) }
    return Swift.zip(digests, entries).map { digest, entry in
      let isMarked = entry.name.utf8.contains { [10, 13, 92].contains($0) }
      let name = entry.name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
      return "\(isMarked ? "\\" : "")\(digest)  \(name)\n"
    }.joined()
  }

  /// Writes the backup as `forged` into a folder, for the identity of `recipient` or the password; returns its path.
  package func write(_ container: Container, to folder: String, recipient: String) throws -> String {
    let path = "\(folder)/forged.\(container.rawValue)"
    let entries = try entries()
    switch container {
    case .folder:
      for entry in entries { try Files.write(entry.bytes, to: "\(path)/\(entry.name)") }
    case .archive:
      var bytes = TarFile(entries: entries).bytes
      changeTar(&bytes)
      try Self.seal(bytes, to: path, recipient: recipient)
    case .zip:
      var zip = try ZipFile.encrypted(entries.map(\.content), password: Self.password, method: zipMethod)
      for (index, entry) in entries.enumerated() {
        zip.entries[index].change { header in
          header.name = Array(entry.name.utf8)
          // The flag for names in UTF-8.
          header.flags |= 1 << 11
          if let declared = entry.declared { header.size = declared }
        }
        (zip.entries[index].mode, zip.entries[index].attributes) = (entry.mode, 0)
      }
      changeZip(&zip)
      try Files.write(zip.bytes, to: path)
    }
    return path
  }

  /// Compresses a tar archive with `zstd` and encrypts it with `age`.
  package static func seal(_ tar: [UInt8], to path: String, recipient: String) throws {
    try Files.write(tar, to: path + ".tar")
    try Tool.shell("zstd -qc '\(path).tar' | age -r \(recipient) > '\(path)'")
    try Files.remove(path + ".tar")
  }
}

extension ForgedBackup.Entry {
  /// The content in a zip, which for a link is its target.
  fileprivate var content: [UInt8] { type == "2" ? Array(link.utf8) : bytes }

  fileprivate var mode: Int {
    let kinds: [Character: Int] = ["2": 0o12, "3": 0o2, "4": 0o6, "5": 0o4, "6": 0o1]
    return kinds[type, default: 0o10] << 12 | 0o600
  }
}

extension ZipFile {
  /// Returns a zip of contents, which 7-Zip encrypts with the password if there is one. The names are numbers until they are set later.
  package static func encrypted(_ contents: [[UInt8]], password: String?, method: String = "Deflate") throws -> ZipFile
  {
    let folder = try TemporaryFolder()
    let names = contents.indices.map { String("\(100_000 + $0)") }
    for (name, content) in Swift.zip(names, contents) { try folder.write(content, to: name) }
    let secret = password.map { "'-p\($0)' -mem=AES256" } ?? ""
    try Tool.shell(
      "7z a -tzip -mx=1 -mm=\(method) \(secret) z.zip \(names.joined(separator: " "))", in: folder.path)
    return ZipFile(reading: try folder.read("z.zip"))
  }
}
