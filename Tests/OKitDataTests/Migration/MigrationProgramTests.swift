import Bindings
import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationProgramTests {
  private static let source = SampleShop.bookClasses("var price: Double = 0")
  private static let files = SampleShop.bookFiles([#""price":1.50"#, #""price":3.0"#])
  private static let step = #"{"run":"reprice","class":"Book"}"#

  private func scene() throws -> Scene {
    let scene = try SampleShop.bookScene(.age, Self.source, Self.files)
    try scene.addMigration("0001-prices", [Self.step])
    try scene.addProgram("migrations/reprice")
    return scene
  }

  /// The output for a line: its current entity with another price.
  private static func reprice(_ line: String) -> String {
    String(line.split(separator: #""new":"#, maxSplits: 1)[1].dropLast()).replacing("1.50", with: "2")
  }

  private func migration(_ scene: Scene, _ stub: ProgramStub?, dryRun: Bool = false) throws -> Migration {
    let workspace = try scene.workspace(dryRun: dryRun)
    workspace.programs = stub.map(AllowedPrograms.all) ?? .none
    return Migration(workspace)
  }

  private func refusal(_ scene: Scene, _ stub: ProgramStub) throws -> OKitError {
    let bytes = try scene.bytes()
    let error = try #require(failure { _ = try migration(scene, stub).apply() })
    #expect(try scene.bytes() == bytes && scene.staged == [] && scene.history.events == [])
    #expect(Files.namesIfPresent(in: scene.backups) == [])
    return error
  }

  @Test func aProgramRunsOnceWithEachEntityWhileNothingIsLocked() throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.meanwhile = { try scene.recover() }
    _ = try migration(scene, stub).apply()
    #expect(stub.names == ["reprice"])
    let lines = String(decoding: stub.requests[0].input, as: UTF8.self).split(separator: "\n")
    let book = #"{"id":"B1","later":[1.0,2e1],"price":1.50}"#
    #expect(lines.count == 4 && lines[0] == #"{"old":\#(book),"new":\#(book)}"#)
    #expect(stub.requests[0].variables == ["OKIT_ROOT": scene.root, "OKIT_MODEL": "shop"])
    #expect(try scene.contents()["shop.json"]?.text.contains(#"{"id":"B1","later":[ 1.0 , 2e1 ],"price":2}"#) == true)
  }

  /// Otherwise the migration would be recorded although the data was not changed.
  @Test func aWorkspaceWithoutProgramsDoesNotMigrate() throws {
    let scene = try scene()
    let bytes = try scene.bytes()
    let refused = failure { _ = try migration(scene, nil).apply() }
    #expect(refused?.kind == .unsupported)
    #expect(refused?.message == "the migration runs the program 'okit/migrations/reprice', which only the command does")
    #expect(try scene.bytes() == bytes && scene.staged == [] && scene.history.events == [])
    #expect(Files.namesIfPresent(in: scene.backups) == [])
  }

  @Test func programsOfMigrationsRunInAHook() throws {
    let scene = try scene()
    let workspace = try scene.workspace()
    let stub = ProgramStub(Self.reprice)
    workspace.programs = .withoutHooks(stub)
    _ = try Migration(workspace).apply()
    #expect(stub.names == ["reprice"])
  }

  @Test(arguments: [mode_t(0o777), 0o775, 0o644])
  func aProgramThatOthersCanChangeIsRefused(_ mode: mode_t) throws {
    let scene = try scene()
    try scene.addProgram("migrations/reprice", mode: mode)
    let stub = ProgramStub(Self.reprice)
    #expect(try refusal(scene, stub).kind == .configuration)
    #expect(stub.requests == [])
    try Files.remove(scene.root + "/okit/migrations/reprice")
    #expect(try refusal(scene, stub).detail == "no such program: 'okit/migrations/reprice'")
    try Files.link(scene.root + "/okit/migrations/reprice", to: "/bin/true")
    #expect(try refusal(scene, stub).kind == .configuration)
    try Files.remove(scene.root + "/okit/migrations/reprice")
    try scene.addProgram("migrations/reprice")
    try Files.setMode(0o777, scene.root + "/okit/migrations")
    #expect(try refusal(scene, stub).kind == .configuration)
    #expect(stub.requests == [])
  }

  @Test(arguments: [
    "no JSON", "[]", #"{"id":"B1","price":"dear"}"#, #"{"id":"OTHER","price":2}"#, "{\"id\":\"B1\"}\n{}",
  ])
  func wrongOutputChangesNothing(_ output: String) throws {
    let scene = try scene()
    let error = try refusal(scene, ProgramStub { _ in output })
    #expect(error.kind == .malformed, "\(output): \(error)")
  }

  @Test func aWrongNumberOfLinesIsCounted() throws {
    let stub = ProgramStub(Self.reprice)
    stub.maximumLines = 1
    let error = try refusal(scene(), stub)
    #expect(error.message.hasSuffix("it printed 1 line for 4 entities"), "\(error)")
  }

  @Test(arguments: [ProgramOutcome.Ending.status(3), .signal(9)])
  func aFailedProgramChangesNothing(_ ending: ProgramOutcome.Ending) throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.ending = ending
    let error = try refusal(scene, stub)
    #expect(error.kind == .malformed && error.message.contains("okit/migrations/reprice"))
  }

  @Test func aProgramRunsAgainIfTheModelChanges() throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.meanwhile = {
      guard stub.requests.count == 1 else { return }
      _ = try scene.workspace().edit("set", model: SampleShop.shop) {
        try $0.set([EditItem(Binding(parsing: "books[1]/price"), .json(JSONDocument(parsing: "1.50").root))])
      }
    }
    _ = try migration(scene, stub).apply()
    #expect(stub.requests.count == 2)
    #expect(try scene.contents()["shop.json"]?.text.contains(#""id":"B2","later":[ 1.0 , 2e1 ],"price":2}"#) == true)
    _ = try scene.rollback().run()
    #expect(try scene.contents()["shop.json"]?.text.contains(#""id":"B2","later":[ 1.0 , 2e1 ],"price":1.50}"#) == true)
  }

  @Test func anApplyFailsIfAModelKeepsChanging() throws {
    let scene = try scene()
    let stub = ProgramStub(Self.reprice)
    stub.meanwhile = {
      _ = try scene.workspace().edit("set", model: SampleShop.shop) {
        try $0.set([
          EditItem(Binding(parsing: "books[1]/price"), .json(JSONDocument(parsing: "\(stub.requests.count)").root))
        ])
      }
    }
    #expect(kind { _ = try migration(scene, stub).apply() } == .busy)
    #expect(try stub.requests.count < 20 && scene.history.events == [] && Files.namesIfPresent(in: scene.backups) == [])
  }

  @Test func aDryRunRunsNoPrograms() throws {
    let scene = try scene()
    for hook in ["before-migrate", "after-migrate"] { try scene.addProgram("hooks/" + hook) }
    let (stub, bytes) = (ProgramStub(Self.reprice), try scene.bytes())
    let plan = try migration(scene, stub).plan()
    #expect(plan.models.flatMap(\.changes).lines == ["run Book -> okit/migrations/reprice: 4"])
    #expect(try migration(scene, stub, dryRun: true).apply() == Migration.Outcome(plan: plan, backup: nil))
    #expect(try stub.requests == [] && scene.bytes() == bytes && Files.namesIfPresent(in: scene.backups) == [])
  }

  @Test func hooksRunAroundAMigration() throws {
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
    func hookInput(_ event: String, _ more: String) -> String {
      #"{"event":"\#(event)","workspace":"\#(scene.root)","action":"apply","migrations":["0001-prices"]\#(more)}"#
    }
    let inputs = stub.requests.map { String(decoding: $0.input, as: UTF8.self) }
    #expect(inputs[0] == hookInput("before-migrate", ""))
    #expect(inputs[2] == hookInput("after-migrate", #","backup":"\#(backup)""#))
  }
}
