import Bindings
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

@Suite struct AttachmentWritingTests {
  @Test func aWriterLeavesTheFileOfAnotherAlone() throws {
    let scene = try SampleShop.scene(.plain)
    let target = scene.folder + "/logo.png"
    let root = scene.root
    let calls = FaultyCalls(refusing: { call in
      if call.kind == .write, call.path.contains("/.okit-"), !call.path.hasPrefix(root) {
        try? Workspace(at: FilePath(text: root), calls: FaultyCalls()).storage.writing {}
      }
      return nil
    })
    let attachments = Attachments(try scene.workspace(calls: calls))
    try attachments.write(Binding(parsing: "logo"), model: SampleShop.shop, to: FilePath(text: target))
    #expect(try Files.read(target) == SampleShop.image)
    #expect(Files.namesIfPresent(in: scene.folder).filter { $0.hasPrefix(".okit-") } == [] && scene.staged == [])
  }
}
