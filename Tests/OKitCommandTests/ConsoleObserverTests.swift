import CommandKit
import Glibc
import TestSupport
import Testing

@testable import OKitCommand

/// The library's steps, shown on a terminal.
@Suite struct ConsoleObserverTests {
  @Test func theOutermostOfNestedStepsIsShown() throws {
    let device = try #require(TerminalDevice())
    let slave = open(device.path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(slave) }
    let console = Console(tool: "okit", environment: ["TERM": "xterm"], standardError: slave)
    let observer = ConsoleObserver(console)
    observer.stepBegan("migrating", totalBytes: nil)
    observer.stepBegan("reading", totalBytes: 10)
    observer.stepEnded()
    usleep(510_000)
    try observer.advanced(byBytes: 5)
    #expect(try shown(device).hasPrefix("\rmigrating  5 B"))
    observer.stepEnded()
    #expect(try shown(device) == "\r\u{1B}[K")
    // Bytes outside of a step are not shown.
    try observer.advanced(byBytes: 5)
    #expect(device.receive(patience: 50) == nil)
  }

  private func shown(_ device: TerminalDevice) throws -> String {
    String(decoding: try #require(device.receive(patience: 60_000)), as: UTF8.self)
  }
}
