import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Prompts {
    private func console(_ path: String) -> Console {
      Console(
        tool: "okit", environment: [:], standardOutput: UnnamedFile().descriptor,
        standardError: UnnamedFile().descriptor,
        terminal: path)
    }

    private func secret(_ path: String, capacity: Int) -> Worker<Result<[UInt8], any Error>> {
      Worker {
        Result {
          let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 1)
          defer { buffer.deallocate() }
          let count = try console(path).readSecret(prompt: "Password: ", into: buffer)
          return Array(buffer[..<count])
        }
      }
    }

    @Test func aSecretIsNotShown() throws {
      let pty = PseudoTerminal()
      #expect(pty.echoes)
      let reading = secret(pty.path, capacity: 64)
      #expect(pty.wait(for: "Password: ") == "Password: ")
      #expect(!pty.echoes)
      pty.type("pa ß\u{8}\n")
      #expect(try reading.wait().get() == Array("pa ß\u{8}".utf8))
      #expect(pty.echoes)
      #expect(pty.wait(for: "\r\n") == "\r\n")
    }

    @Test func aSecretThatIsTooLongIsRefused() throws {
      let pty = PseudoTerminal()
      let fits = secret(pty.path, capacity: 4)
      _ = pty.wait(for: "Password: ")
      pty.type("1234\n")
      #expect(try fits.wait().get() == Array("1234".utf8))
      let reading = secret(pty.path, capacity: 4)
      _ = pty.wait(for: "Password: ")
      pty.type("12345\n")
      #expect(throws: PromptError(reason: .tooLong, prompt: "Password")) { try reading.wait().get() }
      #expect(pty.echoes)
    }

    @Test func theEndOfInputIsAnEmptySecret() throws {
      let pty = PseudoTerminal()
      let reading = secret(pty.path, capacity: 4)
      _ = pty.wait(for: "Password: ")
      pty.type("\u{4}")
      #expect(try reading.wait().get() == [])
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func aSignalRestoresTheTerminal(number: Int32) {
      installSignals()
      defer { Signals.reset() }
      let pty = PseudoTerminal()
      let reading = secret(pty.path, capacity: 64)
      _ = pty.wait(for: "Password: ")
      pty.type("half")
      reading.signal(number)
      #expect(throws: Interrupted(number)) { try reading.wait().get() }
      #expect(pty.echoes)
      #expect(Signals.pending == number)
    }

    static let stops = Atomic<Int>(0)

    @Test func aStopRestoresTheTerminalAndAsksAgain() throws {
      signal(SIGTSTP) { _ in CommandKitTests.Prompts.stops.add(1, ordering: .relaxed) }
      defer { signal(SIGTSTP, SIG_DFL) }
      let pty = PseudoTerminal()
      let reading = secret(pty.path, capacity: 64)
      _ = pty.wait(for: "Password: ")
      reading.signal(SIGTSTP)
      _ = pty.wait(for: "Password: ")
      #expect(Self.stops.load(ordering: .relaxed) == 1)
      #expect(!pty.echoes)
      pty.type("word\n")
      #expect(try reading.wait().get() == Array("word".utf8))
      #expect(pty.echoes)
    }

    static let answers = [
      ("y\n", true), ("YES\n", true), ("n\n", false), ("no\n", false), ("\n", false), ("what\ny\n", true),
      ("\u{4}", false),
      ("a\nb\nc\nd\ne\n", false), (" y\nn\n", false), ("名前\nyes\n", true),
    ]

    @Test(arguments: answers) func onlyAnExplicitYesConfirms(typed: String, expected: Bool) throws {
      let pty = PseudoTerminal()
      let path = pty.path
      let asking = Worker { Result { try console(path).confirm("Delete 'x'?") } }
      #expect(pty.wait(for: "] ") == "Delete 'x'? [y/N] ")
      pty.type(typed)
      #expect(try asking.wait().get() == expected)
    }

    @Test func aSignalEndsAQuestion() {
      installSignals()
      defer { Signals.reset() }
      let pty = PseudoTerminal()
      let path = pty.path
      let asking = Worker { Result { try console(path).confirm("Delete?") } }
      _ = pty.wait(for: "] ")
      asking.signal(SIGINT)
      #expect(throws: Interrupted(SIGINT)) { try asking.wait().get() }
    }

    @Test func aPromptWithoutATerminalIsAnError() {
      for path in ["/nowhere", "/dev/null"] {
        #expect(!console(path).isInteractive)
        #expect(throws: PromptError(reason: .noTerminal, prompt: "Delete?")) { try console(path).confirm("Delete?") }
      }
      let pty = PseudoTerminal()
      let silent = console(pty.path)
      #expect(silent.isInteractive)
      silent.noInput = true
      #expect(!silent.isInteractive)
      #expect(throws: PromptError(reason: .forbidden, prompt: "Delete?")) { try silent.confirm("Delete?") }
    }
  }
}
