import JSONDocument
import OKitStorage

/// A strings file as a binary property list with one dictionary of strings. Xcode converts all other forms to it when it builds an app.
struct BinaryStrings {
  private static let mark = Array("bplist0".utf8)
  private static let trailerSize = 32

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let tableOffset: Int

  /// True if a file begins like a binary property list.
  static func canRead(_ bytes: [UInt8]) -> Bool { bytes.starts(with: mark) }

  /// Returns the texts of a file.
  static func texts(of bytes: [UInt8]) throws(StringsFault) -> [ExactText: String] {
    let list = try BinaryStrings(bytes)
    guard bytes.count >= trailerSize, let top = list.number(at: bytes.count - 16, size: 8) else { throw damaged }
    let (kind, count, start) = try list.object(top)
    guard kind == 0xd else { throw StringsFault(detail: "not a dictionary of texts") }
    // Each key and each value takes one reference, so a larger count cannot be valid.
    guard count <= bytes.count / list.referenceSize / 2 else { throw damaged }
    var texts: [ExactText: String] = [:]
    // Many references can lead to one large string, which would be read again and again.
    var room = 4 * StringsFile.maximumSize
    for index in 0..<count {
      guard let key = list.number(at: start + index * list.referenceSize, size: list.referenceSize),
        let value = list.number(at: start + (count + index) * list.referenceSize, size: list.referenceSize)
      else { throw damaged }
      let (name, text) = (try list.string(key), try list.string(value))
      room -= name.utf8.count + text.utf8.count
      guard room >= 0 else { throw damaged }
      texts[ExactText(name)] = text
    }
    return texts
  }

  private static let damaged = StringsFault(detail: "a damaged binary property list")

  private init(_ bytes: [UInt8]) throws(StringsFault) {
    self.bytes = bytes
    guard bytes.count >= Self.mark.count + 1 + Self.trailerSize else { throw Self.damaged }
    let trailer = bytes.suffix(Self.trailerSize)
    offsetSize = Int(trailer[trailer.startIndex + 6])
    referenceSize = Int(trailer[trailer.startIndex + 7])
    objectCount = Self.number(trailer.dropFirst(8).prefix(8)) ?? 0
    tableOffset = Self.number(trailer.dropFirst(24)) ?? 0
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else { throw Self.damaged }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number <= UInt64(UInt32.max) ? Int(number) : nil
  }

  /// Returns the number in `size` bytes at `offset`; nil if it is outside of the file or does not fit in 32 bits.
  private func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    return Self.number(bytes[offset..<offset + size])
  }

  /// Returns the kind of an object, the number of its items, and the start of its content.
  private func object(_ reference: Int) throws(StringsFault) -> (kind: UInt8, count: Int, start: Int) {
    guard reference < objectCount, let offset = number(at: tableOffset + reference * offsetSize, size: offsetSize),
      offset < bytes.count - Self.trailerSize
    else { throw Self.damaged }
    let (kind, short) = (bytes[offset] >> 4, Int(bytes[offset] & 0xf))
    guard short == 0xf else { return (kind, short, offset + 1) }
    // A larger count is a separate number.
    let mark = bytes[offset + 1]
    let size = 1 << Int(mark & 0xf)
    guard mark >> 4 == 1, size <= 8, let count = number(at: offset + 2, size: size) else { throw Self.damaged }
    return (kind, count, offset + 2 + size)
  }

  private func string(_ reference: Int) throws(StringsFault) -> String {
    let (kind, count, start) = try object(reference)
    switch kind {
    case 5:
      guard start + count <= bytes.count, bytes[start..<start + count].allSatisfy({ $0 < 0x80 }) else {
        throw Self.damaged
      }
      return String(decoding: bytes[start..<start + count], as: UTF8.self)
    case 6:
      guard start + count * 2 <= bytes.count else { throw Self.damaged }
      let units = (0..<count).map { UInt16(bytes[start + $0 * 2]) << 8 | UInt16(bytes[start + $0 * 2 + 1]) }
      return String(decoding: units, as: UTF16.self)
    default: throw StringsFault(detail: "a key or its value is not a string")
    }
  }
}
