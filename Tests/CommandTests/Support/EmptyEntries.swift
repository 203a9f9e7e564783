import Foundation
import TestSupport

/// Archives of very many empty files, whose names are numbers of seven digits.
enum EmptyEntries {
  private static let prefix = Array("data/_data/".utf8)

  /// Writes a tar, a few blocks at a time.
  static func writeTar(_ count: Int, to path: String) throws {
    let template = TarFile.entry("data/_data/0000000")
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
      TarFile.end
    }
  }

  /// Writes a zip with the zip64 records that so many entries need.
  static func writeZip(_ count: Int, to path: String) throws {
    let nameSize = prefix.count + 7
    let (localSize, centralSize) = (30 + nameSize, 46 + nameSize)
    let common =
      ZipFile.u16(20) + ZipFile.u32(0) + ZipFile.u32(0x21 << 16) + ZipFile.u64(0) + ZipFile.u32(0)
      + ZipFile.u16(nameSize)
    let local = ZipFile.u32(0x0403_4b50) + common + ZipFile.u16(0) + prefix
    let central =
      ZipFile.u32(0x0201_4b50) + ZipFile.u16(3 << 8 | 20) + common + ZipFile.u64(0) + ZipFile.u32(0o100600 << 16)
    try write(to: path, 2 * count) { index, bytes in
      if index < count {
        bytes += local
      } else {
        bytes += central
        bytes += ZipFile.u32((index - count) * localSize)
        bytes += prefix
      }
      bytes += digits(index % count)
    } end: {
      let (start, size) = (count * localSize, count * centralSize)
      let record =
        ZipFile.u32(0x0606_4b50) + ZipFile.u64(44) + ZipFile.u16(20) + ZipFile.u16(20) + ZipFile.u64(0)
        + ZipFile.u64(count)
        + ZipFile.u64(count) + ZipFile.u64(size) + ZipFile.u64(start)
      let locator = ZipFile.u32(0x0706_4b50) + ZipFile.u32(0) + ZipFile.u64(start + size) + ZipFile.u32(1)
      return record + locator + ZipFile.u32(0x0605_4b50) + [UInt8](repeating: 255, count: 16) + ZipFile.u16(0)
    }
  }

  private static func write(
    to path: String, _ count: Int, _ add: (Int, inout [UInt8]) -> Void, end: () -> [UInt8]
  ) throws {
    try Files.write([], to: path)
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
}
