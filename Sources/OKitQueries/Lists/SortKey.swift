import Bindings
import Glibc
import JSONDocument

/// A value in the order of lists: numbers and dates by size, then texts by code points, then other values, and absent values at the end.
struct SortKey {
  fileprivate enum Rank: UInt8 {
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
    self.init(.number, Self.head(of: double), .number(number, isLong: Self.isLong(double, number.range.count)))
  }

  private init(_ rank: Rank, _ text: [UInt8]) {
    self.init(rank, text.withUnsafeBytes { Self.head(of: $0) }, .text(text))
  }

  fileprivate static func head(of text: UnsafeRawBufferPointer) -> UInt64 {
    if text.count >= 8 { return UInt64(bigEndian: text.loadUnaligned(as: UInt64.self)) }
    var head: UInt64 = 0
    for index in 0..<8 { head = head << 8 | UInt64(index < text.count ? text[index] : 0) }
    return head
  }

  /// Returns bits in the order of the number.
  fileprivate static func head(of number: Double) -> UInt64 {
    // Both zeros are equal.
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 0 ? bits | 1 << 63 : ~bits
  }

  /// Returns a negative number, 0 or a positive number if this key comes before, with or after `other`.
  func order(to other: SortKey) -> Int {
    let (one, second) = (beginning(isDescending: false), other.beginning(isDescending: false))
    return one == second ? restOrder(to: other) : one < second ? -1 : 1
  }

  /// True if another key with the same beginning is equal, unless its own beginning is not exact.
  private var isExact: Bool {
    switch rest {
    case .stored, .text: false
    case .number(_, let isLong): !isLong
    case nil: true
    }
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

  /// Compares two texts by their bytes.
  static func order(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    let count = min(left.count, right.count)
    if count > 0, let one = left.baseAddress, let other = right.baseAddress {
      let order = memcmp(one, other, count)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }

  /// The beginning of a key, which decides most comparisons.
  struct Beginning {
    private let rank: UInt8
    /// True if keys with this beginning are equal if both are exact.
    let isExact: Bool
    private let head: UInt64

    fileprivate init(_ rank: Rank, _ head: UInt64, isExact: Bool, isDescending: Bool) {
      // In the descending order, only absent values stay at the end.
      let isReversed = isDescending && rank != .absent
      self.rank = isReversed ? Rank.other.rawValue - rank.rawValue : rank.rawValue
      self.head = isReversed ? ~head : head
      self.isExact = isExact
    }

    /// The beginning of the key of a stored value whose bytes are also its text; nil for a value that needs a key.
    init?(plain kind: JSONKind, _ bytes: UnsafeRawBufferPointer, isDescending: Bool) {
      switch kind {
      case .string: self.init(.text, SortKey.head(of: bytes), isExact: false, isDescending: isDescending)
      case .number:
        guard let double = JSONValue.double(of: bytes), !SortKey.isLong(double, bytes.count) else { return nil }
        self.init(.number, SortKey.head(of: double), isExact: true, isDescending: isDescending)
      default: return nil
      }
    }

    static func == (left: Self, right: Self) -> Bool { left.rank == right.rank && left.head == right.head }

    static func < (left: Self, right: Self) -> Bool {
      left.rank == right.rank ? left.head < right.head : left.rank < right.rank
    }
  }

  /// Returns the beginning of the key.
  func beginning(isDescending: Bool) -> Beginning {
    Beginning(rank, head, isExact: isExact, isDescending: isDescending)
  }

  /// True if numbers with the same `Double` can differ.
  fileprivate static func isLong(_ double: Double, _ count: Int) -> Bool { count > 15 || !double.isNormal }
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
