import Glibc

/// Bytes of JSON text in memory of their own, followed by at least 64 NULs once they are parsed.
///
/// The padding lets the parser look ahead without asking for the end at every byte. Fill it with `append` while reading, then hand it
/// to ``JSONDocument/init(parsing:)-(JSONBytes)``, which seals it: from then on it does not change.
///
/// It is a collection of its bytes; `withUnsafeBytes` gives them to functions that want a pointer. It is not safe to append from two threads at once.
package final class JSONBytes {
  /// The number of NUL bytes that follow sealed bytes.
  static let padding = 64

  /// Whether the memory is overwritten with zeros before it is given back, when growing and at the end.
  package let isSecret: Bool

  /// The number of bytes, without the padding.
  package private(set) var count = 0

  private(set) var base: UnsafeMutableRawPointer
  private(set) var isSealed = false
  private var capacity: Int
  /// The number of bytes that may ever have been written, where more than `count`. The rest of the capacity was never touched and costs no memory yet.
  private var written = 0

  /// Makes an empty buffer.
  ///
  /// - Parameters:
  ///   - capacity: The number of bytes that fit before memory has to be moved.
  ///   - secret: Whether the memory is wiped before it is given back.
  package init(capacity: Int, secret: Bool = false) {
    self.capacity = Swift.max(capacity, 0)
    isSecret = secret
    guard let memory = Memory.allocate(self.capacity + Self.padding) else { fatalError("out of memory") }
    base = memory
  }

  /// Copies bytes.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text, in UTF-8.
  ///   - secret: Whether the memory is wiped before it is given back.
  package convenience init(_ bytes: some Collection<UInt8>, secret: Bool = false) {
    self.init(capacity: bytes.count, secret: secret)
    let copied: Void? = bytes.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
    if copied == nil {
      for byte in bytes { append(byte) }
    }
  }

  deinit {
    if isSecret { explicit_bzero(base, Swift.max(written, count) + Self.padding) }
    free(base)
  }

  /// The bytes, without the padding, for those who see to it that this object lives on.
  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  /// Calls a closure with the bytes, which must not be kept beyond it.
  ///
  /// - Parameter body: Gets the bytes, without the padding.
  /// - Throws: What the closure throws.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(buffer)
  }

  /// Appends a piece of text.
  ///
  /// - Precondition: The bytes were not parsed yet.
  package func append(_ piece: UnsafeRawBufferPointer) {
    guard let start = piece.baseAddress, piece.count > 0 else { return }
    reserve(piece.count)
    memcpy(base + count, start, piece.count)
    count += piece.count
  }

  /// Appends what a closure writes straight into the buffer, as `read(2)` does.
  ///
  /// - Precondition: The bytes were not parsed yet.
  /// - Parameters:
  ///   - limit: The largest number of bytes that the closure writes.
  ///   - body: Gets the room to fill and returns how many bytes of it, from its start, it has filled.
  /// - Returns: The number of bytes that the closure has filled.
  /// - Throws: What the closure throws; nothing is appended then.
  @discardableResult
  package func append<Failure: Error>(
    atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    reserve(limit)
    written = Swift.max(written, count + limit)
    let filled = try body(UnsafeMutableRawBufferPointer(start: base + count, count: limit))
    precondition(0...limit ~= filled, "more bytes than there is room for")
    count += filled
    return filled
  }

  /// Makes room for so many more bytes, which are then appended without failing.
  ///
  /// - Precondition: The bytes were not parsed yet.
  /// - Returns: Whether there is memory for them; nothing has changed where there is none.
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

  /// Empties the buffer and keeps its memory, to fill it again.
  func removeAll() {
    precondition(!isSealed, "parsed bytes do not change")
    written = Swift.max(written, count)
    count = 0
  }

  /// Takes away what is behind the first `count` bytes.
  func cut(to count: Int) {
    precondition(!isSealed && count <= self.count, "parsed bytes do not change")
    written = Swift.max(written, self.count)
    self.count = count
  }

  /// Writes the padding; from now on the bytes do not change.
  func seal() {
    if isSealed { return }
    memset(base + count, 0, Self.padding)
    isSealed = true
  }

  private func reserve(_ additional: Int) {
    guard makeRoom(for: additional) else { fatalError("out of memory") }
  }

  private func grow(to newCapacity: Int) -> Bool {
    if isSecret, capacity < Memory.movesByPages {
      // realloc could leave a copy behind in the memory that it gives back.
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
    return true
  }
}

extension JSONBytes: RandomAccessCollection {
  /// 0.
  package var startIndex: Int { 0 }

  /// The number of bytes.
  package var endIndex: Int { count }

  /// A byte.
  package subscript(position: Int) -> UInt8 {
    precondition(0..<count ~= position, "there is no such byte")
    return buffer[position]
  }

  /// Calls a closure with the bytes, which must not be kept beyond it.
  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    try withExtendedLifetime(self) { try buffer.withMemoryRebound(to: UInt8.self, body) }
  }
}
