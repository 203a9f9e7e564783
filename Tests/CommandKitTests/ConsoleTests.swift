import Glibc
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct Consoles {
    private func messages(_ environment: [String: String] = [:], _ body: (Console) -> Void) -> String {
      let errors = UnnamedFile()
      let console = Console(
        tool: "okit", environment: environment, standardOutput: errors.descriptor, standardError: errors.descriptor)
      body(console)
      return errors.text
    }

    private func speak(_ console: Console) {
      console.warn("old\u{7}")
      console.note("done")
      console.verbose("more")
      console.hint("next")
    }

    @Test func messagesGoToStandardError() {
      #expect(messages([:], speak) == "okit: warning: old\\u0007\ndone\nokit: hint: next\n")
      #expect(
        messages {
          $0.isQuiet = true
          speak($0)
        } == "okit: warning: old\\u0007\n")
      #expect(
        messages {
          $0.isVerbose = true
          speak($0)
        } == "okit: warning: old\\u0007\ndone\nmore\nokit: hint: next\n")
    }

    @Test func colorIsForcedIntoAFile() {
      let text = messages(["NO_COLOR": "1", "TERM": "dumb"]) {
        $0.color = .always
        $0.warn("old")
      }
      #expect(text.hasPrefix("okit: \u{1B}["))
      #expect(text.hasSuffix(" old\n"))
    }

    static let colors: [(ColorMode, terminal: Bool, [String: String], Bool)] = [
      (.auto, true, ["TERM": "xterm"], true),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], true),
      (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], false),
      (.auto, true, ["TERM": "dumb"], false),
      (.auto, true, [:], false),
      (.auto, false, ["TERM": "xterm"], false),
      (.always, false, ["NO_COLOR": "1"], true),
      (.never, true, ["TERM": "xterm"], false),
    ]

    @Test(arguments: colors)
    func eachStreamHasItsOwnColorRule(mode: ColorMode, terminal: Bool, environment: [String: String], expected: Bool) {
      let pty = PseudoTerminal()
      let file = UnnamedFile()
      let console = Console(
        tool: "okit", environment: environment, standardOutput: terminal ? pty.slave : file.descriptor,
        standardError: file.descriptor)
      console.color = mode
      #expect(console.standardOutput.isColored == expected)
      #expect(console.standardError.isColored == (mode == .always))
      #expect(
        console.standardOutput.styled("x", .bold, .red) == (expected ? "\u{1B}[31m\u{1B}[1mx\u{1B}[0m\u{1B}[0m" : "x"))
    }

    @Test func theWidthIsTheTerminalsUnlessCOLUMNSIsSet() {
      let pty = PseudoTerminal(columns: 100)
      func width(_ environment: [String: String]) -> Int {
        Console(tool: "okit", environment: environment, standardOutput: pty.slave).columns
      }
      #expect(width([:]) == 100)
      #expect(width(["COLUMNS": "120"]) == 120)
      #expect(width(["COLUMNS": "5"]) == 40)
      #expect(width(["COLUMNS": "no"]) == 100)
      #expect(Console(tool: "okit", environment: [:], standardOutput: UnnamedFile().descriptor).columns == 80)
    }

    @Test func dataIsNotAwaitedFromATerminal() {
      let pty = PseudoTerminal()
      #expect(throws: UsageError.self) {
        try Console(tool: "okit", environment: [:], standardInput: pty.slave).requireRedirectedInput("a JSON document")
      }
      #expect(throws: Never.self) {
        try Console(tool: "okit", environment: [:], standardInput: UnnamedFile().descriptor).requireRedirectedInput(
          "a JSON document")
      }
    }

    @Test func secretsAreLeftOutOfTheEnvironment() {
      setenv("COMMANDKIT_TEST", "a=b", 1)
      setenv("COMMANDKIT_SECRET", "s", 1)
      let environment = Console.processEnvironment(except: ["COMMANDKIT_SECRET"])
      #expect(environment["COMMANDKIT_TEST"] == "a=b")
      #expect(environment["COMMANDKIT_SECRET"] == nil)
      unsetenv("COMMANDKIT_TEST")
      unsetenv("COMMANDKIT_SECRET")
    }
  }
}
