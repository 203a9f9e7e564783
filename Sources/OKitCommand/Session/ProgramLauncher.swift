import CommandKit
import Glibc
import OKitModels
import OKitStorage

/// Runs functions and hooks of a workspace, and commands given by the user.
final class ProgramLauncher: ProgramRunner {
  /// The variables that name the entity for a program.
  private static let subject: Set<String> = ["OKIT_ROOT", "OKIT_MODEL", "OKIT_PATH", "OKIT_ID"]
  private static let pieceSize = 1 << 16

  private let console: Console
  /// The output for programs whose output is not read.
  private let output: Output
  private let flushesOutput: Bool

  /// Creates a launcher that sends the standard output of programs to `output`, by default to standard error.
  ///
  /// `flushesOutput` is false if other threads print meanwhile; they must flush what they print.
  init(_ console: Console, printingTo output: Output? = nil, flushesOutput: Bool = true) {
    self.console = console
    self.output = output ?? console.standardError
    self.flushesOutput = flushesOutput
  }

  /// Runs a program.
  func run(_ request: ProgramRequest) throws -> ProgramOutcome {
    try Signals.check()
    if flushesOutput {
      // Earlier output must appear before the program's output.
      try? console.standardError.flush()
      try output.flush()
    }
    let deadline = request.timeLimit.map { Deadline(after: $0) }
    let input = try Pipe(for: request.executable.text)
    let result = try request.outputLimit == nil ? nil : Pipe(for: request.executable.text)
    let child = try ChildProgram(
      [request.executable.text] + request.arguments, at: request.executable, name: request.executable.text,
      environment: environment(request.variables), standardInput: input.readEnd,
      standardOutput: result?.writeEnd ?? output.descriptor, isIsolated: true)
    input.closeReadEnd()
    result?.closeWriteEnd()
    do {
      let printed = try exchange(request, input, result, child, until: deadline)
      guard let printed else {
        child.end()
        return ProgramOutcome(.tooMuchOutput)
      }
      guard let ending = try child.wait(until: deadline) else {
        child.end()
        return ProgramOutcome(.timedOut)
      }
      return ProgramOutcome(ending, output: printed)
    } catch {
      child.end()
      throw error
    }
  }

  /// Returns the environment without secrets and without the variables of another entity.
  private func environment(_ variables: [String: String]) -> [String: String] {
    Secrets.removed(from: console.environment).filter { !Self.subject.contains($0.key) }.merging(variables) { $1 }
  }

  /// Writes the input and reads the output until the program ends, closes both, or runs too long. Returns nil if it prints too much.
  private func exchange(
    _ request: ProgramRequest, _ input: Pipe, _ output: Pipe?, _ child: ChildProgram,
    until deadline: Deadline?
  ) throws -> [UInt8]? {
    for end in [input.writeEnd, output?.readEnd ?? -1] where end >= 0 { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    let limit = request.outputLimit ?? 0
    var unwritten = request.input[...]
    var printed: [UInt8] = []
    while true {
      try Signals.check()
      if unwritten.isEmpty { input.closeWriteEnd() }
      if input.writeEnd < 0, output?.readEnd ?? -1 < 0 { return printed }
      // A background child can keep the streams open, so only the end of the started program counts.
      let hasEnded = child.hasEnded
      var ends = [
        pollfd(fd: input.writeEnd, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: output?.readEnd ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&ends, 2, hasEnded ? 0 : 100)
      if hasEnded, count <= 0 || ends[1].revents == 0 { return printed }
      if let deadline, deadline.isPast { return printed }
      guard count > 0 else { continue }
      if ends[0].revents != 0, try !write(&unwritten, input.writeEnd, request) { unwritten = [] }
      if ends[1].revents != 0, let output, try !read(&printed, output.readEnd, request) { output.closeReadEnd() }
      if printed.count > limit { return nil }
    }
  }

  /// Writes a piece; returns true if the program still reads.
  private func write(_ bytes: inout ArraySlice<UInt8>, _ descriptor: Int32, _ request: ProgramRequest) throws -> Bool {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, min($0.count, Self.pieceSize)) }
    if count >= 0 {
      bytes = bytes.dropFirst(count)
    } else if errno == EPIPE {
      return false
    } else if errno != EAGAIN && errno != EINTR {
      throw SystemError("write to", request.executable)
    }
    return true
  }

  /// Reads a piece; returns true if more can follow.
  private func read(_ bytes: inout [UInt8], _ descriptor: Int32, _ request: ProgramRequest) throws -> Bool {
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceSize) { buffer, filled in
      count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(count, 0)
    }
    if count < 0, errno != EAGAIN && errno != EINTR { throw SystemError("read from", request.executable) }
    bytes += piece
    return count != 0
  }
}
