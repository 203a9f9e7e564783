import Glibc
import TestSupport
import Testing

/// Long help on a terminal is shown in a pager.
@Suite struct PagerTests {
  private let machine: Machine

  init() throws {
    machine = try Machine()
  }

  /// The output on a terminal of 24 lines, without carriage returns.
  private func shown(
    _ words: [String], _ variables: [String: String] = [:], status: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws -> String {
    let terminal = try Terminal(machine, ["okit"] + words, with: variables)
    let end = try terminal.end()
    #expect(end == .status(status), sourceLocation: location)
    return terminal.transcript.replacing("\r\n", with: "\n")
  }

  /// Makes programs with these names that print their own name; returns a PATH that begins with them.
  private func fakes(_ names: String...) throws -> String {
    for name in names {
      try machine.write("#!/bin/sh\necho \"<\(name) $LESS>\"\nexec sed 's/^/|/'\n", "bin/\(name)", mode: 0o700)
    }
    return machine.path("bin") + ":" + machine.environment["PATH"]!
  }

  @Test(arguments: [
    ["help", "get"], ["get", "--help"], ["help"], [], ["-h"], ["help", "bindings"], ["backup", "-h"],
  ])
  func everyKindOfHelpIsPaged(_ words: [String]) throws {
    let plain = try machine.okit(words).text
    let paged = try shown(words, ["OKIT_PAGER": "sed 's/^/|/'"])
    #expect(
      paged == plain.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { "|\($0)\n" }.joined())
  }

  @Test func theFirstConfiguredPagerIsUsed() throws {
    try Files.makeFolder(machine.path("bin"))
    let path = try fakes("one", "two", "less")
    func first(_ variables: [String: String]) throws -> String {
      let text = try shown(["help", "get"], variables.merging(["PATH": path]) { $1 })
      return String(text.prefix { $0 != "\n" })
    }
    #expect(try first([:]) == "<less FRX>")
    #expect(try first(["LESS": "-i"]) == "<less -i>")
    #expect(try first(["PAGER": "two"]) == "<two FRX>")
    #expect(try first(["PAGER": "two", "OKIT_PAGER": "one"]) == "<one FRX>")
    #expect(try first(["PAGER": machine.path("bin/two")]) == "<two FRX>")
  }

  @Test(arguments: [
    ["OKIT_PAGER": ""], ["OKIT_PAGER": "cat"], ["PAGER": ""], ["OKIT_PAGER": "", "PAGER": "one"], ["PAGER": "cat"],
    ["TERM": "dumb"], ["TERM": ""], ["LINES": "500"], ["OKIT_PAGER": "absent"], ["OKIT_PAGER": "absent --with options"],
    ["OKIT_PAGER": "/absent/pager"],
  ])
  func helpIsNotPagedIfThePagerIsDisabledOrMissing(_ variables: [String: String]) throws {
    try Files.makeFolder(machine.path("bin"))
    let fakes = ["PATH": try fakes("one", "less", "cat"), "TERM": "xterm"]
    let text = try shown(["help", "get"], fakes.merging(variables) { $1 })
    #expect(text == (try machine.okit("help", "get").text))
  }

  @Test func aMachineWithoutLessShowsThePlainText() throws {
    let terminal = try Terminal(machine, ["sh", "-c", "PATH=/absent exec '\(Machine.okit)' help get"])
    #expect(try terminal.end() == .status(0))
    #expect(try terminal.transcript.replacing("\r\n", with: "\n") == machine.okit("help", "get").text)
  }

  @Test func aPagerThatTheShellCannotFindLeavesPlainText() throws {
    let text = try shown(["help", "get"], ["OKIT_PAGER": "'absent' --quietly"])
    #expect(text.hasSuffix(try machine.okit("help", "get").text))
  }

  @Test func shortTextsFilesAndPromptsAreNotPaged() throws {
    let variables = ["OKIT_PAGER": "sed 's/^/|/'"]
    #expect(try shown(["version"], variables) == machine.okit("version").text)
    for words in [["help", "get", "--no-input"], ["--no-input", "get", "--help"]] {
      #expect(try shown(words, variables).hasPrefix("OVERVIEW"))
    }
    let file = machine.path("file")
    let terminal = try Terminal(machine, ["okit", "help", "get"], output: file, with: variables)
    #expect(try terminal.end() == .status(0))
    #expect(try Files.text(file) == machine.okit("help", "get").text)
    // A usage error goes to standard error at once.
    let group = try shown(["backup"], variables, status: 64)
    #expect(group.hasPrefix("OVERVIEW"))
  }

  @Test func leavingThePagerEarlyIsQuiet() throws {
    #expect(try shown(["help", "get"], ["OKIT_PAGER": "head -n 1"]) == "OVERVIEW: Print values by their path.\n")
    #expect(try shown(["help", "get"], ["OKIT_PAGER": "true"]) == "")
    #expect(try shown(["help", "get"], ["OKIT_PAGER": "false"]) == "")
  }

  @Test func thePagerGetsNoSecrets() throws {
    let secrets = [
      "OKIT_PASSWORD": "s1", "OKIT_PASSWORD_FILE": "s2", "OKIT_PASSWORD_COMMAND": "s3", "OKIT_PASSPHRASE_FILE": "s4",
      "OKIT_PASSPHRASE_COMMAND": "s5",
    ]
    let text = try shown(["help", "get"], secrets.merging(["OKIT_PAGER": "env", "OKIT_ROOT": "/x"]) { $1 })
    #expect(text.contains("OKIT_ROOT=/x\n"))
    for name in secrets.keys { #expect(!text.contains(name)) }
  }

  @Test func keysAreForThePager() throws {
    let less = try Terminal(machine, ["okit", "help", "get"])
    // The prompt of less, after which it waits for a key.
    try less.wait(for: "\r\n:\u{1B}[K")
    less.type("G", ending: "")
    try less.wait(for: "Show help information.")
    less.type("q", ending: "")
    #expect(try less.end() == .status(0))
  }

  /// A pager that counts interrupts. It replaces less, which reacts to an interrupt after an unpredictable time.
  @Test func interruptsAreForThePager() throws {
    let pager = """
      #!/usr/bin/env python3
      import signal, sys
      interrupts = []
      signal.signal(signal.SIGINT, lambda *_: interrupts.append(1))
      lines = len(sys.stdin.readlines())
      print("ready", flush=True)
      key = open("/dev/tty").readline().strip()
      print(f"{lines > 24} {key} after {len(interrupts)}")
      """
    try machine.write(pager, "pager", mode: 0o700)
    let terminal = try Terminal(machine, ["okit", "help", "get"], with: ["OKIT_PAGER": machine.path("pager")])
    try terminal.wait(for: "ready")
    terminal.type("\u{3}", ending: "")
    terminal.type("key")
    try terminal.wait(for: "True key after 1")
    #expect(try terminal.end() == .status(0))
  }

  @Test func aSignalEndsThePagerAndTheCommand() throws {
    let terminal = try Terminal(machine, ["okit", "help", "get"], with: ["OKIT_PAGER": "echo ready; exec sleep 60"])
    try terminal.wait(for: "ready")
    terminal.child.send(SIGTERM)
    #expect(try terminal.end() == .signal(SIGTERM))
  }
}
