import Glibc

/// The bytes of a JSON text in their own memory, followed by at least 64 NUL bytes once they are parsed.
///
/// The padding lets the parser look ahead without a check for the end at every byte. Fill the buffer with `append`, then pass it to
/// ``JSONDocument/init(parsing:)-(JSONBytes)``, which seals it: from then on it does not change.
///
/// The type is a collection of its bytes. Use `withUnsafeBytes` to pass them as a pointer. Do not append from two threads at the same time.
package final class JSONBytes {
  /// The number of NUL bytes that follow sealed bytes.
  static let padding = 64

  /// True if the memory is overwritten with zeros before it is freed, also when the buffer grows.
  package let isSecret: Bool

  /// The number of bytes, without the padding.
  package private(set) var count = 0

  private(set) var base: UnsafeMutableRawPointer
  private(set) var isSealed = false
  private var capacity: Int
  /// The number of bytes that may have been written so far, if it is greater than `count`. The rest of the capacity was never touched.
  private var written = 0
  private var preparation: PagePreparation?

  /// Creates an empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes that fit before the memory is reallocated.
  ///   - secret: True to wipe the memory before it is freed.
  package init(capacity: Int, secret: Bool = false) {
    self.capacity = Swift.max(capacity, 0)
    isSecret = secret
    guard let memory = Memory.allocate(self.capacity + Self.padding) else { fatalError("out of memory") }
    base = memory
  }

  /// Copies bytes.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text in UTF-8.
  ///   - secret: True to wipe the memory before it is freed.
  package convenience init(_ bytes: some Collection<UInt8>, secret: Bool = false) {
    self.init(capacity: bytes.count, secret: secret)
    let copied: Void? = bytes.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
    if copied == nil {
      for byte in bytes { append(byte) }
    }
  }

  deinit {
    preparation?.end()
    if isSecret { explicit_bzero(base, Swift.max(written, count) + Self.padding) }
    free(base)
  }

  /// The bytes without the padding. The caller must keep this object alive.
  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Calls a closure with the bytes.
  ///
  /// - Parameter body: Receives the bytes without the padding. They are valid only during the call.
  /// - Throws: Rethrows the errors of `body`.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(buffer)
  }

  /// Appends a piece of text.
  ///
  /// - Precondition: The bytes are not parsed yet.
  package func append(_ piece: UnsafeRawBufferPointer) {
    guard let start = piece.baseAddress, piece.count > 0 else { return }
    reserve(piece.count)
    memcpy(base + count, start, piece.count)
    count += piece.count
    noteProgress()
  }

  /// Appends bytes that a closure writes directly into the buffer, like `read(2)`.
  ///
  /// - Precondition: The bytes are not parsed yet.
  /// - Parameters:
  ///   - limit: The maximum number of bytes that the closure writes.
  ///   - body: Fills the passed buffer from its start and returns the number of bytes written.
  /// - Returns: The number of bytes that the closure wrote.
  /// - Throws: Rethrows the errors of `body`. Nothing is appended then.
  @discardableResult
  package func append<Failure: Error>(
    atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(limit)
    written = Swift.max(written, count + limit)
    let filled = try body(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
    precondition(0...limit ~= filled, "more bytes than there is room for")
    count += filled
    noteProgress()
    return filled
  }

  private func noteProgress() {
    if let preparation, count >= preparation.next { preparation.advance(to: count) }
  }

  /// Reserves memory for additional bytes, so that appending them cannot fail.
  ///
  /// - Precondition: The bytes are not parsed yet.
  /// - Returns: True if there is enough memory. Otherwise nothing has changed.
  package func makeRoom(for additional: Int) -> Bool {
    precondition(!isSealed, "parsed bytes do not change")
    let needed = count + additional
    return needed <= capacity || grow(to: Swift.max(needed, capacity + capacity / 2, 256))
  }

  func append(_ byte: UInt8) {
    if count == capacity || isSealed { reserve(1) }
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { append($0) }
  }

  /// Empties the buffer but keeps its memory.
  func removeAll() {
    precondition(!isSealed, "parsed bytes do not change")
    written = Swift.max(written, count)
    count = 0
  }

  /// Removes all bytes after the first `count` ones.
  func cut(to count: Int) {
    precondition(!isSealed && count <= self.count, "parsed bytes do not change")
    written = Swift.max(written, self.count)
    self.count = count
  }

  /// Writes the padding. From now on the bytes do not change.
  func seal() {
    if isSealed { return }
    preparation = nil
    memset(base + count, 0, Self.padding)
    isSealed = true
  }

  private func reserve(_ additional: Int) {
    guard makeRoom(for: additional) else { fatalError("out of memory") }
  }

  private func grow(to newCapacity: Int) -> Bool {
    preparation = nil
    if isSecret, capacity < Memory.movesByPages {
      // realloc could leave a copy in the memory that it frees.
      guard let moved = Memory.allocate(newCapacity + Self.padding) else { return false }
      memcpy(moved, base, count)
      explicit_bzero(base, Swift.max(written, count) + Self.padding)
      free(base)
      base = moved
    } else {
      guard let moved = Memory.reallocate(base, newCapacity + Self.padding) else { return false }
      base = moved
    }
    capacity = newCapacity
    preparation = PagePreparation(base, from: count, size: newCapacity)
    return true
  }
}

extension JSONBytes: RandomAccessCollection {
  /// 0.
  package var startIndex: Int { 0 }

  /// The number of bytes.
  package var endIndex: Int { count }

  /// Returns the byte at `position`.
  package subscript(position: Int) -> UInt8 {
    precondition(0..<count ~= position, "there is no such byte")
    return buffer[position]
  }

  /// Calls a closure with the bytes, which are valid only during the call.
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withExtendedLifetime(self) { try buffer.withMemoryRebound(to: UInt8.self, body) }
  }
}
