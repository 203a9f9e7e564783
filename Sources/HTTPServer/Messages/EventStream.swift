import Synchronization

/// Events for one client, in the format of server-sent events. They wait in memory until the client takes them.
package final class EventStream: Sendable {
  /// The number of bytes that may wait. A client that is further behind is cut off, and can connect again.
  private static let limit = 4 << 20

  private struct State {
    var waiting: [UInt8] = []
    var hasEnded = false
    /// Continues the connection, which waits for events; nil if it does not wait.
    var wake: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}

  /// Adds bytes. A client that is too far behind is cut off.
  package func push(_ bytes: [UInt8]) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      if state.waiting.count + bytes.count > Self.limit {
        state.hasEnded = true
        state.waiting = []
      } else {
        state.waiting += bytes
      }
      state.wake.take()?()
    }
  }

  /// Ends the stream when the client has taken everything.
  package func end() {
    state.withLock { state in
      state.hasEnded = true
      state.wake.take()?()
    }
  }

  /// True if nothing more is sent, because it was ended or the client is gone.
  package var hasEnded: Bool { state.withLock(\.hasEnded) }

  /// The client is gone: nothing may wake its connection any more.
  func clientIsGone() {
    state.withLock { state in
      state.hasEnded = true
      state.waiting = []
      state.wake = nil
    }
  }

  /// The result of ``take(into:wait:)``.
  enum Taken {
    case bytes(Int)
    case waiting
    case end
  }

  /// Moves waiting bytes into `buffer`. If there are none, calls `wait`, which stops the connection, and keeps the function it returns to continue it.
  func take(into buffer: UnsafeMutableRawBufferPointer, wait: () -> @Sendable () -> Void) -> Taken {
    state.withLock { state in
      if state.waiting.isEmpty {
        if state.hasEnded { return .end }
        state.wake = wait()
        return .waiting
      }
      let count = min(buffer.count, state.waiting.count)
      buffer.copyBytes(from: state.waiting[..<count])
      state.waiting.removeFirst(count)
      return .bytes(count)
    }
  }
}
