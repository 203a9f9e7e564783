import Foundation
import JSONDocument
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitModels
@testable import OKitStorage

@Suite struct ModelFilesTests {
  let scene: Scene

  init() throws {
    scene = try SampleShop.scene(.plain)
  }

  private func model(_ json: String, _ name: String = "m", files: [String: String] = [:]) throws -> ModelFiles {
    try Files.write(json, to: scene.data + "/\(name).json")
    for (path, text) in files { try Files.write(text, to: scene.data + "/" + path) }
    return try scene.model(name)
  }

  private func attachment(_ id: String, _ format: String = "image/png", size: Int = 4, more: String = "") -> String {
    SampleAttachment.json(id, format, size: size, more: more)
  }

  @Test func aModelHasDocumentsPartialsAndAttachments() throws {
    let model = try scene.model("shop")
    #expect(model.documents.map(\.path) == ["okit/data/shop.json", "okit/data/shop/G1.json", "okit/data/shop/G2.json"])
    #expect(Set(model.attachments.map(\.path)) == ["_image/LOGO.png", "_data/SOUND.raw"])
    #expect(model.missingAttachments.isEmpty)
    #expect(model.orphanedPartials == [])
  }

  @Test(arguments: StoredForm.allCases)
  func modelsAreReadInEachForm(_ form: StoredForm) throws {
    let model = try SampleShop.scene(form).model("shop")
    #expect(model.documents.map(\.opened.form) == [form, form, form])
    #expect(model.main.opened.document.root["name"]?.string == SampleShop.secret)
    #expect(model.attachments.count == 2)
  }

  @Test func nestedPartialsAreFoundInOneFolder() throws {
    let model = try model(
      #"{"groups":[{"id":"A"}]}"#,
      files: [
        "m/A.json": #"{"id":"x","groups":[{"id":"B"}]}"#, "m/B.json": #"{"id":"y","deep":{"deeper":[{"id":"C"}]}}"#,
        "m/C.json": #"{"id":"A","again":{"id":"B"},"logo":\#(attachment("PIC"))}"#, "m/D.json": #"{"id":"D"}"#,
        "_image/PIC.png": "pict",
      ])
    #expect(
      model.documents.map(\.path) == [
        "okit/data/m.json", "okit/data/m/A.json", "okit/data/m/B.json", "okit/data/m/C.json",
      ])
    #expect(model.orphanedPartials == ["okit/data/m/D.json"])
    #expect(model.attachments.map(\.path) == ["_image/PIC.png"])
  }

  @Test func aReferenceIsNoPartial() throws {
    let model = try model(#"{"ref":{"id":"R","refKey":"A"},"text":"A","list":["A"]}"#, files: ["m/A.json": "{}"])
    #expect(model.documents.count == 1)
    #expect(model.orphanedPartials == ["okit/data/m/A.json"])
  }

  @Test func anEscapedIDIsTheSameID() throws {
    let model = try model(#"{"groups":[{"id":"\u0041\/B"},{"id":"\u00e4"}]}"#, files: ["m/ä.json": "{}"])
    #expect(model.documents.map(\.path) == ["okit/data/m.json", "okit/data/m/ä.json"])
  }

  @Test func anAttachmentIsKnownByItsShape() throws {
    let whole = attachment("YES")
    #expect(
      try model(#"{"logo":\#(whole)}"#, files: ["_image/YES.png": "1234"]).attachments.map(\.path) == ["_image/YES.png"]
    )
    for field in ["id", "format", "label", "quality", "scale", "template", "size"] {
      let reduced = whole.replacingOccurrences(of: "\"\(field)\":", with: "\"other\":")
      let found = try model(#"{"logo":\#(reduced)}"#)
      #expect(found.attachments.isEmpty && found.missingAttachments.isEmpty, "\(field)")
    }
  }

  @Test func inlineDataHasNoFile() throws {
    let model = try model(
      #"{"logo":\#(attachment("YES", more: #","data":"AAAA""#))}"#, files: ["_image/YES.png": "1234"])
    #expect(model.attachments.isEmpty)
    #expect(model.missingAttachments.isEmpty)
  }

  @Test(arguments: [
    ("image/png", "_image/Q.png"), ("image/jpeg", "_image/Q.jpeg"), ("png", "_image/Q.png"), ("", "_data/Q.raw"),
    ("application/pdf", "_data/Q.raw"), ("image/svg+xml", "_image/Q.svg+xml"),
  ])
  func attachmentPathsFollowTheirFormat(_ format: String, _ path: String) throws {
    let model = try model(#"{"logo":\#(attachment("Q", format))}"#, files: [path: "1234"])
    #expect(model.attachments.map(\.path.text) == [path])
    #expect(model.attachments.first?.declaredSize == 4)
  }

  @Test func anAttachmentWithoutFileIsMissingUnlessEmpty() throws {
    let model = try model(#"{"a":\#(attachment("GONE")),"b":\#(attachment("EMPTY", size: 0))}"#)
    #expect(model.attachments.isEmpty)
    #expect(model.missingAttachments.map(\.entity.id) == ["GONE"])
    #expect(model.missingAttachments.map(\.place.document.path) == ["okit/data/m.json"])
  }

  @Test func aRepeatedIDCountsOnce() throws {
    let model = try model(#"{"a":\#(attachment("P")),"b":\#(attachment("P"))}"#, files: ["_image/P.png": "1234"])
    #expect(model.attachments.count == 1)
  }

  @Test(arguments: [
    ("../x", "image/png"), ("a\\/b", "image/png"), (".x", "image/png"), ("x\\u0000", "image/png"),
    ("x", "image/PNG"), ("x", "image/"), ("x", "image/p n"), ("x", "image/" + String(repeating: "p", count: 33)),
    (String(repeating: "i", count: 252), "image/png"),
  ])
  func anIDThatIsNoPathComponentIsMalformed(_ id: String, _ format: String) throws {
    let error = failure { _ = try model(#"{"logo":\#(attachment(id, format))}"#) }
    #expect(error?.kind == .malformed)
  }

  @Test func anAbsentModelNamesThePresentOnes() throws {
    let error = failure { _ = try scene.model("shp") }
    #expect(error?.kind == .notFound)
    #expect(error?.remedy == .candidates(["plain", "shop"], insteadOf: "shp"))
  }

  @Test func theBookshopIsRead() throws {
    let scene = try Scene.bookshop()
    #expect(try scene.workspace().storedModels().map(\.description) == ["default", "directory", "settings"])
    let shop = try scene.model("default")
    #expect(shop.main.opened.form == .okitCBC)
    #expect(shop.main.opened.document.bytes.withUnsafeBytes { Array($0) } == (try Files.read(Fixture.plainModel)))
    #expect(shop.attachments.count == 16)
    #expect(shop.missingAttachments.isEmpty)
    let directory = try scene.model("directory")
    #expect(directory.documents.count == 4)
    #expect(directory.orphanedPartials == [])
  }
}
