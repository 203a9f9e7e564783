import Foundation
import Glibc
import TestSupport

/// A running `okit watch`. Tests wait for its output however long that takes, and assume nothing about time.
final class Watcher {
  struct Failure: Error {
    let message: String
  }

  /// One of its output streams.
  private struct Stream {
    let path: String
    var descriptor: Int32
    var text: [UInt8] = []
    var taken = 0

    init(_ path: String) throws {
      guard mkfifo(path, 0o600) == 0 else { throw Files.Failure(path) }
      self.path = path
      descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw Files.Failure(path) }
    }

    /// Removes and returns the next complete line.
    mutating func line() -> String? {
      guard let end = text[taken...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { taken = end + 1 }
      return String(decoding: text[taken..<end], as: UTF8.self)
    }
  }

  private let child: ChildProcess
  private var output: Stream
  private var errors: Stream
  private var isOver = false

  /// Starts it in the folder `root`, and waits until it watches.
  init(
    _ machine: Machine, _ root: String, _ arguments: [String] = [], with variables: [String: String] = [:]
  ) throws {
    let place = machine.path("streams/\(UUID().uuidString)")
    output = try Stream(place + ".out")
    errors = try Stream(place + ".err")
    child = try ChildProcess(
      [Machine.okit, "watch"] + arguments, environment: machine.environment.merging(variables) { $1 }, in: root,
      streams: [.read("/dev/null"), .write(output.path), .write(errors.path)])
    if !arguments.contains("-q") { try waitForMessage("watching ") }
  }

  deinit {
    if !isOver {
      child.send(SIGKILL)
      _ = child.wait()
    }
    closeOutput()
    close(errors.descriptor)
  }

  /// The next line on standard output.
  func line() throws -> String {
    while true {
      if let line = output.line() { return line }
      guard try receive() else { throw Failure(message: "no line: \(said)") }
    }
  }

  func lines(_ count: Int) throws -> [String] { try (0..<count).map { _ in try line() } }

  /// Waits for a line on standard error that contains `text`, after those that were waited for before, and returns the lines up to it.
  @discardableResult
  func waitForMessage(_ text: String) throws -> [String] {
    var passed: [String] = []
    while true {
      while let line = errors.line() {
        passed.append(line)
        if line.contains(text) { return passed }
      }
      guard try receive() else { throw Failure(message: "'\(text)' was never said: \(said)") }
    }
  }

  /// Closes the pipe of its standard output.
  func closeOutput() {
    if output.descriptor >= 0 { close(output.descriptor) }
    output.descriptor = -1
  }

  func send(_ signal: Int32) { child.send(signal) }

  /// Waits for its end; its output up to then can still be read.
  func end() throws -> ChildProcess.End {
    while try receive() {}
    isOver = true
    return child.wait()
  }

  /// The unread lines of standard output.
  var rest: [String] {
    var lines: [String] = []
    while let line = output.line() { lines.append(line) }
    return lines
  }

  private var said: String {
    String(decoding: errors.text, as: UTF8.self) + String(decoding: output.text, as: UTF8.self)
  }

  /// Reads more output; false at the end of both streams.
  private func receive() throws -> Bool {
    while true {
      var waiting = [
        pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: errors.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&waiting, 2, 120_000) > 0 else { throw Failure(message: "nothing for two minutes: \(said)") }
      let hasMore = [Self.read(&output, waiting[0]), Self.read(&errors, waiting[1])].contains(true)
      if hasMore { return true }
      // The streams are never ready before the other side opens them, and have ended after it closes them.
      if !child.isRunning { return false }
      usleep(1000)
    }
  }

  private static func read(_ stream: inout Stream, _ state: pollfd) -> Bool {
    guard stream.descriptor >= 0, state.revents != 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(stream.descriptor, &chunk, chunk.count)
    guard count > 0 else { return false }
    stream.text += chunk[..<count]
    return true
  }
}
