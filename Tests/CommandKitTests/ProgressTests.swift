import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct ProgressLines {
    /// The current time of the progress, in milliseconds.
    private static let milliseconds = Atomic<Int64>(0)

    private func progress(_ label: String, total: Int64?, on pty: PseudoTerminal) -> Progress {
      Progress(label, total: total, descriptor: pty.slave, environment: [:]) {
        Self.milliseconds.load(ordering: .relaxed) * 1_000_000
      }
    }

    private func pass(_ milliseconds: Int64) { Self.milliseconds.add(milliseconds, ordering: .relaxed) }

    @Test func progressIsDrawnOnATerminalAndErased() {
      let pty = PseudoTerminal(columns: 60)
      let progress = progress("sealing", total: 2000, on: pty)
      pass(1000)
      progress.advance(by: 1000)
      #expect(pty.wait(for: "\u{1B}[K") == "\rsealing  50 %  1.0 kB / 2.0 kB  1.0 kB/s  00:01 left\u{1B}[K")
      progress.finish()
      #expect(pty.wait(for: "\u{1B}[K") == "\r\u{1B}[K")
      pass(1000)
      progress.advance(by: 1000)
      progress.finish()
      #expect(pty.seen() == "")
    }

    @Test func progressWaitsHalfASecondAndIsDrawnTenTimesASecond() {
      let pty = PseudoTerminal()
      let progress = progress("x", total: nil, on: pty)
      pass(499)
      progress.advance(by: 1)
      #expect(pty.seen() == "")
      // Of these updates, ten milliseconds apart, every tenth is drawn.
      for _ in 0..<30 {
        pass(10)
        progress.advance(by: 1)
      }
      progress.advance(by: 1)
      progress.finish()
      let drawn = pty.wait(for: "\r\u{1B}[K").split(separator: "\u{1B}[K").map(String.init)
      #expect(drawn == ["\rx  2 B  3 B/s", "\rx  12 B  19 B/s", "\rx  22 B  31 B/s", "\r"])
    }

    @Test func progressIsErasedBeforeAMessage() {
      let pty = PseudoTerminal()
      let console = Console(
        tool: "okit", environment: ["TERM": "xterm", "NO_COLOR": "1"], standardOutput: pty.slave,
        standardError: pty.slave)
      let progress = console.progress("x", total: 10)
      usleep(510_000)
      progress.advance(by: 5)
      #expect(pty.wait(for: "\u{1B}[K").contains("50 %"))
      console.warn("careful")
      #expect(pty.wait(for: "\r\n") == "\r\u{1B}[Kokit: warning: careful\r\n")
      progress.finish()
      #expect(pty.seen() == "")
    }

    static let silent: [(String, @Sendable (Console) -> Void)] = [
      ("xterm", { $0.isQuiet = true }), ("xterm", { $0.json = true }), ("dumb", { _ in }), ("", { _ in }),
    ]

    @Test(arguments: silent) func progressIsNotDrawnOnADumbOrQuietTerminal(
      term: String, configure: @Sendable (Console) -> Void
    ) {
      let pty = PseudoTerminal()
      let console = Console(
        tool: "okit", environment: ["TERM": term], standardOutput: pty.slave, standardError: pty.slave)
      configure(console)
      let progress = console.progress("x", total: 10)
      usleep(510_000)
      progress.advance(by: 5)
      progress.finish()
      #expect(pty.seen() == "")
    }

    @Test func progressIsNotDrawnIntoAPipe() {
      let errors = UnnamedFile()
      let console = Console(tool: "okit", environment: ["TERM": "xterm"], standardError: errors.descriptor)
      let progress = console.progress("x", total: 10)
      usleep(510_000)
      progress.advance(by: 5)
      progress.finish()
      #expect(errors.text == "")
    }

    @Test func progressFitsTheWidth() {
      let line = ProgressLine(label: "default 模型.json", done: 1_000_000, total: 4_000_000, seconds: 2)
      #expect(line.text(columns: 80) == "default 模型.json  25 %  1.0 MB / 4.0 MB  500 kB/s  00:06 left")
      #expect(line.text(columns: 55) == "default …  25 %  1.0 MB / 4.0 MB  500 kB/s  00:06 left")
      #expect(line.text(columns: 45) == "default 模…  25 %  1.0 MB / 4.0 MB  500 kB/s")
      #expect(line.text(columns: 20) == "default 模型.…  25 %")
      #expect(line.text(columns: 5) == "25 %")
      for columns in 1..<90 { #expect(ColumnWidth.of(line.text(columns: columns)) <= columns) }
      let unknown = ProgressLine(label: "x", done: 1500, total: nil, seconds: 0)
      #expect(unknown.text(columns: 80) == "x  1.5 kB")
      let long = ProgressLine(label: "x", done: 1, total: 100_000, seconds: 1)
      #expect(long.text(columns: 80) == "x  0 %  1 B / 100 kB  1 B/s  27:46:39 left")
    }
  }
}
