/// What a validator takes note of while the text passes by.
struct ValidatorNotes: Sendable {
  var objects: ObjectNotes
  var path: PathWatch

  /// The beginning of the key that is being read in pieces; one byte more than is looked for is enough.
  private var begun: [UInt8] = []
  private let keySize: Int
  private var isEscaped = false

  init(_ objects: ObjectNotes, _ path: PathWatch) {
    self.objects = objects
    self.path = path
    keySize = max(objects.keySize, path.keySize)
  }

  mutating func keyBegins() {
    begun.removeAll(keepingCapacity: true)
    isEscaped = false
  }

  mutating func keyGoesOn(_ text: UnsafeRawBufferPointer) {
    guard begun.count <= keySize else { return }
    begun += text.prefix(keySize + 1 - begun.count)
  }

  mutating func keyGoesOn(_ byte: UInt8) {
    if begun.count <= keySize { begun.append(byte) }
  }

  /// There is a backslash in the key, of an escape that stands for a character by its number or by its name.
  mutating func keyIsEscaped(byNumber: Bool) {
    if byNumber { isEscaped = true } else { keyGoesOn(0x5C) }
  }

  mutating func keyEnded(_ depth: Int, at end: Int) {
    if isEscaped { begun.append(0x5C) }
    let key = begun
    key.withUnsafeBytes { hasKey($0, isEscaped: isEscaped, depth, at: end) }
  }

  /// A key, given by its bytes between the quotes, of the innermost of so many objects and arrays.
  @inline(__always)
  mutating func hasKey(_ text: UnsafeRawBufferPointer, isEscaped: Bool, _ depth: Int, at end: Int) {
    objects.hasKey(text, isEscaped: isEscaped, in: depth &- 1)
    if depth == path.depth { path.hasKey(text, at: end) }
  }

  /// An object or array begins, in so many others.
  @inline(__always)
  mutating func opened(isObject: Bool, _ depth: Int, at offset: Int) {
    if depth == path.depth { path.opened(isObject: isObject, at: offset) }
  }

  /// A comma, in so many objects and arrays.
  @inline(__always)
  mutating func separated(_ depth: Int, at offset: Int) {
    if depth == path.depth { path.separated(at: offset) }
  }

  /// The innermost of so many objects and arrays ends.
  @inline(__always)
  mutating func closed(_ depth: Int, _ container: OpenContainer, at offset: Int) {
    if depth == path.depth { path.closed(at: offset) }
    objects.closed(depth &- 1, container.start..<offset &+ 1)
  }
}
