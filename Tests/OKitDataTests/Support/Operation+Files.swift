import CSystem
import Foundation
import Glibc
import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitEditing
@testable import OKitModels
@testable import OKitStorage

/// Changes of whole files, as `okit serve` makes them.
extension Operation {
  /// A file in memory, as the body of a request is.
  private static func body(_ bytes: [UInt8]) throws -> OpenFile {
    let descriptor = okit_memory_file("body")
    guard descriptor >= 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SystemError("write", "body")
    }
    lseek(descriptor, 0, SEEK_SET)
    return try OpenFile("body", taking: descriptor)
  }

  private static func storing(
    _ name: String, _ file: StoredFile,
    scene: @escaping @Sendable () throws -> Scene = { try SampleShop.withAlbums(.age) },
    _ bytes: @escaping @Sendable (Scene) throws -> [UInt8]
  ) -> Operation {
    Operation(name: name, scene: scene) { scene, workspace in
      _ = try FileReplacement(workspace).store(file, try body(bytes(scene)), command: "serve")
    }
  }

  /// A scene with another version of the encrypted model beside the workspace's files.
  private static func withOtherVersion() throws -> Scene {
    let scene = try SampleShop.withAlbums(.age)
    let path = scene.data + "/shop.json"
    let before = try Files.read(path)
    _ = try scene.workspace().edit("edit", model: SampleShop.shop) {
      try $0.set([item("name", #""KEEPSECRET other""#)])
    }
    try Files.write(Files.read(path), to: scene.root + "/other")
    try Files.write(before, to: path)
    return scene
  }

  private static let sign = #"{"id":"PLAIN","title":"closed","guest":{"id":"R1","refKey":"GUEST"},"owner":{"id":"R2"}}"#

  static let files = [
    storing("store a plain model", .model(.named("plain"))) { _ in Array(sign.utf8) },
    storing("store an encrypted model", .model(SampleShop.shop), scene: withOtherVersion) {
      try Files.read($0.root + "/other")
    },
    storing("store a new attachment", .attachment("_data/NEW.raw")) { _ in [1, 2, 3] },
    Operation(name: "remove the file of a model", scene: { try SampleShop.withAlbums(.age) }) { scene, workspace in
      _ = try FileReplacement(workspace).remove(.model(.named("plain")), command: "serve")
    },
  ]
}
