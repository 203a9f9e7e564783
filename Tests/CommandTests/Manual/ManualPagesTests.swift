import Foundation
import TestSupport
import Testing

/// The committed manual pages below man/.
@Suite struct ManualPagesTests {
  static let pages: [String] = (try? Files.names(in: Fixture.manual)) ?? []

  @Test func manualPagesAreCurrent() throws {
    let machine = try Machine()
    let made = machine.path("made")
    #expect(try machine.okit("generate", "man", made).text == "")
    #expect(try Files.names(in: made) == Self.pages, "run 'make generate'")
    for name in Self.pages {
      #expect(try Files.text("\(made)/\(name)") == Files.text("\(Fixture.manual)/\(name)"), "run 'make generate'")
    }
    try machine.run("sh", Fixture.project + "/Scripts/check-generated", Machine.okit, in: Fixture.project)
    try machine.okit("generate", "man", "/proc/none", status: 74)
  }

  @Test func eachGroupHasAManualPage() throws {
    let groups = try Self.commands(Machine()).filter { !$0.subcommands.isEmpty && $0.words.count == 1 }
    #expect(groups.count >= 8)
    let expected = groups.map { "okit-\($0.words[0]).1" } + ["okit.1", "okit-format.5", "okit-bindings.7"]
    #expect(Self.pages.sorted() == expected.sorted())
  }

  @Test(arguments: pages) func mandocFindsNoFaultInManualPages(_ page: String) throws {
    let machine = try Machine()
    let path = "\(Fixture.manual)/\(page)"
    let lint = try machine.run("mandoc", "-T", "lint", "-W", "warning", path)
    #expect(lint.text + lint.errors == "")
    let shown = try machine.run("man", "--warnings", "-l", path, with: ["LC_ALL": "C.UTF-8", "MANWIDTH": "100"])
    #expect(shown.errors == "")
    let title = page.replacing(/\.(.)$/) { "(\($0.output.1))" }.uppercased()
    #expect(shown.text.hasPrefix(title))
    #expect(try Files.text(path).utf8.allSatisfy { $0 < 0x80 })
    for heading in ["NAME", "DESCRIPTION", "SEE ALSO"] { #expect(shown.lines.contains(heading), "\(heading)") }
    if page.hasSuffix(".1") {
      for heading in ["SYNOPSIS", "EXIT STATUS", "EXAMPLES"] { #expect(shown.lines.contains(heading), "\(heading)") }
    }
    // Words to type are not hyphenated.
    #expect(!shown.lines.contains { $0.contains(/[a-z]\/[a-z]*‐$/) })
  }

  @Test func manualPagesContainEveryCommandOptionAndExample() throws {
    let machine = try Machine()
    var texts: [String: String] = [:]
    for page in Self.pages {
      let text = try machine.run("mandoc", "-T", "ascii", "-O", "width=400", "\(Fixture.manual)/\(page)").text
      texts[page] = text.replacing(/.\u{8}/, with: "")
    }
    let global = try #require(
      texts["okit.1"]?.firstMatch(of: /GLOBAL OPTIONS\n((?: .*)?\n)*/).map { String($0.output.0) })
    let commands = try Self.commands(machine)
    #expect(commands.count > 50)
    for command in commands where !command.words.isEmpty {
      let own = "okit-\(command.words[0]).1"
      let page = try #require(texts[own] ?? texts["okit.1"])
      let name = (["okit"] + command.words).joined(separator: " ")
      if command.subcommands.isEmpty {
        #expect(page.contains("\n   \(name)\n"), "\(name)")
        #expect(!command.options.isEmpty)
      }
      for option in command.options {
        #expect(page.contains(option) || global.contains(option), "\(name) \(option)")
      }
      for example in command.examples { #expect(page.contains(example), "\(example)") }
    }
  }

  @Test func manualPagesContainEveryVariable() throws {
    let pages = try Self.pages.map { try Files.text("\(Fixture.manual)/\($0)") }
    var names: Set<String> = ["HOME", "LC_MESSAGES", "LC_TIME", "PATH"]
    let sources = FileManager.default.enumerator(atPath: Fixture.project + "/Sources")
    for case let path as String in sources ?? .init() where path.hasSuffix(".swift") {
      let text = try Files.text("\(Fixture.project)/Sources/\(path)")
      for match in text.matches(of: /environment[\[(]"([A-Z_]+)"/) { names.insert(String(match.output.1)) }
      for match in text.matches(of: /"\$?(OKIT_[A-Z_]+)"/) { names.insert(String(match.output.1)) }
    }
    // These are prefixes of variables, not variables.
    names.subtract(["OKIT_PASSPHRASE", "OKIT_NEW_PASSPHRASE", "OKIT_TOKEN"])
    #expect(names.count > 20)
    for name in names.sorted() {
      #expect(pages.contains { $0.contains(try! Regex("\\.It Ev (.* )?\(name)( |\n)")) }, "\(name)")
    }
  }

  @Test func manualPagesContainEveryFunctionOfBindings() throws {
    let machine = try Machine()
    try machine.okit("init", ".")
    try machine.write("{\"x\": 1}", "okit/data/default.json")
    let page = try Files.text(Fixture.manual + "/okit-bindings.7")
    let functions = page.split(separator: ".Sh FUNCTIONS\n")[1].split(separator: ".Sh")[0]
      .matches(of: /\.It Li ([A-Za-z0-9]+)(\(x\))?\n/).map { (String($0.output.1), $0.output.2 != nil) }
    #expect(functions.count == 33)
    for (name, takesParameter) in functions {
      // A known function ends with 0, or with 64 if the value has the wrong type; an unknown one would end with 66.
      let output = try machine.launch([Machine.okit, "get", "x/\(name)(\(takesParameter ? "#a" : ""))"], [], [:], nil)
      #expect(output.end == .status(0) || output.end == .status(64), "\(name): \(output.errors)")
    }
  }

  // MARK: - Commands in help

  private struct HelpedCommand {
    let words: [String]
    let subcommands: [String]
    let options: [String]
    let examples: [String]
  }

  /// All commands, as listed by the help.
  private static func commands(_ machine: Machine, below words: [String] = []) throws -> [HelpedCommand] {
    let lines = try machine.okit(words + ["--help"], with: ["COLUMNS": "300"]).lines
    func section(_ title: String) -> [String] {
      let rest = lines.drop { $0 != title + ":" }.dropFirst()
      return Array(rest.prefix { $0.hasPrefix("  ") })
    }
    let subcommands = section("SUBCOMMANDS").compactMap {
      $0.firstMatch(of: /^\s\s([a-z]+)\s/).map { String($0.output.1) }
    }
    let options = lines.compactMap {
      $0.firstMatch(of: /^\s\s(?:-., )?(--[a-z-]+|-[a-z0-9])/).map { String($0.output.1) }
    }
    let examples = section("EXAMPLES").filter { $0.hasPrefix("    ") }.map { $0.trimmingCharacters(in: .whitespaces) }
    let command = HelpedCommand(words: words, subcommands: subcommands, options: options, examples: examples)
    return try [command] + subcommands.flatMap { try commands(machine, below: words + [$0]) }
  }
}
