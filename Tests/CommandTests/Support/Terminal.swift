import Glibc
import TestSupport

/// A program on a terminal of its own, whose other end the test holds.
final class Terminal {
  struct Failure: Error {
    let message: String
  }

  private let device: TerminalDevice
  /// The program that was started on it.
  let child: ChildProcess
  private var bytes: [UInt8] = []
  private var read = 0
  private var isOver = false

  /// Starts okit or another program on a terminal of 80 columns. Standard output may go to a file instead.
  init(
    _ machine: Machine, _ arguments: [String], in folder: String? = nil, output: String? = nil, errors: String? = nil,
    with variables: [String: String] = [:]
  ) throws {
    guard let device = TerminalDevice() else { throw Failure(message: "no terminal can be had") }
    self.device = device
    let words = arguments[0] == "okit" ? [Machine.okit] + arguments.dropFirst() : arguments
    let terminal = ["TERM": "xterm"].merging(variables) { $1 }
    child = try ChildProcess(
      words, environment: machine.environment.merging(terminal) { $1 }, in: folder ?? machine.folder,
      streams: [
        .both(device.path), output.map { .write($0) } ?? .same(0), errors.map { .write($0) } ?? .same(0),
      ], ownsTerminal: true)
  }

  deinit {
    if isOver { return }
    child.send(SIGKILL)
    _ = child.wait()
  }

  /// All output so far.
  var transcript: String { String(decoding: bytes, as: UTF8.self) }

  /// Types a line, or text with another ending.
  func type(_ line: String, ending: String = "\n") {
    device.type(line + ending)
  }

  /// Waits until `text` appears after the texts that were waited for before.
  func wait(for text: String) throws {
    while true {
      if let end = Self.end(of: Array(text.utf8), in: bytes[read...]) {
        read = end
        return
      }
      guard try receive() else { throw Failure(message: "'\(text)' never appeared: \(transcript)") }
    }
  }

  private static func end(of text: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= text.count else { return nil }
    return (bytes.startIndex...bytes.endIndex - text.count).first { bytes[$0...].starts(with: text) }
      .map { $0 + text.count }
  }

  /// Answers prompts in turn.
  func answer(_ prompts: (prompt: String, line: String)...) throws {
    for (prompt, line) in prompts {
      try wait(for: prompt)
      type(line)
    }
  }

  /// Reads until the program ends, and returns its end.
  func end() throws -> ChildProcess.End {
    while try receive() {}
    isOver = true
    return child.wait()
  }

  /// Reads more output; false at the end.
  private func receive() throws -> Bool {
    guard let more = device.receive(patience: 120_000) else {
      throw Failure(message: "nothing for two minutes: \(transcript)")
    }
    bytes += more
    return !more.isEmpty
  }
}
