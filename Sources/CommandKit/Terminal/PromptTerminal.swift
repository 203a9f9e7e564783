import Glibc

/// The user's terminal, opened for one prompt, independent of the standard streams.
struct PromptTerminal: ~Copyable {
  let descriptor: Int32

  init?(_ path: String) {
    descriptor = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    // The deinitializer closes it.
    if descriptor < 0 || isatty(descriptor) != 1 { return nil }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func show(_ text: String) {
    var text = text
    _ = text.withUTF8 { write(descriptor, $0.baseAddress, $0.count) }
  }

  enum Line: Equatable {
    /// A line with this many bytes, without the line feed.
    case read(Int)
    case tooLong
    case ended
    case interrupted
  }

  /// Reads one line directly into `buffer`, and keeps no copy of it.
  func readLine(into buffer: UnsafeMutableRawBufferPointer, isInterrupted: () -> Bool) -> Line {
    var count = 0
    var isTooLong = false
    var byte: UInt8 = 0
    defer { withUnsafeMutableBytes(of: &byte) { HiddenInput.wipe($0) } }
    while true {
      if isInterrupted() { return .interrupted }
      // The time limit is for a signal that arrives between the check above and the call below.
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&waiting, 1, 100) <= 0 { continue }
      let result = read(descriptor, &byte, 1)
      if result < 0, errno == EINTR || errno == EAGAIN { continue }
      if result <= 0 { return isTooLong ? .tooLong : count > 0 ? .read(count) : .ended }
      if byte == UInt8(ascii: "\n") { return isTooLong ? .tooLong : .read(count) }
      if count < buffer.count {
        buffer[count] = byte
        count += 1
      } else {
        isTooLong = true
      }
    }
  }
}
