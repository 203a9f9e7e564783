import Ciphers
import Foundation
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitModels
@testable import OKitStorage

/// The number of calls of a command that change files grows linearly with the number of files.
@Suite struct GrowthTests {
  /// A workspace with `count` models, each with an image.
  private func scene(_ count: Int) throws -> Scene {
    let scene = try Scene()
    let source = scene.folder + "/source"
    for number in 0..<count {
      let image = SampleAttachment.pngSignature + Array("image \(number)".utf8)
      let text = #"""
        {"id":"M\#(number)","image":{"id":"I\#(number)","format":"image/png","label":"","quality":1,"scale":1,
        "template":false,"size":\#(image.count)}}
        """#
      try Files.write(text, to: "\(source)/model\(number).json")
      try Files.write(image, to: "\(source)/_image/I\(number).png")
    }
    try WorkspaceCreation(FilePath(text: scene.root), calls: FaultyCalls()).create(.dataFolder(FilePath(text: source)))
    _ = try RecipientChange(scene.workspace()).add(scene.identities.map(\.recipient))
    return scene
  }

  /// The number of changing calls of `work`, in workspaces of three sizes at equal distances.
  private func calls(
    of work: (Scene, Workspace, [ModelName]) throws -> Void, after preparation: (Scene) throws -> Void = { _ in }
  ) throws -> [Int] {
    // More files than are flushed one by one.
    try [20, 40, 60].map { count in
      let scene = try scene(count)
      try preparation(scene)
      let calls = FaultyCalls()
      let names = try (0..<count).map { try ModelName("model\($0)") }
      try work(scene, scene.workspace(calls: calls), names)
      return calls.calls.count
    }
  }

  private func expectLinear(_ counts: [Int], perModel limit: Int, at location: SourceLocation = #_sourceLocation) {
    #expect(counts[2] - counts[1] == counts[1] - counts[0], "\(counts)", sourceLocation: location)
    #expect(counts[1] - counts[0] <= 20 * limit, "\(counts)", sourceLocation: location)
  }

  private func encrypt(_ scene: Scene) throws {
    _ = try ModelConversion(scene.workspace()).encrypt(.all)
  }

  @Test func conversionMakesCallsInProportion() throws {
    // For each of two files: create, write, set the mode, rename. An age file is written in two pieces.
    expectLinear(
      try calls { scene, workspace, _ in
        _ = try ModelConversion(workspace).encrypt(.all)
      }, perModel: 12)
    expectLinear(
      try calls { scene, workspace, _ in
        _ = try ModelConversion(workspace).decrypt(.all)
      } after: {
        try encrypt($0)
      }, perModel: 12)
    expectLinear(
      try calls { scene, workspace, _ in
        _ = try ModelConversion(workspace).rekey()
      } after: {
        try encrypt($0)
      }, perModel: 12)
  }

  @Test func restoringMakesCallsInProportion() throws {
    func backUp(_ scene: Scene) throws {
      try scene.backUp("b", .directory)
    }
    // The old data folder is moved as a whole.
    expectLinear(
      try calls { scene, workspace, _ in
        let restoration = BackupRestoration(workspace)
        _ = try restoration.restore(.file(FilePath(text: scene.backups + "/b")), .init(), unlock: scene.unlock())
      } after: {
        try backUp($0)
      }, perModel: 8)
    // The old data is copied first.
    expectLinear(
      try calls { scene, workspace, names in
        let restoration = BackupRestoration(workspace)
        let request = BackupRestoration.Request(models: names)
        _ = try restoration.restore(.file(FilePath(text: scene.backups + "/b")), request, unlock: scene.unlock())
      } after: {
        try backUp($0)
      }, perModel: 20)
    expectLinear(
      try calls { scene, workspace, _ in
        let request = ModelImport.Request(existingModels: .replace)
        _ = try ModelImport(workspace).run(
          .path(FilePath(text: scene.backups + "/b")), request, unlock: scene.unlock())
      } after: {
        try backUp($0)
      }, perModel: 20)
  }

  @Test func exportingAndDeletingBackups() throws {
    // For each of two files: create, write, set the mode of the original; and a check of the images' folder.
    expectLinear(
      try calls { scene, workspace, _ in
        _ = try ModelExport(workspace).export(
          [], to: nil, forDevice: false)
      }, perModel: 7)
    expectLinear(
      try calls { scene, workspace, names in
        let paths = try names.map {
          try BackupPlaces(workspace).source(of: "\($0)", from: FilePath(text: scene.folder))
        }
        try BackupPlaces(workspace).remove(paths) { _ in }
        #expect(scene.backupNames == [])
      } after: { scene in
        for name in Files.namesIfPresent(in: scene.data) where name.hasSuffix(".json") {
          try scene.backUp(String(name.dropLast(5)), .archive)
        }
      }, perModel: 4)
  }
}
