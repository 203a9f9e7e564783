/// One entry of the tape: a value or a key, and where its bytes are.
///
/// The tape lists all nodes in the order of their first byte. A key comes right before its value.
@usableFromInline
struct Node {
  /// The offset of the first byte; of a string and a key, the opening quote.
  @usableFromInline var start: UInt32
  /// The offset after the last byte.
  @usableFromInline var end: UInt32
  /// Of an object and an array, the index of the node after everything in it. Of all others, the index of the object or array they
  /// are in, which lets a value find its parent without a field of its own.
  @usableFromInline var link: UInt32
  /// The kind in the low byte, flags above it.
  @usableFromInline var info: UInt32

  @usableFromInline static let object: UInt32 = 1
  @usableFromInline static let array: UInt32 = 2
  @usableFromInline static let string: UInt32 = 3
  @usableFromInline static let number: UInt32 = 4
  @usableFromInline static let bool: UInt32 = 5
  @usableFromInline static let null: UInt32 = 6
  @usableFromInline static let key: UInt32 = 7

  /// The string or key contains a backslash, so its bytes are not its text.
  @usableFromInline static let escaped: UInt32 = 0x100
  /// The number has a fraction or an exponent.
  @usableFromInline static let fractional: UInt32 = 0x200
  /// The bool is `true`.
  @usableFromInline static let isTrue: UInt32 = 0x400

  @inlinable var kindBits: UInt32 { info & 0xFF }
  @inlinable var isKey: Bool { kindBits == Self.key }
  @inlinable var isContainer: Bool { kindBits <= Self.array }
  @inlinable var isEscaped: Bool { info & Self.escaped != 0 }
  @inlinable var range: Range<Int> { Range(uncheckedBounds: (Int(start), Int(end))) }

  /// The bytes between the quotes of a string or a key.
  @inlinable var textRange: Range<Int> { Range(uncheckedBounds: (Int(start) &+ 1, Int(end) &- 1)) }

  /// The index of the node after this one and everything in it.
  @inlinable
  func next(after index: Int) -> Int { isContainer ? Int(link) : index &+ 1 }
}
