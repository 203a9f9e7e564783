import Foundation
package import OKitModels
import OKitStorage
import TestSupport

/// A small shop with everything: two partials, an image, data, a plain model and definitions.
package enum SampleShop {
  /// A text in every file of the model `shop`, and nowhere else.
  package static let secret = "KEEPSECRET"
  package static let image =
    SampleAttachment.pngSignature + [0, 0, 0, 13] + Array("IHDR\(secret) the logo, in 48 bytes..".utf8)
  package static let sound = Array("\(secret) a sound of the shop's bell, just plain data".utf8)
  package static let logoJSON = SampleAttachment.json("LOGO", "image\\/png", size: image.count)
  package static let soundJSON = SampleAttachment.json("SOUND", "", size: sound.count)
  package static let shop = ModelName.named("shop")
  /// The plain model.
  package static let sign = ModelName.named("plain")

  package static let files: [String: [UInt8]] = [
    "shop.json": Array(
      """
      {"id":"SHOP","name":"\(secret)","groups":[\(standIn("G1", "one")),\(standIn("G2", "two"))],\
      "logo":\(logoJSON),"sound":\(soundJSON)}
      """.utf8),
    "shop/G1.json": Array(standIn("E1", "\(secret) group one").utf8),
    "shop/G2.json": Array(standIn("E2", "\(secret) group two").utf8),
    "_image/LOGO.png": image,
    "_data/SOUND.raw": sound,
    "plain.json": Array(#"{"id":"PLAIN","title":"open"}"#.utf8),
  ]

  /// Returns an object with an id and a name, like a stand-in.
  package static func standIn(_ id: String, _ name: String) -> String { #"{"id":"\#(id)","name":"\#(name)"}"# }

  /// Writes the files to a data folder.
  package static func write(to folder: String) throws {
    for (path, bytes) in files { try Files.write(bytes, to: folder + "/" + path) }
  }

  /// Returns a workspace of the files, with the model `shop` stored in `form`.
  package static func scene(
    _ form: StoredForm = .age, definitions: String = "class Shop: Model {}\n",
    changing change: (_ data: String) throws -> Void = { _ in }
  ) throws -> Scene {
    let source = try TemporaryFolder()
    try write(to: source.file("data"))
    try change(source.file("data"))
    let scene = try Scene.workspace(of: source.path)
    try scene.define(definitions)
    if form.isEncrypted {
      _ = try ModelConversion(scene.workspace()).encrypt(.named([shop]), cipher: form == .age ? .age : .okitCBC)
    }
    return scene
  }

  // MARK: - Classes

  package static let groupPartialClass = """
    class GroupPartial: ModelPartial, Codable {
      var id: String!; var name: String = ""
      var group: Group { return retrieve(Group.self) }
    }
    """
  static let signClass = #"class Sign: Model, Codable { var id: String!; var title: String = "" }"#
  static let registration =
    #"func start() { Model.register(Shop.self, name: "shop"); Model.register(Sign.self, name: "plain") }"#
}

extension Scene {
  /// Writes the classes.
  package func define(_ source: String) throws { try Files.write(source, to: root + "/okit/model/Shop.swift") }
}

extension Files {
  /// Returns the files below `folder` that contain plain text of the model `shop`.
  package static func spilled(below folder: String) -> [String] {
    files(below: folder).filter { path in
      let bytes = (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))) ?? Data()
      return bytes.range(of: Data(SampleShop.secret.utf8)) != nil
    }
  }
}
