import Testing

/// Every example of the help, typed as it stands.
@Suite("Examples of the help") struct HelpExampleTests {
  @Test("Each command and group has some") func areEverywhere() throws {
    let entries = try HelpExamples().entries
    #expect(entries.count > 50)
    for entry in entries { #expect(!entry.lines.isEmpty, "\(entry.name) has no example") }
  }

  @Test("Each is tried, and nothing else is") func areTried() throws {
    let lines = try HelpExamples().lines
    let tried = ExampleTrial.all.map(\.line)
    #expect(lines.subtracting(tried).sorted() == [], "examples without a trial")
    #expect(Set(tried).subtracting(lines).sorted() == [], "trials without an example")
    #expect(Set(tried).count == tried.count)
    for trial in ExampleTrial.all {
      #expect(!trial.says.isEmpty || trial.check != nil, "\(trial.line) is not looked at")
    }
  }

  @Test("Each does what it says", arguments: ExampleTrial.all) func work(trial: ExampleTrial) throws {
    try trial.run(ExampleScene())
  }
}
