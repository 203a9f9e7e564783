import Glibc
import Synchronization

/// A relay to a server on this machine that ends many connections after some bytes in either direction.
package final class BreakingProxy: Sendable {
  /// The port of the proxy on 127.0.0.1.
  package let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let state: Mutex<(generator: SeededGenerator, breaks: Bool, broken: Int)>

  /// Starts a proxy to the server at `target`.
  package init(to target: UInt16, seed: UInt64) throws {
    self.target = target
    state = Mutex((SeededGenerator(seed: seed), true, 0))
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    self.listener = listener
    var address = Self.address(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw Failure(errno: errno) }
    port = UInt16(bigEndian: address.sin_port)
    detach { [weak self] in
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        guard let proxy = self else { return }
        proxy.detach { proxy.relay(connection) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// A call of the system failed.
  package struct Failure: Error {
    let errno: Int32
  }

  /// True to break connections.
  package var breaksConnections: Bool {
    get { state.withLock { $0.breaks } }
    set { state.withLock { $0.breaks = newValue } }
  }

  /// The number of connections that were broken.
  package var broken: Int { state.withLock { $0.broken } }

  private static func address(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  private func detach(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Work(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, context)
    pthread_detach(thread)
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Passes bytes on until one side ends or enough have passed.
  private func relay(_ client: Int32) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(target)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    defer {
      close(client)
      close(server)
    }
    guard isConnected else { return }
    // Half of the connections end early.
    var rest = state.withLock { state -> Int in
      guard state.breaks, Bool.random(using: &state.generator) else { return .max }
      return Int.random(in: 1...1200, using: &state.generator)
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var polls = [
        pollfd(fd: client, events: Int16(POLLIN), revents: 0), pollfd(fd: server, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polls, 2, 60_000) > 0 else { return }
      for (from, to) in [(0, server), (1, client)] where polls[from].revents != 0 {
        let count = read(polls[from].fd, &buffer, min(buffer.count, rest))
        guard count > 0 else { return }
        guard send(to, buffer, count, Int32(MSG_NOSIGNAL)) == count else { return }
        rest -= count
        if rest == 0 { return state.withLock { $0.broken += 1 } }
      }
    }
  }
}
