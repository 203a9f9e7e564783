import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitChecks
@testable import OKitData
@testable import OKitEditing
@testable import OKitModels

/// Desktops leave hidden files in every folder that they show.
@Suite struct HiddenAttachmentTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.bookshop()
    for folder in ["_image", "_data"] { try Files.write("hidden", to: "\(scene.data)/\(folder)/.DS_Store") }
  }

  @Test func fixingLeavesHiddenFilesAlone() throws {
    #expect(try WorkspaceCheck(scene.workspace()).fix().repairs.isEmpty)
    #expect(try Files.text(scene.data + "/_image/.DS_Store") == "hidden")
  }

  @Test func collectingGarbageLeavesHiddenFilesAlone() throws {
    #expect(try Attachments(scene.workspace()).collectGarbage().isEmpty)
    #expect(try Files.text(scene.data + "/_image/.DS_Store") == "hidden")
  }
}
