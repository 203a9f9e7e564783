import Glibc
import HTTPServer
import JSONDocument
import OKitData
import OKitModels
import OKitStorage
import Synchronization

/// Sends the changes of models to the clients that listen. The models are watched only while there is one.
final class EventHub: Sendable {
  /// The time between two signs of life, in milliseconds. Without them, nobody would notice that a client is gone.
  private static let pulse: Int64 = 15_000

  private struct Subscriber {
    let stream: EventStream
    let isWanted: @Sendable (ModelName) -> Bool
  }

  private struct State {
    var subscribers: [Subscriber] = []
    /// The watch whose changes the subscribers get.
    var watch: Watching?
    /// Watches that failed or that nobody needs, until their threads are joined.
    var stopping: [Watching] = []
    var lastPulse = MonotonicTime.milliseconds
    var hasEnded = false

    /// Ends all streams, and lets the watch stop.
    mutating func endStreams() {
      for subscriber in subscribers { subscriber.stream.end() }
      subscribers = []
      if let watch = watch.take() { stopping.append(watch) }
    }
  }

  private let open: @Sendable () throws -> Workspace
  private let state = Mutex(State())
  /// Held while a watch begins or ends: the workspaces that `open` returns share a keyring.
  private let watching = Mutex(())
  private let report: @Sendable (String) -> Void

  /// Prepares to watch a workspace, which `open` opens for each watch. `report` gets the reason if watching fails.
  init(_ open: @escaping @Sendable () throws -> Workspace, report: @escaping @Sendable (String) -> Void) {
    self.open = open
    self.report = report
  }

  /// The number of clients that listen.
  var count: Int { state.withLock { $0.subscribers.count { !$0.stream.hasEnded } } }

  /// Returns a stream of the changes of all wanted models from now on.
  ///
  /// Throws a ``Refusal`` if the server is stopping, and the errors of reading the models for the first time.
  func subscribe(where isWanted: @escaping @Sendable (ModelName) -> Bool) throws -> EventStream {
    let subscriber = Subscriber(stream: EventStream(), isWanted: isWanted)
    // Proxies pass on the header only with the first bytes of the content.
    subscriber.stream.push(Array(": watching\n\n".utf8))
    try watching.withLock { _ in
      stopUnused()
      if try add(subscriber) { return }
      let watch = try Watching(open())
      try state.withLock { state in
        // Whoever ended the streams while the models were read does not know this one.
        guard !state.hasEnded else { throw Self.isStopping }
        try watch.start { [self] in
          send($0)
        } failed: { [self] in
          fail($0)
        }
        state.subscribers.append(subscriber)
        state.watch = watch
      }
    }
    return subscriber.stream
  }

  /// Adds a subscriber if the models are being watched.
  private func add(_ subscriber: Subscriber) throws -> Bool {
    try state.withLock { state in
      guard !state.hasEnded else { throw Self.isStopping }
      if state.watch == nil { return false }
      state.subscribers.append(subscriber)
      return true
    }
  }

  private static var isStopping: Refusal { Refusal(503, "the server is stopping") }

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
  func fail(_ error: any Error) {
    report("the event streams ended: \(error)")
    state.withLock { $0.endStreams() }
  }

  /// Waits for the threads of watches that nobody needs.
  private func stopUnused() {
    let stopping = state.withLock { state in
      defer { state.stopping = [] }
      return state.stopping
    }
    for watch in stopping { watch.stop() }
  }

  /// Sends a sign of life if it is time, and stops to watch if nobody listens. The server calls this regularly.
  func tick(at time: Int64 = MonotonicTime.milliseconds) {
    let isUnused = state.withLock { state in
      guard time - state.lastPulse >= Self.pulse else { return !state.stopping.isEmpty }
      state.lastPulse = time
      state.subscribers.removeAll { $0.stream.hasEnded }
      for subscriber in state.subscribers { subscriber.stream.push(Array(":\n\n".utf8)) }
      if state.subscribers.isEmpty { state.endStreams() }
      return !state.stopping.isEmpty
    }
    // If a watch is just beginning, there is a next time.
    if isUnused { watching.withLockIfAvailable { _ in stopUnused() } }
  }

  /// Ends all streams. Clients connect again.
  func endStreams() { state.withLock { $0.endStreams() } }

  /// Ends all streams, and refuses new ones.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.endStreams()
    }
    // A watch that is just beginning ends by itself, which can take long.
    watching.withLockIfAvailable { _ in stopUnused() }
  }
}
