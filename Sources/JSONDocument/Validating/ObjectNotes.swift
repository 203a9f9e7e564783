/// Which objects have a certain key.
struct ObjectNotes: Sendable {
  /// Nil where nobody asks.
  private let key: StaticString?
  /// The innermost open object that is noted, by how many are around it; -1 where there is none.
  private(set) var innermost = -1
  /// Those that are noted, around that.
  private var outer: [Int] = []
  private var ended: [Range<Int>] = []
  /// The beginning of the key that is being read in pieces; one byte more than there should be is enough.
  private var begun: [UInt8] = []
  private var isEscaped = false

  init(_ key: StaticString?) {
    self.key = key
  }

  mutating func keyBegins() {
    begun.removeAll(keepingCapacity: true)
    isEscaped = false
  }

  mutating func keyGoesOn(_ text: UnsafeRawBufferPointer) {
    guard let key, begun.count <= key.utf8CodeUnitCount else { return }
    begun += text.prefix(key.utf8CodeUnitCount + 1 - begun.count)
  }

  mutating func keyIsEscaped() { isEscaped = true }

  mutating func keyEnded(in object: Int) {
    begun.withUnsafeBytes { [isEscaped] in hasKey($0, isEscaped: isEscaped, in: object) }
  }

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
