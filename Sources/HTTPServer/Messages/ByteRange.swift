/// The header `Range` of a request for one part of a file.
package enum ByteRange: Equatable, Sendable {
  /// The whole file: no range, several of them, or a header that is malformed or has another unit.
  case whole
  /// A part of the file.
  case part(Range<Int64>)
  /// A range that begins beyond the end of the file.
  case unsatisfiable

  /// Parses `value` for a file of `size` bytes.
  package init(parsing value: String?, size: Int64) {
    self = .whole
    guard let value, value.utf8.starts(with: "bytes=".utf8) else { return }
    let set = value.utf8.dropFirst(6)
    guard !set.contains(UInt8(ascii: ",")), let dash = set.firstIndex(of: UInt8(ascii: "-")) else { return }
    let (head, tail) = (Self.trimmed(set[..<dash]), Self.trimmed(set[set.index(after: dash)...]))
    if head.isEmpty {
      guard let count = Self.number(tail) else { return }
      self = count == 0 || size == 0 ? .unsatisfiable : .part(max(0, size - count)..<size)
      return
    }
    guard let first = Self.number(head) else { return }
    guard let last = tail.isEmpty ? Int64.max - 1 : Self.number(tail), last >= first else { return }
    self = first >= size ? .unsatisfiable : .part(first..<min(last, size - 1) + 1)
  }

  private static func trimmed(_ text: Substring.UTF8View) -> [UInt8] {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    return Array(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  /// Returns the decimal number; the largest number if it is larger, and nil if it is none.
  private static func number(_ digits: [UInt8]) -> Int64? {
    guard !digits.isEmpty else { return nil }
    var number: Int64 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      let (product, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, exceeds) = product.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      number = overflows || exceeds || sum == .max ? .max - 1 : sum
    }
    return number
  }
}
