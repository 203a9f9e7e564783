import Bindings
import Foundation
import JSONDocument
import Testing

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite("Programs of migrations")
struct MigrationProgramTests {
  private static let source = Stock.source("var price: Double = 0")
  private static let files = Stock.files([#""price":1.50"#, #""price":3.0"#])
  private static let step = #"{"run":"reprice","class":"Book"}"#

  private func scene() throws -> Scene {
    let scene = try Stock.scene(.age, Self.source, Self.files)
    try scene.addMigration("0001-prices", [Self.step])
    try scene.addProgram("migrations/reprice")
    return scene
  }

  /// What becomes of a line: the entity as it is now, with another price.
  private static func reprice(_ line: String) -> String {
    String(line.split(separator: #""new":"#, maxSplits: 1)[1].dropLast()).replacing("1.50", with: "2")
  }

  private func migration(_ scene: Scene, _ stub: ProgramStub?, dryRun: Bool = false) throws -> Migration {
    let workspace = try scene.workspace(dryRun: dryRun)
    workspace.hookRunner = stub
    return Migration(workspace)
  }

  private func refusal(_ scene: Scene, _ stub: ProgramStub) throws -> OKitError {
    let bytes = try scene.bytes()
    let error = try #require(failure { _ = try migration(scene, stub).apply() })
    #expect(try scene.bytes() == bytes && scene.staged == [] && scene.history.events == [])
    #expect(Disk.names(in: scene.backups) == [])
    return error
  }

  @Test("get each entity as it was and as it is, and run once, while nothing is locked")
  func run() throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.meanwhile = { try scene.recover() }
    _ = try migration(scene, stub).apply()
    #expect(stub.names == ["reprice"])
    let lines = String(decoding: stub.requests[0].input, as: UTF8.self).split(separator: "\n")
    let book = #"{"id":"B1","later":[1.0,2e1],"price":1.50}"#
    #expect(lines.count == 4 && lines[0] == #"{"old":\#(book),"new":\#(book)}"#)
    #expect(stub.requests[0].variables == ["OKIT_ROOT": scene.root, "OKIT_MODEL": "shop"])
    #expect(try scene.stock()["shop.json"]?.text.contains(#"{"id":"B1","later":[ 1.0 , 2e1 ],"price":2}"#) == true)
  }

  @Test("run only where nobody else could have changed them", arguments: [mode_t(0o777), 0o775, 0o644])
  func permissions(_ mode: mode_t) throws {
    let scene = try scene()
    try scene.addProgram("migrations/reprice", mode: mode)
    let stub = ProgramStub(Self.reprice)
    #expect(try refusal(scene, stub).kind == .configuration)
    #expect(stub.requests == [])
    try Disk.remove(scene.root + "/okit/migrations/reprice")
    #expect(try refusal(scene, stub).detail == "no such program: 'okit/migrations/reprice'")
    try Disk.link(scene.root + "/okit/migrations/reprice", to: "/bin/true")
    #expect(try refusal(scene, stub).kind == .configuration)
    try Disk.remove(scene.root + "/okit/migrations/reprice")
    try scene.addProgram("migrations/reprice")
    try Disk.setMode(0o777, scene.root + "/okit/migrations")
    #expect(try refusal(scene, stub).kind == .configuration)
    #expect(stub.requests == [])
  }

  @Test(
    "print what fits, or nothing is changed",
    arguments: ["no JSON", "[]", #"{"id":"B1","price":"dear"}"#, #"{"id":"OTHER","price":2}"#, "{\"id\":\"B1\"}\n{}"])
  func wrongOutput(_ output: String) throws {
    let scene = try scene()
    let error = try refusal(scene, ProgramStub { _ in output })
    #expect(error.kind == .malformed, "\(output): \(error)")
  }

  @Test("end well, or nothing is changed", arguments: [ProgramOutcome.Ending.status(3), .signal(9)])
  func ending(_ ending: ProgramOutcome.Ending) throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.ending = ending
    let error = try refusal(scene, stub)
    #expect(error.kind == .malformed && error.message.contains("okit/migrations/reprice"))
  }

  @Test(
    "invent no ids for what has a file",
    arguments: [("LOGO", "no file for the new attachment"), ("G1", "no partial has the id")])
  func ids(_ id: String, _ message: String) throws {
    let shelves = try MigrationBench(
      #"{"id":"S","shelf":{"id":"H","logo":\#(Stock.logo),"group":{"id":"G1"}}}"#, Self.shelves,
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

  @Test("run again where the model changes meanwhile, with what it then is")
  func changedMeanwhile() throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.meanwhile = {
      guard stub.requests.count == 1 else { return }
      _ = try scene.workspace().edit("set", model: Corner.shop) {
        try $0.set([EditItem(Binding(parsing: "books[1]/price"), .json("1.50"))])
      }
    }
    _ = try migration(scene, stub).apply()
    #expect(stub.requests.count == 2)
    #expect(try scene.stock()["shop.json"]?.text.contains(#""id":"B2","later":[ 1.0 , 2e1 ],"price":2}"#) == true)
    _ = try scene.rollback().run()
    #expect(try scene.stock()["shop.json"]?.text.contains(#""id":"B2","later":[ 1.0 , 2e1 ],"price":1.50}"#) == true)
  }

  @Test("are given up where the model changes each time that they run")
  func changedAlways() throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.meanwhile = {
      _ = try scene.workspace().edit("set", model: Corner.shop) {
        try $0.set([EditItem(Binding(parsing: "books[1]/price"), .json("\(stub.requests.count)"))])
      }
    }
    #expect(kind { _ = try migration(scene, stub).apply() } == .busy)
    #expect(try stub.requests.count < 20 && scene.history.events == [] && Disk.names(in: scene.backups) == [])
  }

  @Test("do not run in a plan or a dry run, and neither do hooks")
  func dryRun() throws {
    let scene = try scene()
    for hook in ["before-migrate", "after-migrate"] { try scene.addProgram("hooks/" + hook) }
    let (stub, bytes) = (ProgramStub(Self.reprice), try scene.bytes())
    let plan = try migration(scene, stub).plan()
    #expect(plan.models.flatMap(\.changes).lines == ["run Book -> okit/migrations/reprice: 4"])
    #expect(try migration(scene, stub, dryRun: true).apply() == Migration.Outcome(plan: plan, backup: nil))
    #expect(try stub.requests == [] && scene.bytes() == bytes && Disk.names(in: scene.backups) == [])
  }

  @Test("are told before and after as hooks, the first of which can stop it all")
  func hooks() throws {
    let scene = try scene()
    for hook in ["before-migrate", "after-migrate"] { try scene.addProgram("hooks/" + hook) }
    let refusing = ProgramStub()
    refusing.ending = .status(1)
    #expect(try refusal(scene, refusing).kind == .busy)
    #expect(refusing.names == ["before-migrate"])
    let stub = ProgramStub { $0.contains(#""new":"#) ? Self.reprice($0) : "said" }
    let outcome = try migration(scene, stub).apply()
    let backup = try #require(outcome.backup)
    #expect(stub.names == ["before-migrate", "reprice", "after-migrate"])
    func told(_ event: String, _ more: String) -> String {
      #"{"event":"\#(event)","workspace":"\#(scene.root)","action":"apply","migrations":["0001-prices"]\#(more)}"#
    }
    let inputs = stub.requests.map { String(decoding: $0.input, as: UTF8.self) }
    #expect(inputs[0] == told("before-migrate", ""))
    #expect(inputs[2] == told("after-migrate", #","backup":"\#(backup)""#))
  }
}
