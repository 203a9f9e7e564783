import Foundation

@testable import OKitStorage

/// Archives of very many empty files, whose names are numbers of seven digits.
enum EmptyEntries {
  private static let prefix = Array("data/_data/".utf8)

  /// Writes a tar, a few blocks at a time.
  static func writeTar(_ count: Int, to path: String) throws {
    let template = TarFile.encoded(.init(name: "data/_data/0000000"))
    let sum = (0..<6).reduce(0) { $0 << 3 | Int(template[148 + $1] & 7) }
    try write(to: path, count) { number, bytes in
      var header = template
      let digits = digits(number)
      header.replaceSubrange(prefix.count..<prefix.count + digits.count, with: digits)
      var rest = sum + digits.reduce(0) { $0 + Int($1 & 15) }
      for place in (148..<154).reversed() {
        header[place] = 0x30 | UInt8(rest & 7)
        rest >>= 3
      }
      bytes += header
    } end: {
      [UInt8](repeating: 0, count: 1_024)
    }
  }

  /// Writes a zip, with the zip64 records that so many entries need.
  static func writeZip(_ count: Int, to path: String) throws {
    let nameSize = prefix.count + 7
    let (localSize, centralSize) = (30 + nameSize, 46 + nameSize)
    let common = number(20, 2) + number(0, 4) + number(0x21 << 16, 4) + number(0, 12) + number(nameSize, 2)
    let local = number(0x0403_4b50, 4) + common + number(0, 2) + prefix
    let central = number(0x0201_4b50, 4) + number(3 << 8 | 20, 2) + common + number(0, 8) + number(0o100600 << 16, 4)
    try write(to: path, 2 * count) { index, bytes in
      if index < count {
        bytes += local
      } else {
        bytes += central
        bytes += number((index - count) * localSize, 4)
        bytes += prefix
      }
      bytes += digits(index % count)
    } end: {
      let (start, size) = (count * localSize, count * centralSize)
      let record =
        number(0x0606_4b50, 4) + number(44, 8) + number(20, 2) + number(20, 2) + number(0, 8) + number(count, 8)
        + number(count, 8) + number(size, 8) + number(start, 8)
      let locator = number(0x0706_4b50, 4) + number(0, 4) + number(start + size, 8) + number(1, 4)
      return record + locator + number(0x0605_4b50, 4) + [UInt8](repeating: 255, count: 16) + number(0, 2)
    }
  }

  private static func write(
    to path: String, _ count: Int, _ add: (Int, inout [UInt8]) -> Void, end: () -> [UInt8]
  ) throws {
    try Files.write([], path)
    guard let file = FileHandle(forWritingAtPath: path) else { throw Files.Failure(path) }
    defer { try? file.close() }
    var bytes: [UInt8] = []
    for number in 0..<count {
      add(number, &bytes)
      guard bytes.count > 1 << 22 else { continue }
      try file.write(contentsOf: bytes)
      bytes.removeAll(keepingCapacity: true)
    }
    try file.write(contentsOf: bytes + end())
  }

  private static func digits(_ number: Int) -> [UInt8] {
    var rest = number
    var digits = [UInt8](repeating: 0x30, count: 7)
    for place in (0..<7).reversed() {
      digits[place] += UInt8(rest % 10)
      rest /= 10
    }
    return digits
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
