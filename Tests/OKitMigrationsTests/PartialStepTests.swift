import Definitions
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct PartialStepTests {
  private static let inModel = """
    class Shop: Model, Codable { var groups: [Group] = []; var logo: ModelInlineImage? }
    class Group: ModelEntity, Codable { var id: String!; var name: String = ""; var groups: [Group]?; var note: String? }
    """
  private static let inPartials = """
    class Shop: Model, Codable { var groups: [GroupPartial] = []; var logo: ModelImage? }
    class GroupPartial: ModelPartial, Codable {
      var id: String!; var name: String = ""
      var group: Group? { return retrieve(Group.self) }
    }
    class Group: ModelEntity, Codable { var id: String!; var name: String = ""; var groups: [Group]?; var note: String? }
    """

  @Test func extractedEntitiesInlineToTheSameBytes() throws {
    let json = #"{"groups":[{"id":"A","name":"one","note":"x"},{"id":"B","name":"two"}]}"#
    let bench = try MigrationBench(json, Self.inModel, to: Self.inPartials)
    let changes = try bench.run(#"{"extract":"Shop.groups"}"#)
    #expect(changes[0].kind == .extracted && changes[0].count == 2)
    #expect(bench.text() == #"{"groups":[{"id":"N1","name":"one"},{"id":"N2","name":"two"}]}"#)
    #expect(bench.model.documents.map(\.key) == [nil, "N1", "N2"])
    #expect(bench.text(1) == #"{"id":"A","name":"one","note":"x"}"#)
    #expect(bench.type("Shop", "groups") == "[GroupPartial]")
    // Later steps find the values in partials.
    try bench.run(#"{"set":"Group.note","value":"y","where":"!note"}"#)
    #expect(bench.text(2) == #"{"id":"B","name":"two","note":"y"}"#)
    let back = try bench.run(#"{"remove":"Group.note","where":"id/length"}"#, #"{"inline":"Shop.groups"}"#)
    #expect(back.last?.kind == .inlined && back.last?.count == 2 && back.last?.lost == 0)
    #expect(bench.text() == #"{"groups":[{"id":"A","name":"one"},{"id":"B","name":"two"}]}"#)
    #expect(bench.model.documents.count == 1 && bench.model.removedDocuments.map(\.key) == ["N1", "N2"])
  }

  @Test func inlineRefusesASharedPartial() throws {
    let bench = try MigrationBench(
      #"{"groups":[{"id":"P","name":"old","extra":1},{"id":"Q","name":"new"}]}"#, Self.inPartials, to: Self.inModel,
      partials: [("P", #"{"id":"A","name":"one"}"#)])
    try bench.run(#"{"inline":"Shop.groups"}"#)
    #expect(
      bench.text() == #"{"groups":[{"id":"A","name":"one","extra":1},{"id":"N1","name":"new"}]}"#)
    let twice = try MigrationBench(
      #"{"groups":[{"id":"P","name":"a"},{"id":"P","name":"b"}]}"#, Self.inPartials, to: Self.inModel,
      partials: [("P", #"{"id":"A","name":"one"}"#)])
    #expect(failure { try twice.run(#"{"inline":"Shop.groups"}"#) }?.kind == .malformed)
  }

  @Test func anUnreadableModelIsReportedOnce() throws {
    let source = Self.inPartials.replacing("= []; var logo", with: "= []; var more: [GroupPartial] = []; var logo")
    let observer = RecordingObserver()
    let bench = try MigrationBench(
      #"{"groups":[{"id":"P"}],"more":[{"id":"Q"}]}"#, source,
      partials: [("P", #"{"id":"P","name":"one"}"#), ("Q", #"{"id":"Q","name":"two"}"#)], observer: observer)
    try Files.write("damaged", to: bench.scene.data + "/other.json")
    try bench.run(#"{"inline":"Shop.groups"}"#, #"{"inline":"Shop.more"}"#)
    #expect(bench.model.documents.count == 1)
    #expect(observer.warnings.filter { $0.contains("cannot check for references from other") }.count == 1)
  }

  @Test func nestedPartialsAreInlined() throws {
    let source = """
      class Shop: Model, Codable { var root: NodePartial? }
      class NodePartial: ModelPartial, Codable { var id: String!; var node: Node? { return retrieve(Node.self) } }
      class Node: ModelEntity, Codable { var id: String!; var shop: Inner? }
      class Inner: ModelEntity, Codable { var id: String!; var root: NodePartial? }
      """
    let bench = try MigrationBench(
      #"{"root":{"id":"P"}}"#, source,
      partials: [("P", #"{"id":"A","shop":{"id":"I","root":{"id":"Q"}}}"#), ("Q", #"{"id":"B"}"#)])
    try bench.run(#"{"inline":"Inner.root"}"#, #"{"inline":"Shop.root"}"#)
    #expect(bench.text() == #"{"root":{"id":"A","shop":{"id":"I","root":{"id":"B"}}}}"#)
    #expect(bench.model.documents.count == 1)
  }

  @Test func attachmentsMoveToFilesAndBack() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
    let bench = try MigrationBench(
      #"{"logo":{"id":"L","format":"","label":"","quality":0.5,"scale":1,"template":false,"size":0,"data":"iVBORw0KGgoAAAANSUhEUg=="}}"#,
      Self.inModel, to: Self.inPartials)
    let changes = try bench.moveAttachments("logo", .intoFiles)
    #expect(changes.map(\.kind) == [.attachmentsSeparated] && changes.map(\.count) == [1])
    #expect(
      bench.text()
        == #"{"logo":{"id":"L","format":"image/png","label":"","quality":0.5,"scale":1,"template":false,"size":16}}"#)
    #expect(bench.model.newFiles["_image/L.png"]?.bytes == png)
    #expect(bench.type("Shop", "logo") == "ModelImage?")

    let stored = try MigrationBench(
      bench.text(), Self.inPartials, to: Self.inModel, files: ["_image/L.png": png])
    try stored.moveAttachments("logo", .intoModel).forEach {
      #expect($0.count == 1)
    }
    #expect(stored.text().contains(#""size":16,"data":"iVBORw0KGgoAAAANSUhEUg=="}"#))
    #expect(stored.model.removedFiles.keys.map(\.text) == ["_image/L.png"])
  }

  @Test func anEmptyAttachmentIsCompletedAndWrongBase64Refused() throws {
    let bench = try MigrationBench(#"{"logo":{}}"#, Self.inModel, to: Self.inPartials)
    _ = try bench.moveAttachments("logo", .intoFiles)
    #expect(
      bench.text()
        == #"{"logo":{"id":"N1","format":"","label":"","quality":0.5,"scale":1,"template":false,"size":0}}"#)
    #expect(bench.model.newFiles.isEmpty)
    let damaged = try MigrationBench(#"{"logo":{"id":"../x","data":"?"}}"#, Self.inModel, to: Self.inPartials)
    #expect(
      failure { _ = try damaged.moveAttachments("logo", .intoFiles) }?.kind
        == .malformed
    )
  }
}
