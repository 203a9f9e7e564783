/// Collects the information about the text that the caller of a validator requested.
struct ValidatorNotes: Sendable {
  var objects: ObjectNotes
  var path: PathWatch

  /// The beginning of a key that arrives in pieces. One byte more than the longest wanted key tells that it is another one.
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

  /// Handles a backslash in the key. `byNumber` is true for an escape such as `\u0061`, which can stand for any character.
  mutating func keyIsEscaped(byNumber: Bool) {
    if byNumber { isEscaped = true } else { keyGoesOn(0x5C) }
  }

  mutating func keyEnded(_ depth: Int, at end: Int) {
    if isEscaped { begun.append(0x5C) }
    let key = begun
    key.withUnsafeBytes { hasKey($0, isEscaped: isEscaped, depth, at: end) }
  }

  /// Handles a key of the object at `depth`. `text` contains the bytes between its quotes.
  @inline(__always)
  mutating func hasKey(_ text: UnsafeRawBufferPointer, isEscaped: Bool, _ depth: Int, at end: Int) {
    objects.hasKey(text, isEscaped: isEscaped, in: depth &- 1)
    if depth == path.depth { path.hasKey(text, at: end) }
  }

  /// Handles the beginning of an object or array that is in `depth` others.
  @inline(__always)
  mutating func opened(isObject: Bool, _ depth: Int, at offset: Int) {
    if depth == path.depth { path.opened(isObject: isObject, at: offset) }
  }

  /// Handles a comma in the object or array at `depth`.
  @inline(__always)
  mutating func separated(_ depth: Int, at offset: Int) {
    if depth == path.depth { path.separated(at: offset) }
  }

  /// Handles the end of the object or array at `depth`.
  @inline(__always)
  mutating func closed(_ depth: Int, _ container: OpenContainer, at offset: Int) {
    if depth == path.depth { path.closed(at: offset) }
    objects.closed(depth &- 1, container.start..<offset &+ 1)
  }
}
