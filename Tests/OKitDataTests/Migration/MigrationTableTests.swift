import Synchronization
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct MigrationTableTests {
  @Test(
    arguments: MigrationCase.all,
    StoredForm.allCases)
  func eachChangeAppliesInEachFormAndRollsBack(_ change: MigrationCase, _ form: StoredForm) throws {
    let scene = try SampleShop.bookScene(form, change.old, change.before)
    #expect(try MigrationStatus(of: scene.workspace()).isInAgreement)
    try scene.define(SampleShop.resolved(change.new, form))
    if !change.steps.isEmpty { try scene.addMigration("0001-case", change.steps) }
    if change.program != nil { try scene.addProgram("migrations/reprice") }
    #expect(try !MigrationStatus(of: scene.workspace()).isInAgreement)
    let (bytes, stock) = (try scene.bytes(), try scene.contents())

    let spilled = Mutex<Set<String>>([])
    let root = scene.root
    let calls = FaultyCalls(refusing: { _ in
      spilled.withLock { $0.formUnion(Files.spilled(below: root)) }
      return nil
    })
    let workspace = try scene.workspace(calls: calls)
    workspace.programs = .all(ProgramStub(change.program ?? { $0 }))
    let migration = Migration(workspace, answers: change.answers)
    let outcome = try migration.apply()

    #expect(outcome.plan.models.flatMap(\.changes).lines == change.changes)
    var expected = stock
    for (path, text) in change.after { expected[path] = Snapshot.File(form: form, text: text) }
    for path in change.gone { expected[path] = nil }
    let differences = try scene.contents().differences(from: expected)
    #expect(differences == [])
    #expect(stock.filter { $0.value.form == form }.count == change.before.count + (form == .plain ? 1 : 0))
    if form.isEncrypted { #expect(spilled.withLock { $0 } == [] && Files.spilled(below: root) == []) }
    let findings = try scene.findings()
    #expect(findings == [] && scene.staged == [])
    #expect(try MigrationStatus(of: scene.workspace()).isInAgreement)
    #expect(try Migration(scene.workspace()).plan().isEmpty)

    #expect(try scene.rollback().preview().lost == [])
    _ = try scene.rollback().run()
    let back = try scene.bytes()
    #expect(Set(back.keys).union(bytes.keys).filter { back[$0] != bytes[$0] } == [])
    #expect(scene.staged == [])
    #expect(try !MigrationStatus(of: scene.workspace()).isInAgreement)
  }
}
