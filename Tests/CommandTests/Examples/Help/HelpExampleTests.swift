import TestSupport
import Testing

/// Every example of the help, typed unchanged.
@Suite struct HelpExampleTests {
  private static let help = Result { try HelpText.all(Machine()) }

  /// The examples of commands without -n, which must change nothing. `watch` and `serve` run until they are ended. A second command in the line may
  /// change something.
  private static let readers = help.map { help in
    let examples = help.filter { !$0.isGroup && !$0.canBeTried && ![["watch"], ["serve"]].contains($0.path) }.flatMap(
      \.examples)
    return Set(examples.filter { $0.ranges(of: "okit ").count == 1 })
  }

  @Test func eachCommandHasExamples() throws {
    let help = try Self.help.get()
    #expect(help.count > 50)
    for each in help { #expect(!each.examples.isEmpty, "\(each.path) has no example") }
  }

  @Test func eachExampleHasOneTrial() throws {
    let lines = Set(try Self.help.get().flatMap(\.examples))
    let tried = ExampleTrial.all.map(\.line)
    #expect(lines.subtracting(tried).sorted() == [], "examples without a trial")
    #expect(Set(tried).subtracting(lines).sorted() == [], "trials without an example")
    #expect(Set(tried).count == tried.count)
    for trial in ExampleTrial.all {
      #expect(!trial.says.isEmpty || trial.check != nil, "\(trial.line) is not looked at")
    }
  }

  @Test(arguments: ExampleTrial.all)
  func eachExampleWorksAsDescribed(trial: ExampleTrial) throws {
    try trial.run(ExampleScene(), changesNothing: Self.readers.get().contains(trial.line))
  }
}
