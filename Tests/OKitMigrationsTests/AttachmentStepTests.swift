import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

@Suite struct AttachmentStepTests {
  private static let inline = "class Shop: Model, Codable { var file: ModelInlineData? }"
  private static let separate = "class Shop: Model, Codable { var file: ModelData? }"
  private static let bytes = Array("hello".utf8)
  private static let members = #""format":"","label":"","quality":0.5,"scale":1,"template":false"#

  private func separated(_ file: [UInt8]) throws -> (bench: MigrationBench, error: OKitError?) {
    let bench = try MigrationBench(
      #"{"file":{"id":"X",\#(Self.members),"size":5,"data":"aGVsbG8="}}"#, Self.inline, to: Self.separate,
      files: ["_data/X.raw": file])
    return (
      bench,
      failure { _ = try bench.moveAttachments("file", .intoFiles) }
    )
  }

  @Test func anExistingFileIsKeptIfEqualAndElseRefused() throws {
    let same = try separated(Self.bytes)
    #expect(same.error == nil && same.bench.model.newFiles.isEmpty)
    #expect(same.bench.text() == #"{"file":{"id":"X",\#(Self.members),"size":5}}"#)
    for other in ["", "hell", "hello!", "jello"] {
      let error = try separated(Array(other.utf8)).error
      #expect(error?.kind == .malformed)
      #expect(error?.message.contains("okit/data/_data/X.raw") == true && error?.place?.line == 1)
    }
  }

  @Test func aMissingFileIsRefusedUnlessTheAttachmentIsEmpty() throws {
    func inlined(_ size: Int, id: String = "X") throws -> (bench: MigrationBench, error: OKitError?) {
      let bench = try MigrationBench(
        #"{"file":{"id":"\#(id)",\#(Self.members),"size":\#(size)}}"#, Self.separate, to: Self.inline)
      return (
        bench, failure { _ = try bench.moveAttachments("file", .intoModel) }
      )
    }
    #expect(try inlined(0).error == nil)
    #expect(try inlined(0, id: "").error == nil)
    #expect(try inlined(5, id: "").error?.message.contains("has no id") == true)
    let missing = try inlined(5).error
    #expect(missing?.kind == .malformed && missing?.message.contains("okit/data/_data/X.raw") == true)
  }
}
