@testable import OKitStorage

/// A tar archive taken apart, to be put together wrongly.
struct TarFile {
  struct Entry {
    var name: String
    var bytes: [UInt8] = []
    var type: Character = "0"
    var link = ""
    /// The size that the header tells, where it is not that of the bytes.
    var declared: Int?
    /// Blocks in front of the header, such as a pax header of this entry.
    var before: [UInt8] = []
  }

  var entries: [Entry] = []

  /// Reads an archive of short names, as the fixture has them.
  init(entries: [Entry]) {
    self.entries = entries
  }

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let first = rest.first, first != 0 {
      let header = Array(rest.prefix(512))
      func text(_ range: Range<Int>) -> String { String(decoding: header[range].prefix { $0 != 0 }, as: UTF8.self) }
      let size = Int(text(124..<135), radix: 8) ?? 0
      rest = rest.dropFirst(512)
      entries.append(Entry(name: text(0..<100), bytes: Array(rest.prefix(size)), type: Character(text(156..<157))))
      rest = rest.dropFirst((size + 511) / 512 * 512)
    }
  }

  var bytes: [UInt8] { entries.flatMap(Self.encoded) + [UInt8](repeating: 0, count: 1024) }

  func index(_ name: String) -> Int { entries.firstIndex { $0.name == name }! }

  /// A pax header with records, for the entry that follows.
  static func pax(_ records: (key: String, value: String)...) -> [UInt8] {
    let text = records.map { key, value in
      let rest = " \(key)=\(value)\n"
      var length = rest.utf8.count
      while "\(length)".utf8.count + rest.utf8.count != length { length = "\(length)".utf8.count + rest.utf8.count }
      return "\(length)\(rest)"
    }
    return encoded(Entry(name: "PaxHeader", bytes: Array(text.joined().utf8), type: "x"))
  }

  /// GNU's header with a long name (L) or the long target of a link (K).
  static func long(_ type: Character, _ text: String) -> [UInt8] {
    encoded(Entry(name: "././@LongLink", bytes: Array(text.utf8) + [0], type: type))
  }

  static func encoded(_ entry: Entry) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
    }
    func octal(_ value: Int, _ digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    let isLong = entry.name.utf8.count > 100 || entry.name.utf8.contains(0)
    put(isLong ? "long" : entry.name, at: 0)
    put("0000600\u{0}0000000\u{0}0000000\u{0}", at: 100)
    put(octal(entry.declared ?? entry.bytes.count, 11), at: 124)
    put(octal(0, 11), at: 136)
    put("        ", at: 148)
    put(String(entry.type), at: 156)
    put(entry.link, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
    let before = (isLong ? pax(("path", entry.name)) : []) + entry.before
    return before + header + entry.bytes + [UInt8](repeating: 0, count: (512 - entry.bytes.count % 512) % 512)
  }
}

extension Bookshop {
  /// Takes a sealed backup apart with `age` and `zstd`.
  func opened(_ backup: String) throws -> TarFile {
    TarFile(try machine.shell("age -d -i '\(identity)' '\(backup)' | zstd -dc").bytes)
  }

  /// Seals a tar archive with `zstd` and `age` for the workspace's recipient; returns its path.
  func sealed(_ tar: TarFile, _ name: String) throws -> String {
    let path = machine.path(name)
    try Files.write(tar.bytes, path + ".tar")
    try machine.shell("zstd -qc '\(path).tar' | age -r \(recipient) > '\(path)'")
    try Files.remove(path + ".tar")
    return path
  }

  /// Brings manifest and sums of an archive in line with its entries, as somebody would who wants to be believed.
  func lied(_ tar: TarFile) throws -> TarFile {
    var tar = tar
    let manifest = tar.index("okit-backup.json")
    let known = try machine.run("jq", "-r", ".files[].path", input: tar.entries[manifest].bytes).lines
    for entry in tar.entries.dropFirst().dropLast() where !known.contains(entry.name) {
      tar.entries[manifest].bytes = try machine.run(
        "jq", "--arg", "path", entry.name, "--argjson", "size", "\(entry.bytes.count)",
        #".files += [{path: $path, size: $size, form: "json"}]"#, input: tar.entries[manifest].bytes
      ).bytes
    }
    let sums = try tar.entries.dropLast().map { entry in
      try machine.run("sha256sum", input: entry.bytes).text.prefix(64) + "  \(entry.name)\n"
    }
    tar.entries[tar.index("SHA256SUMS")].bytes = Array(sums.joined().utf8)
    return tar
  }
}
