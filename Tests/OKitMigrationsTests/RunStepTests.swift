import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct RunStepTests {
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

  @Test func aProgramGetsOldAndNewValues() throws {
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

  @Test func aProgramThatDidNotRunIsAssumedToConvert() throws {
    let bench = try MigrationBench(
      #"{"books":[{"id":"A","p":"x","q":"y"}]}"#, MigrationStepTests.shop("var p: String?; var q: String?"),
      to: MigrationStepTests.shop("var p: Int?"))
    try bench.scene.addProgram("migrations/reprice")
    try bench.run(Self.step)
    let changes = try DifferencePass.run(on: bench.model, MigrationAnswers())
    #expect(changes.map(\.kind) == [.removed] && bench.model.decisions.isEmpty)
    #expect(bench.model.unknownClasses == ["Book"])
  }

  @Test func aProgramRunsOncePerInputAndNeverUnderALock() throws {
    let bench = try bench()
    let printer = Printer("\n\n")
    let programs = MigrationPrograms(try bench.scene.workspace(), .run(printer))
    let step = try MigrationFile.Step(JSONDocument(parsing: Self.step).root)
    let needed = try #require(throws: MigrationPrograms.NeedsProgram.self) { try step.apply(to: bench.model, programs) }
    #expect(printer.requests.isEmpty)
    try programs.run(needed)
    for _ in 0..<2 { _ = try step.apply(to: bench.model, programs) }
    #expect(printer.requests.count == 1)
    #expect(try bench.run(Self.step).map(\.count) == [2] && !bench.model.documents[0].isChanged)
  }

  @Test(arguments: [
    ("", "line 1"), ("{}\n", "line 2"), ("\n\n\n", "line 3"), ("{\"id\":\"A\"}\n{\"id\":\"X\"}\n", "line 2"),
    ("[]\n\n", "line 1"), ("{\n\n", "line 1"),
  ])
  func wrongOutputIsRefused(_ output: String, _ words: String) throws {
    let bench = try bench()
    let refused = failure { try bench.run(Self.step, runner: Printer(output)) }
    #expect(refused?.kind == .malformed && refused?.message.contains(words) == true, "\(String(describing: refused))")
    #expect(!bench.model.documents[0].isChanged)
  }

  @Test func aProgramMustExistAndBelongToTheCaller() throws {
    let bench = try bench()
    #expect(failure { try bench.run(#"{"run":"other","class":"Book"}"#) }?.kind == .configuration)
    try Files.setMode(0o777, bench.scene.root + "/okit/migrations/reprice")
    #expect(failure { try bench.run(Self.step) }?.kind == .configuration)
  }

  @Test(arguments: [("LOGO", "no file for the new attachment"), ("G1", "no partial has the id")])
  func aProgramCannotInventIDsOfFiles(_ id: String, _ message: String) throws {
    let shelves = try MigrationBench(
      #"{"id":"S","shelf":{"id":"H","logo":\#(SampleShop.logoJSON),"group":{"id":"G1"}}}"#, Self.shelves,
      partials: [("G1", #"{"id":"E"}"#)])
    try shelves.scene.addProgram("migrations/x")
    let stub = ProgramStub { line in
      let new = try? JSONDocument(parsing: line).root["new"]?.rawText
      return (new ?? "").replacing("\"\(id)\"", with: "\"NEW\"")
    }
    let owned = OwnedFiles(shelves.model)
    let error = failure {
      try shelves.run(#"{"run":"x","class":"Shelf"}"#, runner: stub)
      try owned.removeUnownedFiles(of: shelves.model)
    }
    #expect(error?.kind == .malformed && error?.message.contains(message) == true, "\(String(describing: error))")
  }

  private static let shelves = """
    class Shop: Model, Codable { var id: String!; var shelf: Shelf? }
    class Shelf: ModelEntity, Codable { var id: String!; var logo: ModelImage?; var group: GroupPartial? }
    class GroupPartial: ModelPartial, Codable { var id: String!; var group: Group? { return retrieve(Group.self) } }
    class Group: ModelEntity, Codable { var id: String! }
    """
}
