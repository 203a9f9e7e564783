import Bindings
import Glibc
import JSONDocument

/// A value in the order of lists: numbers and dates by size, then texts by code points, then other values, and absent values at the end.
struct SortKey {
  private enum Rank: UInt8 {
    case number, text, other, absent
  }

  private let rank: Rank
  /// The beginning of the value, in the same order as the value.
  private let head: UInt64
  /// The whole text or number, for values with the same head.
  private let rest: Rest?

  fileprivate enum Rest {
    /// A stored text without escapes. Its bytes are not copied.
    case stored(JSONValue)
    case text([UInt8])
    /// A number. If both have few digits, equal heads mean equal numbers.
    case number(JSONValue, isLong: Bool)
  }

  /// The key of a value.
  ///
  /// - Parameter textKey: Returns the bytes by which texts are sorted; nil to sort them by code points.
  init(_ value: BindingValue, _ textKey: ((String) -> [UInt8])?) {
    func key(_ text: String) -> [UInt8] { textKey?(text) ?? Array(text.utf8) }
    switch value {
    case _ where value.isAbsent: self.init(.absent, 0)
    case .json(let stored), .date(let stored):
      switch stored.kind {
      case .number: self.init(number: stored)
      case .string:
        if textKey == nil, stored.unescapedTextRange != nil {
          self.init(.text, stored.withTextBytes { Self.head(of: $0) }, .stored(stored))
        } else {
          self.init(.text, key(stored.string ?? ""))
        }
      case .bool: self.init(.other, stored.bool == true ? 1 : 0)
      default: self.init(.other, Array(value.text.utf8))
      }
    case .number(let number): self.init(.number, Self.head(of: number.double))
    case .text(let text): self.init(.text, key(text))
    case .bool(let bool): self.init(.other, bool ? 1 : 0)
    case .list, .absent: self.init(.other, Array(value.text.utf8))
    }
  }

  private init(_ rank: Rank, _ head: UInt64, _ rest: Rest? = nil) {
    self.rank = rank
    self.head = head
    self.rest = rest
  }

  private init(number: JSONValue) {
    let double = number.double ?? (number.rawText.hasPrefix("-") ? -.infinity : .infinity)
    self.init(.number, Self.head(of: double), .number(number, isLong: number.range.count > 15 || !double.isNormal))
  }

  private init(_ rank: Rank, _ text: [UInt8]) {
    self.init(rank, text.withUnsafeBytes { Self.head(of: $0) }, .text(text))
  }

  private static func head(of text: UnsafeRawBufferPointer) -> UInt64 {
    if text.count >= 8 { return UInt64(bigEndian: text.loadUnaligned(as: UInt64.self)) }
    var head: UInt64 = 0
    for index in 0..<8 { head = head << 8 | UInt64(index < text.count ? text[index] : 0) }
    return head
  }

  /// Returns bits in the order of the number.
  private static func head(of number: Double) -> UInt64 {
    // Both zeros are equal.
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Returns a negative number, 0 or a positive number if this key comes before, with or after `other`.
  func order(to other: SortKey) -> Int {
    let (one, second) = (beginning(isDescending: false), other.beginning(isDescending: false))
    return one == second ? restOrder(to: other) : one < second ? -1 : 1
  }

  /// Compares this key with one that has the same beginning.
  func restOrder(to other: SortKey) -> Int {
    switch (rest, other.rest) {
    case (.number(let left, let isLong)?, .number(let right, let isOtherLong)?):
      return isLong || isOtherLong ? left.numericOrder(to: right) ?? 0 : 0
    case (let left?, let right?):
      return left.withTextBytes { left in right.withTextBytes { right in Self.order(left, right) } }
    default: return 0
    }
  }

  private static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let count = min(left.count, right.count)
    if count > 0, let one = left.baseAddress, let other = right.baseAddress {
      let order = memcmp(one, other, count)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }

  /// The beginning of a key, which decides most comparisons.
  struct Beginning: Equatable {
    fileprivate let rank: UInt8
    fileprivate let head: UInt64

    static func < (left: Self, right: Self) -> Bool {
      left.rank == right.rank ? left.head < right.head : left.rank < right.rank
    }
  }

  /// Returns the beginning of the key. In the descending order, only absent values stay at the end.
  func beginning(isDescending: Bool) -> Beginning {
    if isDescending, rank != .absent {
      return Beginning(rank: Rank.other.rawValue - rank.rawValue, head: ~head)
    }
    return Beginning(rank: rank.rawValue, head: head)
  }
}

extension SortKey.Rest {
  fileprivate func withTextBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    switch self {
    case .stored(let value): value.withTextBytes(body)
    case .text(let bytes): bytes.withUnsafeBytes(body)
    case .number: body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}

extension JSONValue {
  /// Calls `body` with the bytes of a string without escapes, without its quotes.
  fileprivate func withTextBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withRawBytes { body(UnsafeRawBufferPointer(rebasing: $0.dropFirst().dropLast())) }
  }
}
