@testable import OKitStorage

/// A zip archive taken apart, to be put together wrongly. Its names, sizes and flags can be changed without the password.
struct ZipFile {
  struct Header {
    var flags: Int
    var method: Int
    var crc: Int
    var compressedSize: Int
    var size: Int
    var name: [UInt8]
    var extra: [UInt8]

    fileprivate var bytes: [UInt8] {
      // A time that every reader takes.
      ZipFile.number(20, 2) + ZipFile.number(flags, 2) + ZipFile.number(method, 2) + ZipFile.number(0x21 << 16, 4)
        + ZipFile.number(crc, 4) + ZipFile.number(compressedSize, 4) + ZipFile.number(size, 4)
        + ZipFile.number(name.count, 2) + ZipFile.number(extra.count, 2)
    }
  }

  struct Entry {
    var local: Header
    var central: Header
    /// The upper half is a Unix mode.
    var attributes: Int
    var content: [UInt8]

    /// Changes both headers.
    mutating func change(_ change: (inout Header) -> Void) {
      change(&local)
      change(&central)
    }
  }

  var entries: [Entry] = []
  var prefix: [UInt8] = []
  var suffix: [UInt8] = []
  /// The number of entries that the end record tells, where it is not theirs.
  var count: Int?
  /// Whether all entries are said to lie where the first one does.
  var sharesContent = false

  init() {}

  /// Reads an archive without data descriptors and zip64 fields, as 7-Zip makes them of small files.
  init(_ bytes: [UInt8]) {
    func number(_ place: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
    func header(_ place: Int, _ fixed: Int, start: Int) -> Header {
      let (name, extra) = (number(place + 20, 2), number(place + 22, 2))
      let variable = start + fixed
      return Header(
        flags: number(place, 2), method: number(place + 2, 2), crc: number(place + 8, 4),
        compressedSize: number(place + 12, 4), size: number(place + 16, 4),
        name: Array(bytes[variable..<variable + name]),
        extra: Array(bytes[variable + name..<variable + name + extra]))
    }
    let end = bytes.count - 22
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      let central = header(place + 8, 46, start: place)
      let start = number(place + 42, 4)
      let local = header(start + 6, 30, start: start)
      let content = start + 30 + local.name.count + local.extra.count
      entries.append(
        Entry(
          local: local, central: central, attributes: number(place + 38, 4),
          content: Array(bytes[content..<content + central.compressedSize])))
      place += 46 + central.name.count + central.extra.count + number(place + 32, 2)
    }
  }

  var bytes: [UInt8] {
    var file = prefix
    var directory: [UInt8] = []
    for entry in entries {
      let start = sharesContent ? 0 : file.count
      file += Self.number(0x0403_4b50, 4) + entry.local.bytes + entry.local.name + entry.local.extra + entry.content
      directory += Self.number(0x0201_4b50, 4) + Self.number(3 << 8 | 20, 2) + entry.central.bytes
      directory += Self.number(0, 6) + Self.number(entry.attributes, 4) + Self.number(start, 4)
      directory += entry.central.name + entry.central.extra
    }
    let count = Self.number(count ?? entries.count, 2)
    let end = Self.number(0x0605_4b50, 4) + Self.number(0, 4) + count + count
    return file + directory + end + Self.number(directory.count, 4) + Self.number(file.count, 4) + Self.number(0, 2)
      + suffix
  }

  func index(_ name: String) -> Int { entries.firstIndex { $0.central.name.elementsEqual(name.utf8) }! }

  fileprivate static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

extension Machine {
  /// A zip of contents, which 7-Zip encrypts with the password where there is one. What they are called is to be said later: here they
  /// are numbered.
  func zip(_ contents: [[UInt8]], password: String?, method: String = "Deflate") throws -> ZipFile {
    let folder = path("zipped")
    try Files.remove(folder)
    try Files.makeFolder(folder)
    let names = contents.indices.map { String("\(100_000 + $0)") }
    for (name, content) in Swift.zip(names, contents) { try Files.write(content, "\(folder)/\(name)") }
    let secret = password.map { "'-p\($0)' -mem=AES256" } ?? ""
    try shell(
      "7z a -tzip -mx=1 -mm=\(method) \(secret) ../z.zip \(names.joined(separator: " "))", in: folder)
    defer { try? Files.remove(path("z.zip")) }
    try Files.remove(folder)
    return ZipFile(try Files.read(path("z.zip")))
  }
}
