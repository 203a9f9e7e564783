import TestSupport
import Testing

/// Requirements for all scripts of the examples.
@Suite struct ScriptTests {
  private static let programs = ["cron/okit-cron"] + scripts.map { "scripts/\($0)" }
  private static let scripts = [
    "csv-edit", "csv-export", "dangling-references", "device-edit",
  ]

  @Test func theREADMEListsEachScript() throws {
    #expect(try Files.names(in: Fixture.examples + "/scripts") == Self.scripts)
    let readme = try Files.text(Fixture.examples + "/README.md")
    for folder in ["cron", "systemd", "scripts"] {
      for name in try Files.names(in: "\(Fixture.examples)/\(folder)") {
        #expect(readme.contains("[\(folder)/\(name)](\(folder)/\(name))"))
      }
    }
  }

  @Test(arguments: programs)
  func shellcheckFindsNothing(program: String) throws {
    let path = "\(Fixture.examples)/\(program)"
    let machine = try Machine()
    let output = try machine.run("shellcheck", path)
    #expect(output.text == "")
    let text = try Files.text(path)
    #expect(text.hasPrefix("#!/bin/sh\n") && text.contains("\nset -eu\n"))
    #expect(try Files.mode(path) & 0o111 == 0o111)
  }

  @Test(arguments: programs)
  func eachScriptPrintsItsUsage(program: String) throws {
    let machine = try Machine()
    let path = "\(Fixture.examples)/\(program)"
    let name = program.split(separator: "/")[1]
    for word in ["-h", "--help"] {
      let help = try machine.run(path, word)
      #expect(help.text.hasPrefix("Usage: \(name) "))
      #expect(help.errors == "")
      #expect(help.lines.allSatisfy { $0.count <= 130 })
    }
    let wrong = try machine.run(path, status: 64)
    #expect(wrong.text == "")
    #expect(wrong.errors.hasPrefix("Usage: \(name) "))
  }
}
