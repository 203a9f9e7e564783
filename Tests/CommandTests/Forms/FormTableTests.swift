import TestSupport
import Testing

/// The table in docs/forms.md: okit's forms have the features of other frameworks.
@Suite struct FormTableTests {
  @Test(arguments: FormTableRow.all.map(\.name)) func theFormHasTheFeature(named name: String) throws {
    let row = try #require(FormTableRow.all.first { $0.name == name })
    let scene = try FormScene()
    try scene.define(row.form)
    for step in row.steps {
      try Files.write(FormScene.box, to: scene.data + "/box.json")
      if Files.exists(scene.data + "/_image") { try Files.remove(scene.data + "/_image") }
      switch step {
      case .stores(let answers, let filter, let result):
        try scene.fill(answers)
        #expect(try scene.stored(".items[0] | \(filter)") == result, "\(answers)")
      case .refuses(let answers, let message):
        let before = try scene.tree()
        let output = try scene.fill(answers, status: 65)
        #expect(output.errors.contains(message), "\(output.errors)")
        #expect(try scene.tree().differences(from: before) == [])
      case .prints(let filter): #expect(try scene.printed(filter) == "true", "\(filter)")
      case .asks(let prompts, let filter, let result):
        let terminal = try scene.ask()
        for prompt in prompts {
          try terminal.wait(for: prompt.text)
          terminal.type(prompt.line)
        }
        // Without a change there is no question.
        if try scene.stored(".items[0] | \(filter)") != result {
          try terminal.answer(("Store these values? [yes/no] ", "y"))
        }
        #expect(try terminal.end() == .status(0), "\(terminal.transcript)")
        #expect(try scene.stored(".items[0] | \(filter)") == result, "\(terminal.transcript)")
        #expect(try scene.kept() == [])
      }
    }
    #expect(try scene.okit("check").errors.contains("no problems"))
  }

  @Test func thePageListsTheseFeatures() throws {
    let lines = try Files.text(Fixture.project + "/docs/forms.md").split(separator: "\n")
    var (present, absent): ([String], [String]) = ([], [])
    let start = try #require(lines.firstIndex(of: "## From other frameworks"))
    for line in lines[start...] where line.hasPrefix("| ") {
      let cells = line.dropFirst(2).split(separator: " | ", maxSplits: 1)
      guard cells.count == 2, cells[0] != "feature" else { continue }
      let name = cells[0].replacing("`", with: "")
      if cells[1].hasPrefix("not in a terminal") || cells[1].hasPrefix("not supported") {
        absent.append(String(name))
      } else {
        present.append(String(name))
      }
    }
    #expect(present.sorted() == FormTableRow.all.map(\.name).sorted())
    #expect(absent.sorted() == FormTableRow.absent.sorted())
  }
}
