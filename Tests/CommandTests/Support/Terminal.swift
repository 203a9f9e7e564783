import Glibc

/// A program on a terminal of its own, whose other end is held by the test.
final class Terminal {
  struct Failure: Error {
    let message: String
  }

  private let master: Int32
  private let child: ChildProcess
  /// Everything that has appeared.
  private(set) var transcript = ""
  private var read = 0
  private var isOver = false

  // TIOCSPTLCK and TIOCGPTN are macros that Swift does not import, and posix_openpt hides behind _GNU_SOURCE.
  private static let unlock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Starts okit, or another program, on a terminal of 80 columns; standard output may lead to a file instead.
  init(
    _ machine: Machine, _ arguments: [String], in folder: String? = nil, output: String? = nil, errors: String? = nil,
    with variables: [String: String] = [:]
  ) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var locked: Int32 = 0
    var number: Int32 = 0
    guard master >= 0, ioctl(master, Self.unlock, &locked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw Failure(message: "no terminal can be had")
    }
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    let words = arguments[0] == "okit" ? [Machine.okit] + arguments.dropFirst() : arguments
    let terminal = ["TERM": "xterm"].merging(variables) { $1 }
    child = try ChildProcess(
      words, environment: machine.environment.merging(terminal) { $1 }, in: folder ?? machine.folder,
      streams: [
        .both("/dev/pts/\(number)"), output.map { .write($0) } ?? .same(0), errors.map { .write($0) } ?? .same(0),
      ], ownsTerminal: true)
  }

  deinit {
    if !isOver {
      child.send(SIGKILL)
      _ = child.wait()
    }
    close(master)
  }

  /// What was started on it.
  var processID: pid_t { child.id }

  /// Types a line, or what ends otherwise.
  func type(_ line: String, ending: String = "\n") {
    let line = line + ending
    _ = write(master, line, line.utf8.count)
  }

  /// Waits until `text` appears after what was waited for before.
  func wait(for text: String) throws {
    while true {
      let fresh = Array(transcript.utf8)[read...]
      if let end = Self.end(of: Array(text.utf8), in: fresh) {
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

  /// Reads until the program ends, and returns how.
  func end() throws -> ChildProcess.End {
    while try receive() {}
    isOver = true
    return child.wait()
  }

  /// Whether more has come; false at the end.
  private func receive() throws -> Bool {
    var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 120_000) > 0 else { throw Failure(message: "nothing for two minutes: \(transcript)") }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(master, &chunk, chunk.count)
    guard count > 0 else { return false }
    transcript += String(decoding: chunk[..<count], as: UTF8.self)
    return true
  }
}
