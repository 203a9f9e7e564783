/// A tar archive taken apart, to be put together wrongly.
struct TarFile {
  struct Entry {
    var name: String
    var bytes: [UInt8] = []
    var type: Character = "0"
    var link = ""
  }

  var entries: [Entry] = []

  /// Reads an archive of short names, as the fixture has them.
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

  private static func encoded(_ entry: Entry) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      header.replaceSubrange(offset..<offset + text.utf8.count, with: Array(text.utf8))
    }
    func octal(_ value: Int, _ digits: Int) -> String {
      let text = String(value, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put(entry.name, at: 0)
    put("0000600\u{0}0000000\u{0}0000000\u{0}", at: 100)
    put(octal(entry.bytes.count, 11), at: 124)
    put(octal(0, 11), at: 136)
    put("        ", at: 148)
    put(String(entry.type), at: 156)
    put(entry.link, at: 157)
    put("ustar\u{0}00", at: 257)
    put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
    return header + entry.bytes + [UInt8](repeating: 0, count: (512 - entry.bytes.count % 512) % 512)
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
