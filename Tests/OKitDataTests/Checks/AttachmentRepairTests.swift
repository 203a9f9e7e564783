import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitChecks
@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

/// A size or format that an attachment's entity lacks is taken from its file, in every form.
@Suite struct AttachmentRepairTests {
  private static let image = "57EE05CD-E009-42C7-BEBF-F20686734721"
  private static let note = "119A72D1-74C9-4F6A-8C01-1CDD9474031B"

  /// Returns an example shop after `change` of the text of its model `default`.
  private func scene(_ form: StoredForm, _ change: (String) -> String) throws -> Scene {
    let scene = try Scene.exampleShop(.plain)
    let path = scene.data + "/default.json"
    let text = try Files.text(path)
    try #require(change(text) != text)
    try Files.write(change(text), to: path)
    if form.isEncrypted {
      let cipher: Configuration.Cipher = form == .age ? .age : .okitCBC
      _ = try ModelConversion(scene.workspace()).encrypt(.named([.default]), cipher: cipher)
    }
    return scene
  }

  /// Removes a member from the object of the attachment with this id.
  private static func removing(_ member: Regex<Substring>, of id: String) -> (String) -> String {
    { text in
      let objects = text.components(separatedBy: "{").map { object in
        object.contains(id) ? object.replacing(member, with: "", maxReplacements: 1) : object
      }
      return objects.joined(separator: "{")
    }
  }

  private func repaired(_ scene: Scene, _ path: String) throws -> String {
    let report = try WorkspaceCheck(scene.workspace()).fix()
    #expect(!report.repairs.isEmpty)
    let shop = try OpenWorkspace(scene.root, keys: .init(identity: scene.identityPath, appKey: scene.keyPath))
    return try #require(try shop.json(path))
  }

  @Test(arguments: StoredForm.allCases)
  func aMissingSizeIsThatOfTheContent(_ form: StoredForm) throws {
    let scene = try scene(form, Self.removing(#/,"size":\d+/#, of: Self.image))
    #expect(try repaired(scene, "books[1]/icon/size") == "74")
  }

  @Test func aMissingFormatOfAnImageIsThatOfItsFileName() throws {
    let scene = try scene(.plain, Self.removing(#/"format":"[^"]*",/#, of: Self.image))
    #expect(try repaired(scene, "books[1]/icon/format") == #""image/png""#)
  }

  @Test func aMissingFormatOfDataIsNotInvented() throws {
    let scene = try scene(.plain, Self.removing(#/"format":"[^"]*",/#, of: Self.note))
    let report = try WorkspaceCheck(scene.workspace()).fix()
    #expect(report.repairs.isEmpty)
    #expect(report.findings.contains { $0.message.contains("format") })
  }
}
