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
    return try OpenFile("body", taking: descriptor)
  }

  private static func storing(
    _ name: String, _ file: StoredFile, _ bytes: @escaping @Sendable (Scene) throws -> [UInt8]
  ) -> Operation {
    Operation(name: name, scene: { try SampleShop.withAlbums(.age) }) { scene, workspace in
      _ = try FileReplacement(workspace).store(file, try body(bytes(scene)), command: "serve")
    }
  }

  private static let sign = #"{"id":"PLAIN","title":"closed","guest":{"id":"R1","refKey":"GUEST"},"owner":{"id":"R2"}}"#

  static let files = [
    storing("store a plain model", .model(.named("plain"))) { _ in Array(sign.utf8) },
    // The stored bytes of another model are encrypted, and nobody looks into them without a key.
    storing("store an encrypted model", .model(SampleShop.shop)) { try Files.read($0.data + "/album.json") },
    storing("store a new attachment", .attachment("_data/NEW.raw")) { _ in [1, 2, 3] },
    Operation(name: "remove the file of a model", scene: { try SampleShop.withAlbums(.age) }) { scene, workspace in
      _ = try FileReplacement(workspace).remove(.model(.named("plain")), command: "serve")
    },
  ]
}
