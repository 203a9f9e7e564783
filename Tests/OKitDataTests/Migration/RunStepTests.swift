import JSONDocument
import Testing

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite("Programs in migrations")
struct RunStepTests {
  private final class Printer: ProgramRunner {
    var requests: [ProgramRequest] = []
    let output: String

    init(_ output: String) { self.output = output }

    func run(_ request: ProgramRequest) -> ProgramOutcome {
      requests.append(request)
      return ProgramOutcome(.status(0), output: Array(output.utf8))
    }
  }

  private static let step = #"{"run":"reprice","class":"Book"}"#

  private func bench(_ json: String = #"{"books":[ {"id":"A", "p":1},{"id":"B","p":2}]}"#) throws -> MigrationBench {
    let bench = try MigrationBench(
      json, MigrationStepTests.shop("var p: Int?"), to: MigrationStepTests.shop("var p: String?"))
    try bench.scene.addProgram("migrations/reprice")
    return bench
  }

  @Test("get old and new, and change only what differs")
  func run() throws {
    let bench = try bench()
    bench.model.keepOriginals()
    try bench.run(#"{"set":"Book.p","value":5,"where":"id/length"}"#)
    let printer = Printer("{\"p\":\"5!\",\"id\":\"A\"}\n\n")
    let changes = try bench.run(Self.step, runner: printer)
    #expect(changes.map(\.kind) == [.run] && changes.map(\.count) == [1])
    #expect(bench.text() == #"{"books":[ {"id":"A", "p":"5!"},{"id":"B","p":5}]}"#)
    #expect(
      String(decoding: printer.requests[0].input, as: UTF8.self)
        == "{\"old\":{\"id\":\"A\",\"p\":1},\"new\":{\"id\":\"A\",\"p\":5}}\n{\"old\":{\"id\":\"B\",\"p\":2},\"new\":{\"id\":\"B\",\"p\":5}}\n"
    )
    #expect(printer.requests[0].variables == ["OKIT_ROOT": bench.scene.root, "OKIT_MODEL": "default"])
    #expect(printer.requests[0].outputLimit == 64 << 20)
  }

  @Test("are expected to make values what they should be where they are not run")
  func expected() throws {
    let bench = try MigrationBench(
      #"{"books":[{"id":"A","p":"x","q":"y"}]}"#, MigrationStepTests.shop("var p: String?; var q: String?"),
      to: MigrationStepTests.shop("var p: Int?"))
    try bench.scene.addProgram("migrations/reprice")
    try bench.run(Self.step)
    let changes = try DifferencePass.run(on: bench.model, MigrationAnswers())
    #expect(changes.map(\.kind) == [.removed] && bench.model.decisions.isEmpty)
    #expect(bench.model.unknownClasses == ["Book"])
  }

  @Test("are not run where there is a lock, once for one input, and never in a dry run")
  func remembered() throws {
    let bench = try bench()
    let printer = Printer("\n\n")
    let programs = MigrationPrograms(try bench.scene.workspace(), runner: printer)
    let step = try MigrationFile.Step(JSONDocument(parsing: Self.step).root)
    let needed = try #require(throws: MigrationPrograms.NeedsProgram.self) { try step.apply(to: bench.model, programs) }
    #expect(printer.requests.isEmpty)
    try programs.run(needed)
    for _ in 0..<2 { _ = try step.apply(to: bench.model, programs) }
    #expect(printer.requests.count == 1)
    #expect(try bench.run(Self.step).map(\.count) == [2] && !bench.model.documents[0].isChanged)
  }

  @Test(
    "are refused for what is no line for each entity",
    arguments: [
      ("", "line 1"), ("{}\n", "line 2"), ("\n\n\n", "line 3"), ("{\"id\":\"A\"}\n{\"id\":\"X\"}\n", "line 2"),
      ("[]\n\n", "line 1"), ("{\n\n", "line 1"),
    ])
  func malformed(_ output: String, _ words: String) throws {
    let bench = try bench()
    let refused = failure { try bench.run(Self.step, runner: Printer(output)) }
    #expect(refused?.kind == .malformed && refused?.message.contains(words) == true, "\(String(describing: refused))")
    #expect(!bench.model.documents[0].isChanged)
  }

  @Test("have to be there, and to belong to the caller alone")
  func permissions() throws {
    let bench = try bench()
    #expect(failure { try bench.run(#"{"run":"other","class":"Book"}"#) }?.kind == .configuration)
    try Disk.setMode(0o777, bench.scene.root + "/okit/migrations/reprice")
    #expect(failure { try bench.run(Self.step) }?.kind == .configuration)
  }
}
