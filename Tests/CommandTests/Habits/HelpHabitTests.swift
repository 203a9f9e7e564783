import TestSupport
import Testing

/// Help in the layout of other tools.
@Suite struct HelpHabitTests {
  @Test func headingsFollowSwiftArgumentParserWithExamplesFirst() throws {
    let all = try HelpText.all(Machine())
    #expect(all.count > 60)
    for help in all {
      #expect(help.headings == HelpText.headings.filter(help.headings.contains), "\(help.path)")
      #expect(help.lines.first?.hasPrefix("OVERVIEW: ") == true)
      #expect(help.lines.contains { $0.hasPrefix("USAGE: \((["okit"] + help.path).joined(separator: " "))") })
      if !help.isGroup, help.path != ["version"] { #expect(help.headings.contains("EXAMPLES"), "\(help.path)") }
    }
  }

  @Test func textsStandAtColumn26() throws {
    for help in try HelpText.all(Machine()) {
      let rows = HelpText.headings.suffix(5).flatMap { help.section("\($0):") }
      #expect(!rows.isEmpty)
      for row in rows {
        // The text of a label that is too long starts on the next line.
        let isLabelAlone = row.hasPrefix("  ") && !row.dropFirst(2).hasPrefix(" ") && !row.dropFirst(2).contains("  ")
        let startsThere = row.count > 26 && row.prefix(26).hasSuffix("  ") && !row.dropFirst(26).hasPrefix(" ")
        #expect(startsThere || isLabelAlone, "\(help.path): \(row)")
      }
    }
  }

  @Test func linesFitTheWidth() throws {
    let machine = try Machine()
    machine.environment["COLUMNS"] = "70"
    for help in try HelpText.all(machine) {
      // Examples and indented lines are not wrapped.
      for line in help.lines where line.count > 70 { #expect(line.hasPrefix("  "), "\(help.path): \(line)") }
    }
  }

  @Test func aHelpOptionAnywhereOnTheLinePrintsHelp() throws {
    let machine = try Machine()
    let help = try machine.okit("backup", "create", "--help").text
    for words in [
      ["-h", "backup", "create"], ["backup", "-h", "create"], ["backup", "create", "x", "-h"],
      ["backup", "create", "--no-such-option", "-h"], ["backup", "create", "-qh"], ["backup", "create", "-o", "-h"],
    ] {
      let output = try machine.okit(words)
      #expect(output.text == help && output.errors == "", "\(words)")
    }
  }

  @Test(arguments: [
    ("get", "missing argument '<path>'"), ("backup delete", "missing argument '<name>'"),
    ("set name", "missing value for the path 'name'"), ("encrypt", "missing model; use --all for all models"),
    ("get x --model", "missing value for '--model <model>'"), ("import", "missing argument '<source>'"),
  ])
  func aMissingArgumentShowsShortUsage(_ line: String, _ message: String) throws {
    let output = try Machine().okit(line.split(separator: " ").map(String.init), status: 64)
    let lines = output.errors.split(separator: "\n")
    #expect(output.text == "" && lines.first == "okit: error: \(message)")
    #expect(lines.dropFirst().first?.hasPrefix("Usage: okit ") == true, "\(output.errors)")
    #expect(lines.last?.hasPrefix("okit: hint: see 'okit ") == true && lines.count < 16)
    #expect(!output.errors.contains("OVERVIEW"))
  }
}
