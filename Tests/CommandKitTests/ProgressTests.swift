import Glibc
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct ProgressLines {
    private let atOnce = Progress.Pace(delay: 0, interval: 0)

    @Test func isDrawnOnATerminalAndErased() {
      let pty = PseudoTerminal(columns: 60)
      let progress = Progress("sealing", total: 2000, descriptor: pty.slave, environment: [:], pace: atOnce)
      progress.advance(by: 1000)
      let drawn = pty.seen()
      #expect(drawn.hasPrefix("\rsealing  50 %  1.0 kB / 2.0 kB  "))
      #expect(drawn.hasSuffix("\u{1B}[K"))
      progress.finish()
      #expect(pty.seen() == "\r\u{1B}[K")
      progress.advance(by: 1000)
      progress.finish()
      #expect(pty.seen() == "")
    }

    @Test func waitsHalfASecondAndDrawsTenTimesASecond() {
      let pty = PseudoTerminal()
      let progress = Progress("x", total: nil, descriptor: pty.slave, environment: [:])
      progress.advance(by: 1)
      #expect(pty.seen() == "")
      usleep(500_000)
      for _ in 0..<1000 { progress.advance(by: 1) }
      #expect(pty.seen().filter { $0 == "\r" }.count == 1)
    }

    @Test func makesWayForMessages() {
      let pty = PseudoTerminal()
      let console = Console(
        tool: "okit", environment: ["TERM": "xterm", "NO_COLOR": "1"], standardOutput: pty.slave,
        standardError: pty.slave)
      let progress = console.progress("x", total: 10)
      usleep(510_000)
      progress.advance(by: 5)
      #expect(pty.seen().contains("50 %"))
      console.warn("careful")
      #expect(pty.seen() == "\r\u{1B}[Kokit: warning: careful\r\n")
      progress.finish()
      #expect(pty.seen() == "")
    }

    static let silent: [(String, @Sendable (Console) -> Void)] = [
      ("xterm", { $0.isQuiet = true }), ("xterm", { $0.json = true }), ("dumb", { _ in }), ("", { _ in }),
    ]

    @Test(arguments: silent) func isNotDrawn(term: String, configure: @Sendable (Console) -> Void) {
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

    @Test func isNotDrawnIntoAPipe() {
      let errors = Capture()
      let console = Console(tool: "okit", environment: ["TERM": "xterm"], standardError: errors.descriptor)
      let progress = console.progress("x", total: 10)
      usleep(510_000)
      progress.advance(by: 5)
      progress.finish()
      #expect(errors.text == "")
    }

    @Test func fitsTheWidth() {
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
