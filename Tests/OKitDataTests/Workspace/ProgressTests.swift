import Bindings
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitChecks
@testable import OKitModels
@testable import OKitStorage

/// Long operations report their progress.
@Suite struct ProgressTests {
  private static let operations =
    Operation.conversions + Operation.backups + Operation.restorations + Operation.imports + Operation.repairs
    + Operation.applies + Operation.rollbacks
    + Operation.all.filter { ["partial sync", "attachment gc", "export"].contains($0.name) }

  @Test(arguments: operations) func stepsCountTheirBytes(_ operation: Operation) throws {
    let scene = try operation.scene()
    let observer = RecordingObserver()
    scene.observer = observer
    try operation.run(scene, FaultyCalls())
    #expect(!observer.steps.isEmpty)
    #expect(observer.countedBytes > 0, "\(observer.steps)")
    #expect(observer.overcounted == [])
    #expect(observer.depth == 0)
  }

  @Test func operationsIncludeTheLongOnes() {
    #expect(Self.operations.suffix(3).map(\.name).sorted() == ["attachment gc", "export", "partial sync"])
  }

  @Test(arguments: Operation.applies) func migrationsReportTheCurrentModel(_ operation: Operation) throws {
    let scene = try operation.scene()
    let observer = RecordingObserver()
    scene.observer = observer
    try operation.run(scene, FaultyCalls())
    #expect(observer.steps.contains("migrating \(SampleShop.shop)"), "\(observer.steps)")
  }

  @Test func anExportCountsAllThatItAnnounces() throws {
    let scene = try SampleShop.scene(.plain)
    let observer = RecordingObserver()
    let export = ModelExport(try scene.workspace(observer: observer))
    _ = try export.export([SampleShop.shop], to: FilePath(text: scene.folder + "/elsewhere"), forDevice: false)
    #expect(observer.remainingBytes == ["exporting shop": 0])
  }

  @Test func readingReportsItsProgress() throws {
    let scene = try SampleShop.scene()
    let observer = RecordingObserver()
    let workspace = try scene.workspace(observer: observer)
    let looks: [() throws -> Void] = [
      { _ = try WorkspaceCheck(workspace).run() },
      { _ = try Partials(workspace).list() },
      { _ = try Attachments(workspace).list() },
      { _ = try References(workspace).list() },
      {
        try Attachments(workspace).write(
          Binding(parsing: "logo"), model: SampleShop.shop, to: FilePath(text: scene.folder + "/logo.png"))
      },
    ]
    for (number, look) in looks.enumerated() {
      let before = observer.countedBytes
      try look()
      #expect(observer.steps.count == number + 1 && observer.countedBytes > before, "\(observer.steps)")
    }
    #expect(observer.overcounted == [])
  }
}
