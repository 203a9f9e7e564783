import Glibc

/// A buffered stream of bytes to a descriptor.
///
/// Once writing has failed, every later write and flush fails the same way, so that no failure gets lost.
public final class Output {
  /// Where the bytes go.
  public let descriptor: Int32
  /// Whether that is a terminal.
  public let isTerminal: Bool
  /// Whether styles are applied.
  public internal(set) var isColoured = false
  /// Called before bytes reach a terminal: takes away what stands there only for the moment.
  var willWrite: (() -> Void)?

  private let name: String
  private var buffer: UnsafeMutableRawBufferPointer?
  private var used = 0
  private var failure: (any Error)?

  private static let capacity = 65_536

  /// A stream to an open descriptor, which stays open; `name` is what messages call it.
  public init(_ descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.name = name
    isTerminal = isatty(descriptor) == 1
  }

  deinit {
    buffer?.deallocate()
  }

  /// Writes text.
  public func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }

  /// Writes text and a line feed.
  public func writeLine(_ text: String = "") throws {
    try write(text)
    try write([UInt8(ascii: "\n")])
  }

  /// Writes bytes.
  public func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try write($0) }
  }

  /// Writes bytes; many at once go to the descriptor without being copied.
  public func write(_ bytes: UnsafeRawBufferPointer) throws {
    if let failure { throw failure }
    if bytes.count > Self.capacity - used { try flush() }
    if bytes.count >= Self.capacity { return try send(bytes) }
    let buffer = buffer ?? .allocate(byteCount: Self.capacity, alignment: 16)
    self.buffer = buffer
    UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyMemory(from: bytes)
    used += bytes.count
  }

  /// Hands everything to the system.
  public func flush() throws {
    if let failure { throw failure }
    guard used > 0, let buffer else { return }
    let count = used
    used = 0
    try send(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  }

  /// The text in these styles if the stream has colours, else as it is.
  public func styled(_ text: String, _ styles: Style...) -> String {
    isColoured ? styles.reduce(text) { $1.applied(to: $0) } : text
  }

  /// Flushes and closes the descriptor: some file systems report a full disk only then. Does not repeat a failure.
  func close() throws {
    if failure != nil { return }
    try flush()
    if Glibc.close(descriptor) != 0, errno != EBADF, errno != EINTR { throw fail(errno) }
  }

  private func send(_ bytes: UnsafeRawBufferPointer) throws {
    willWrite?()
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        // A signal that comes in the middle makes the call end early instead of failing.
        if !rest.isEmpty { try Signals.check() }
        continue
      }
      switch errno {
      case EINTR:
        try Signals.check()
      case EAGAIN:
        // Somebody made the descriptor non-blocking, perhaps another program that shares it.
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
