import Testing

@testable import OKitStorage

/// A backup made by hand, which is right until a test changes it.
struct ForgedBackup {
  /// What holds the entries: a tar.zst in an age file, or a zip encrypted with AES.
  enum Container: String, CaseIterable, CustomTestStringConvertible {
    case archive = "tar.zst.age"
    case zip

    var testDescription: String { rawValue }
  }

  typealias Entry = TarFile.Entry

  static let password = "open sesame"
  static let id = "0BADCAFE-0000-4000-8000-00000000F00D"

  /// Manifest and sums are made of these.
  var files: [Entry] = [
    Entry(name: "okit.json", bytes: Array(#"{"version":1,"id":"\#(id)"}"#.utf8)),
    Entry(name: "data/one.json", bytes: Array(#"{"id":"ONE","title":"forged"}"#.utf8)),
    Entry(name: "data/two.json", bytes: Array(#"{"id":"TWO"}"#.utf8)),
    Entry(name: "data/_data/BELL.raw", bytes: Array("a sound of a bell".utf8)),
  ]
  var manifest = ManifestText()
  /// Which of the files the manifest has, by their places; all of them where it is nil.
  var listed: Set<Int>?
  /// Whether there are a manifest and sums at all.
  var isBare = false
  /// Changes the sums as they would be right.
  var changeSums: (inout String) -> Void = { _ in }
  /// Changes the order or number of all entries at last.
  var rearrange: (inout [Entry]) -> Void = { _ in }
  /// Changes the zip that holds them at last.
  var changeZip: (inout ZipFile) -> Void = { _ in }
  /// Changes the tar that holds them at last.
  var changeTar: (inout [UInt8]) -> Void = { _ in }
  var zipMethod = "Deflate"

  /// Adds a file in front of the others, so that something follows it.
  mutating func add(_ entry: Entry, listed isListed: Bool = true) {
    if !isListed { listed = Set(0..<files.count) }
    files.append(entry)
  }

  /// All entries in order.
  func entries(on machine: Machine) throws -> [Entry] {
    var entries = files
    if !isBare {
      let known = files.enumerated().filter { listed?.contains($0.offset) ?? true }.map(\.element)
      entries.insert(Entry(name: "okit-backup.json", bytes: Array(manifest.text(known).utf8)), at: 0)
      var sums = try machine.sums(entries.filter { $0.type == "0" })
      changeSums(&sums)
      entries.append(Entry(name: "SHA256SUMS", bytes: Array(sums.utf8)))
    }
    rearrange(&entries)
    return entries
  }

  /// Writes the backup for who holds the identity of `recipient`, or knows the password; returns its path.
  func write(_ container: Container, on machine: Machine, recipient: String) throws -> String {
    let path = machine.path("forged." + container.rawValue)
    let entries = try entries(on: machine)
    switch container {
    case .archive:
      var bytes = TarFile(entries: entries).bytes
      changeTar(&bytes)
      try Files.write(bytes, path + ".tar")
      try machine.shell("zstd -qc '\(path).tar' | age -r \(recipient) > '\(path)'")
      try Files.remove(path + ".tar")
    case .zip:
      var zip = try machine.zip(entries.map(\.content), password: Self.password, method: zipMethod)
      for (index, entry) in entries.enumerated() {
        zip.entries[index].change { header in
          header.name = Array(entry.name.utf8)
          // Names in UTF-8.
          header.flags |= 1 << 11
          if let declared = entry.declared { header.size = declared }
        }
        zip.entries[index].attributes = entry.attributes
      }
      changeZip(&zip)
      try Files.write(zip.bytes, path)
    }
    return path
  }
}

extension ForgedBackup.Entry {
  /// What a zip keeps of it: a link's target is its content.
  fileprivate var content: [UInt8] { type == "2" ? Array(link.utf8) : bytes }

  fileprivate var attributes: Int {
    let kinds: [Character: Int] = ["2": 0o12, "3": 0o2, "4": 0o6, "5": 0o4, "6": 0o1]
    return (kinds[type, default: 0o10] << 12 | 0o600) << 16
  }
}

extension Machine {
  /// What `sha256sum` says of the contents, with the names of the entries.
  fileprivate func sums(_ entries: [TarFile.Entry]) throws -> String {
    let folder = path("summed")
    try Files.makeFolder(folder)
    for (index, entry) in entries.enumerated() { try Files.write(entry.bytes, "\(folder)/\(100_000 + index)") }
    let digests = try shell("sha256sum *", in: folder).lines.map { $0.prefix(64) }
    try Files.remove(folder)
    return Swift.zip(digests, entries).map { digest, entry in
      let isMarked = entry.name.utf8.contains { [10, 13, 92].contains($0) }
      let name = entry.name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\r", with: "\\r")
      return "\(isMarked ? "\\" : "")\(digest)  \(name)\n"
    }.joined()
  }
}
