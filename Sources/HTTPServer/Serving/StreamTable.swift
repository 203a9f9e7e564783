import Synchronization

/// The event streams that are being sent.
///
/// libmicrohttpd aborts the process if it stops while a connection waits, so the server ends all streams first, and each one that comes later.
final class StreamTable: Sendable {
  private struct State {
    var streams: [ObjectIdentifier: EventStream] = [:]
    var hasEnded = false
  }

  private let state = Mutex(State())

  /// Adds a stream, or ends it if the others were ended.
  func add(_ stream: EventStream) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.streams[ObjectIdentifier(stream)] = stream }
      return state.hasEnded
    }
    if hasEnded { stream.end() }
  }

  /// Removes a stream, which is over.
  func remove(_ stream: EventStream) { state.withLock { $0.streams[ObjectIdentifier(stream)] = nil } }

  /// Ends all streams.
  func end() {
    let streams = state.withLock { state in
      state.hasEnded = true
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.end() }
  }
}
