import Glibc

/// A buffered output stream to a file descriptor.
///
/// After a failed write, every later write and flush fails with the same error, so that no failure is lost.
package final class Output {
  /// The file descriptor.
  package let descriptor: Int32
  /// True if the descriptor is a terminal.
  package let isTerminal: Bool
  /// True if styles are applied.
  package internal(set) var isColored = false
  /// Called before bytes are written to a terminal, to remove the progress line.
  var willWrite: (() -> Void)?

  /// Called once, before the first bytes are written.
  package var willBegin: (() -> Void)?

  private let name: String
  private var buffer: UnsafeMutableRawBufferPointer?
  private var used = 0
  private var failure: (any Error)?

  private static let capacity = 65_536

  /// Creates a stream to an open descriptor, which stays open; `name` is its name in messages.
  package init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
  }

  deinit {
    buffer?.deallocate()
  }

  /// Writes text.
  package func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes text and a line feed.
  package func writeLine(_ text: String = "") throws {
    try write(text)
    try write([UInt8(ascii: "\n")])
  }

  /// Writes bytes.
  package func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
  }

  /// Writes bytes; large writes bypass the buffer.
  package func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let failure { throw failure }
    if bytes.count > Self.capacity - used { try flush() }
    if bytes.count >= Self.capacity { return try send(bytes) }
    let buffer = buffer ?? .allocate(byteCount: Self.capacity, alignment: 16)
    self.buffer = buffer
    UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyMemory(from: bytes)
    used += bytes.count
  }

  /// Writes the buffer to the descriptor.
  package func flush() throws {
    if let failure { throw failure }
    guard used > 0, let buffer else { return }
    let count = used
    used = 0
    try send(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// Returns the text in these styles if the stream has colors, otherwise unchanged.
  package func styled(_ text: String, _ styles: Style...) -> String {
    isColored ? styles.reduce(text) { $1.applied(to: $0) } : text
  }

  /// Flushes and closes the descriptor, because some file systems report a full disk only on close. Does not repeat an earlier failure.
  func close() throws {
    if failure != nil { return }
    try flush()
    if Glibc.close(descriptor) != 0, errno != EBADF, errno != EINTR { throw fail(errno) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws {
    willBegin?()
    willBegin = nil
    willWrite?()
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        // A signal can interrupt the call after a part was written; then it does not fail.
        if !rest.isEmpty { try Signals.check() }
        continue
      }
      switch errno {
      case EINTR:
        try Signals.check()
      case EAGAIN:
        // The descriptor can be non-blocking if another program that shares it changed it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, -1)
        try Signals.check()
      default:
        throw fail(errno)
      }
    }
  }

  private func fail(_ code: Int32) -> any Error {
    let error: any Error = code == EPIPE ? OutputClosed() : OutputFailure(stream: name, code: code)
    failure = error
    return error
  }
}
