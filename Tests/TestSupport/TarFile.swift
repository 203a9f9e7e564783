/// A tar archive taken apart, to be put together with errors.
package struct TarFile {
  package struct Entry {
    package var name: String
    package var bytes: [UInt8]
    package var type: Character
    package var link: String
    /// The size in the header, if it differs from the number of bytes.
    package var declared: Int?
    /// Blocks before the header, such as a pax header of this entry.
    package var before: [UInt8]

    package init(
      name: String, bytes: [UInt8] = [], type: Character = "0", link: String = "", declared: Int? = nil,
      before: [UInt8] = []
    ) {
      self.name = name
      self.bytes = bytes
      self.type = type
      self.link = link
      self.declared = declared
      self.before = before
    }
  }

  package var entries: [Entry] = []

  package init(entries: [Entry]) {
    self.entries = entries
  }

  /// Reads an archive with short names, like the fixture's.
  package init(_ bytes: [UInt8]) {
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

  package var bytes: [UInt8] { entries.flatMap(Self.encoded) + Self.end }

  package func index(_ name: String) -> Int { entries.firstIndex { $0.name == name }! }

  // MARK: - Blocks

  package static let end = [UInt8](repeating: 0, count: 1_024)

  package static func encoded(_ entry: Entry) -> [UInt8] {
    let isLong = entry.name.utf8.count > 100 || entry.name.utf8.contains(0)
    let header = header(
      Array((isLong ? "long" : entry.name).utf8), type: entry.type, link: entry.link,
      size: entry.declared ?? entry.bytes.count)
    return (isLong ? pax(("path", entry.name)) : []) + entry.before + header + padded(entry.bytes)
  }

  /// Returns an entry with any magic and any name.
  package static func entry(
    _ name: String, type: Character = "0", content: [UInt8] = [], magic: String = "ustar\u{0}00"
  ) -> [UInt8] {
    header(Array(name.utf8), type: type, size: content.count, magic: magic) + padded(content)
  }

  package static func header(
    _ name: [UInt8], type: Character = "0", link: String = "", size: Int = 0, magic: String = "ustar\u{0}00",
    sizeField: [UInt8]? = nil
  ) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ bytes: some Collection<UInt8>, at offset: Int) {
      block.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    }
    put(name.prefix(100), at: 0)
    put("0000600\u{0}0000000\u{0}0000000\u{0}".utf8, at: 100)
    put(sizeField ?? Array(octal(size, 11).utf8), at: 124)
    put(octal(0, 11).utf8, at: 136)
    put("        ".utf8, at: 148)
    put(String(type).utf8, at: 156)
    put(link.utf8, at: 157)
    put(magic.utf8, at: 257)
    put((octal(block.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ").utf8, at: 148)
    return block
  }

  package static func padded(_ content: [UInt8]) -> [UInt8] {
    content + [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
  }

  private static func octal(_ value: Int, _ digits: Int) -> String {
    let text = String(value, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Returns a pax header with records, for the next entry, or for all of them (type g).
  package static func pax(_ records: (key: String, value: [UInt8])..., type: Character = "x") -> [UInt8] {
    entry("PaxHeader", type: type, content: records.flatMap { record($0.key, $0.value) })
  }

  package static func pax(_ records: (key: String, value: String)..., type: Character = "x") -> [UInt8] {
    entry("PaxHeader", type: type, content: records.flatMap { record($0.key, Array($0.value.utf8)) })
  }

  package static func record(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [10]
    var length = rest.count
    while String(length).utf8.count + rest.count != length { length = String(length).utf8.count + rest.count }
    return Array(String(length).utf8) + rest
  }

  /// Returns GNU's header with a long name (L) or a long target of a link (K).
  package static func long(_ type: Character, _ text: String) -> [UInt8] {
    entry("././@LongLink", type: type, content: Array(text.utf8) + [0])
  }
}
