/// Collects the objects that have a given key.
struct ObjectNotes: Sendable {
  /// Nil to collect nothing.
  private let key: StaticString?
  /// The depth of the innermost open object that has the key; -1 if there is none.
  private var innermost = -1
  /// The depths of the open objects around it that have the key.
  private var outer: [Int] = []
  private var ended: [Range<Int>] = []

  init(_ key: StaticString?) {
    self.key = key
  }

  /// The size of the key, in bytes.
  var keySize: Int { key?.utf8CodeUnitCount ?? 0 }

  /// Handles a key of `object`. `text` contains the bytes between its quotes.
  @inline(__always)
  mutating func hasKey(_ text: UnsafeRawBufferPointer, isEscaped: Bool, in object: Int) {
    guard let key else { return }
    if isEscaped || text.count == key.utf8CodeUnitCount && text.elementsEqual(key.bytes) { note(object) }
  }

  private mutating func note(_ object: Int) {
    if object == innermost { return }
    outer.append(innermost)
    innermost = object
  }

  /// Handles the end of an object or array.
  @inline(__always)
  mutating func closed(_ container: Int, _ range: Range<Int>) {
    if container != innermost { return }
    ended.append(range)
    innermost = outer.removeLast()
  }

  mutating func take() -> [Range<Int>] {
    defer { ended.removeAll() }
    return ended
  }
}

extension StaticString {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
  }
}
