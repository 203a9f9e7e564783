import Foundation
import Glibc
import TestSupport

/// The bytes of requests as they arrive at a socket. Each gets an empty answer, after which the connection ends.
final class RecordedRequests: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let lock = NSLock()
  private var recorded: [[UInt8]] = []

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && listen(descriptor, 16) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    guard isBound else { throw ChildProcess.Failure("cannot listen") }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        let request = Self.receive(from: connection)
        lock.withLock { recorded.append(request) }
        Self.send(Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8), to: connection)
        close(connection)
      }
    }
  }

  /// Ends the thread.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Returns the requests so far, and forgets them.
  func take() -> [[UInt8]] {
    lock.withLock {
      defer { recorded = [] }
      return recorded
    }
  }

  /// Sends the same bytes to another server on this machine, and returns the first piece of its answer; nothing if none comes within
  /// `limit` milliseconds, or without a limit if it is negative.
  static func replay(_ request: [UInt8], to port: UInt16, within limit: Int32 = -1) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    var address = loopback(port)
    let isConnected = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { throw ChildProcess.Failure("cannot connect") }
    send(request, to: descriptor)
    var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&wait, 1, limit) == 1 else { return "" }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
  }

  /// Returns the header and the body of a request.
  static func split(_ request: [UInt8]) -> (lines: [String], body: [UInt8]) {
    let end = Self.headerEnd(request) ?? request.count
    let lines = String(decoding: request[..<end], as: UTF8.self).components(separatedBy: "\r\n").filter { $0 != "" }
    return (lines, Array(request[end...]))
  }

  private static func headerEnd(_ bytes: [UInt8]) -> Int? {
    let mark = Array("\r\n\r\n".utf8)
    return bytes.indices.first { bytes[$0...].starts(with: mark) }.map { $0 + mark.count }
  }

  private static func receive(from connection: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total: Int?
    while total.map({ bytes.count < $0 }) ?? true {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count <= 0 { break }
      bytes += buffer[..<count]
      guard total == nil, let end = headerEnd(bytes) else { continue }
      let length = split(bytes).lines.first { $0.lowercased().hasPrefix("content-length:") }
      total = end + (length.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0)
    }
    return bytes
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
