/// Which objects have a certain key.
struct ObjectNotes: Sendable {
  /// Nil where nobody asks.
  private let key: StaticString?
  /// The innermost open object that is noted, by how many are around it; -1 where there is none.
  private var innermost = -1
  /// Those that are noted, around that.
  private var outer: [Int] = []
  private var ended: [Range<Int>] = []
  init(_ key: StaticString?) {
    self.key = key
  }

  /// How many bytes of a key it takes to tell whether it is the one.
  var keySize: Int { key?.utf8CodeUnitCount ?? 0 }

  /// An object has a key, given by its bytes between the quotes.
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

  /// An object or array has ended.
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
