import Glibc
import HTTPServer
import JSONDocument
import OKitData
import OKitModels
import OKitStorage
import Synchronization

/// Sends the changes of models to the clients that listen. The models are watched only while there is one.
///
/// The lanes of the server call ``subscribe(to:where:)`` one at a time; the workspace is used by the thread that watches it.
final class EventHub: @unchecked Sendable {
  /// The time between two signs of life, in milliseconds. Without them, nobody would notice that a client is gone.
  private static let pulse: Int64 = 15_000

  private struct Subscriber {
    let stream: EventStream
    let isWanted: @Sendable (ModelName) -> Bool
  }

  private struct State {
    var subscribers: [Subscriber] = []
    var watch: Watching?
    var lastPulse = MonotonicTime.milliseconds
    var hasEnded = false
  }

  private let workspace: Workspace
  private let state = Mutex(State())
  private let report: @Sendable (String) -> Void

  /// Prepares to watch `workspace`. `report` gets the reason if that fails.
  init(_ workspace: Workspace, report: @escaping @Sendable (String) -> Void) {
    self.workspace = workspace
    self.report = report
  }

  /// The number of clients that listen.
  var count: Int { state.withLock { $0.subscribers.count { !$0.stream.hasEnded } } }

  /// Returns a stream of the changes of all wanted models from now on. Throws the errors of reading the models for the first time.
  func subscribe(where isWanted: @escaping @Sendable (ModelName) -> Bool) throws -> EventStream {
    let stream = EventStream()
    // Proxies pass on the header only with the first bytes of the content.
    stream.push(Array(": watching\n\n".utf8))
    let isWatched = state.withLock { state in
      if state.watch?.isRunning == true {
        state.subscribers.append(Subscriber(stream: stream, isWanted: isWanted))
        return true
      }
      return state.hasEnded
    }
    if isWatched { return stream }
    let watch = try Watching(workspace)
    state.withLock { state in
      state.subscribers.append(Subscriber(stream: stream, isWanted: isWanted))
      state.watch = watch
    }
    watch.start { [weak self] in
      self?.send($0)
    } failed: { [weak self] in
      self?.fail($0)
    }
    return stream
  }

  private func send(_ changes: [EntityChange]) {
    let events = changes.map { change in
      var writer = JSONWriter()
      writer.element(change)
      return (model: change.model, bytes: Array("data: ".utf8) + writer.bytes + Array("\n\n".utf8))
    }
    state.withLock { state in
      for subscriber in state.subscribers {
        let bytes = events.filter { subscriber.isWanted($0.model) }.flatMap(\.bytes)
        if !bytes.isEmpty { subscriber.stream.push(bytes) }
      }
    }
  }

  /// The models cannot be watched any more. Clients connect again.
  private func fail(_ error: any Error) {
    report("the event streams ended: \(error)")
    state.withLock { state in
      for subscriber in state.subscribers { subscriber.stream.end() }
      state.subscribers = []
    }
  }

  /// Sends a sign of life if it is time, and stops to watch if nobody listens. The server calls this regularly.
  func tick() {
    let unused = state.withLock { state -> Watching? in
      guard MonotonicTime.milliseconds - state.lastPulse >= Self.pulse else { return nil }
      state.lastPulse = MonotonicTime.milliseconds
      state.subscribers.removeAll { $0.stream.hasEnded }
      for subscriber in state.subscribers { subscriber.stream.push(Array(":\n\n".utf8)) }
      return state.subscribers.isEmpty ? state.watch.take() : nil
    }
    unused?.stop()
  }

  /// Ends all streams.
  func end() {
    let watch = state.withLock { state -> Watching? in
      state.hasEnded = true
      for subscriber in state.subscribers { subscriber.stream.end() }
      state.subscribers = []
      return state.watch.take()
    }
    watch?.stop()
  }
}
