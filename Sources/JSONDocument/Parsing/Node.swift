/// One entry of the tape: a value or a key, and the range of its bytes.
///
/// The tape lists all nodes in the order of their first bytes. A key comes directly before its value.
@usableFromInline
struct Node {
  /// The offset of the first byte; for a string or key, that of the opening quote.
  @usableFromInline var start: UInt32
  /// The offset after the last byte.
  @usableFromInline var end: UInt32
  /// For an object or array, the index of the node after everything in it. For other nodes, the index of the object or array around
  /// them, so that a value finds its parent without an additional field.
  @usableFromInline var link: UInt32
  /// The kind in the low byte, and flags in the other bytes.
  @usableFromInline var info: UInt32

  @usableFromInline static let object: UInt32 = 1
  @usableFromInline static let array: UInt32 = 2
  @usableFromInline static let string: UInt32 = 3
  @usableFromInline static let number: UInt32 = 4
  @usableFromInline static let bool: UInt32 = 5
  @usableFromInline static let null: UInt32 = 6
  @usableFromInline static let key: UInt32 = 7

  /// Flag of a string or key that contains a backslash, so that its text differs from its bytes.
  @usableFromInline static let escaped: UInt32 = 0x100
  /// Flag of a number with a fraction or an exponent.
  @usableFromInline static let fractional: UInt32 = 0x200
  /// Flag of the Bool `true`.
  @usableFromInline static let isTrue: UInt32 = 0x400

  @inlinable var kindBits: UInt32 { info & 0xFF }
  @inlinable var isKey: Bool { kindBits == Self.key }
  @inlinable var isContainer: Bool { kindBits <= Self.array }
  @inlinable var isEscaped: Bool { info & Self.escaped != 0 }
  @inlinable var range: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }

  /// The bytes between the quotes of a string or a key.
  @inlinable var textRange: Range<Int> { Range(uncheckedBounds: (Int(start) &+ 1, Int(end) &- 1)) }

  /// Returns the index of the node after this one and everything in it.
  @inlinable
  func next(after index: Int) -> Int { isContainer ? Int(link) : index &+ 1 }
}
