import Bindings
import Ciphers
import Foundation
import TestSupport
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitChecks
@testable import OKitData
@testable import OKitEditing
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// Commands that change entities, partials and attachments.
extension Operation {
  static let repairs = [
    Operation(name: "check --fix", scene: { try SampleShop.damaged() }) { scene, workspace in
      _ = try WorkspaceCheck(workspace).fix()
    },
    Operation(name: "check --fix of a model", scene: { try SampleShop.damaged(.okitCBC) }) { scene, workspace in
      _ = try WorkspaceCheck(workspace).fix([SampleShop.shop])
    },
  ]

  private static func path(_ text: String) throws -> Binding { try Binding(parsing: text) }

  private static func partial(
    _ name: String, _ form: StoredForm = .age, _ run: @escaping @Sendable (Partials) throws -> Void
  ) -> Operation {
    Operation(name: "partial \(name)", scene: { try SampleShop.defined(form) }) { scene, workspace in
      try run(Partials(workspace, newID: newID))
    }
  }

  static let partials = [
    partial("extract") { _ = try $0.extract(path("owner"), model: SampleShop.shop) },
    partial("extract from a partial", .okitCBC) {
      _ = try $0.extract(path("groups[0]/group/guests[0]"), model: SampleShop.shop)
    },
    partial("inline") { _ = try $0.inline(path("groups[0]"), model: SampleShop.shop) },
    partial("sync") { _ = try $0.sync() },
    partial("sync --from model", .okitCBC) { _ = try $0.sync([SampleShop.shop], from: .model) },
  ]

  private static func attachment(
    _ name: String, _ form: StoredForm = .age, _ run: @escaping @Sendable (Attachments) throws -> Void
  ) -> Operation {
    Operation(
      name: "attachment \(name)",
      scene: {
        let scene = try SampleShop.defined(form)
        try Files.write("what nothing names", to: scene.data + "/_image/ORPHAN.png")
        try Files.write("what nothing names", to: scene.data + "/_data/ORPHAN.raw")
        return scene
      },
      run: { scene, workspace in try run(Attachments(workspace, newID: newID)) })
  }

  private static func content() -> AttachmentContent { AttachmentContent(SampleShop.image + Array(" and more".utf8)) }

  static let attachments = [
    attachment("put, where there is none") {
      _ = try $0.put(path("picture"), model: SampleShop.shop, content: content())
    },
    attachment("put, where there is one", .okitCBC) {
      _ = try $0.put(path("logo"), model: SampleShop.shop, content: content())
    },
    attachment("put, of another format") {
      let gif = AttachmentContent(Array("GIF89a\u{5}\0\u{7}\0".utf8))
      _ = try $0.put(path("logo"), model: SampleShop.shop, content: gif)
    },
    attachment("put --inline") {
      _ = try $0.put(path("logo"), model: SampleShop.shop, content: nil, storage: .inline)
    },
    attachment("remove") { _ = try $0.remove(path("sound"), model: SampleShop.shop) },
    attachment("gc") { _ = try $0.collectGarbage() },
  ]

  static let settings = [
    Operation(name: "settings set encryption off", scene: { try SampleShop.withSettings() }, keepsSecret: false) {
      scene, workspace in
      _ = try SettingsEdit(workspace).set("encryption", to: "off")
    },
    Operation(
      name: "settings set encryption on",
      scene: {
        let scene = try SampleShop.withSettings()
        _ = try SettingsEdit(scene.workspace()).set("encryption", to: "off")
        return scene
      }, keepsSecret: false
    ) { scene, workspace in
      _ = try SettingsEdit(workspace).set("encryption", to: "on")
    },
    Operation(name: "settings set darkMode", scene: { try SampleShop.withSettings() }) { scene, workspace in
      _ = try SettingsEdit(workspace).set("darkMode", to: "on")
    },
  ]
}

extension SampleShop {
  private static let definitions = """
    class Shop: ModelEncrypted, Codable {
      var id: String!
      var name: String = ""
      var groups: [GroupPartial] = []
      var logo: ModelImage?
      var picture: ModelImage?
      var sound: ModelData?
      var owner: Guest?
      var copies: Int = 7
    }
    \(groupPartialClass)
    class Group: ModelEntity, Codable {
      var name: String = ""
      var guests: [Guest] = []
    }
    class Guest: ModelEntity, Codable {
      var id: String!
      var name: String = ""
    }
    func start() {
      Model.register(Shop.self, name: "shop")
    }

    """

  /// A workspace with the classes of `shop`, in which a group has a guest and another name than its stand-in.
  static func defined(_ form: StoredForm = .age) throws -> Scene {
    try scene(form, definitions: definitions) { folder in
      try Files.write(
        #"{"name":"\#(secret) group one","guests":[{"id":"GUEST","name":"\#(secret) guest"}]}"#,
        to: folder + "/shop/G1.json")
      let owner = #"{"id":"SHOP","owner":{"id":"OWNER","name":"\#(secret) owner"}"#
      let text = try Files.text(folder + "/shop.json")
      try Files.write(text.replacing(#"{"id":"SHOP""#, with: owner), to: folder + "/shop.json")
    }
  }

  /// The same with a wrong property, a wrong size, a wrong partial and two unused files.
  static func damaged(_ form: StoredForm = .age) throws -> Scene {
    let scene = try scene(form, definitions: definitions) { folder in
      let text = try Files.text(folder + "/shop.json")
      try Files.write(text.replacing("\"size\":\(image.count)", with: "\"size\":7"), to: folder + "/shop.json")
      try Files.write("what nothing names", to: folder + "/_data/ORPHAN.raw")
      try Files.write(#"{"name":"orphan"}"#, to: folder + "/shop/ORPHAN.json")
    }
    try Files.remove(scene.data + "/shop/G2.json")
    return scene
  }

  /// The same with the framework's settings.
  static func withSettings() throws -> Scene {
    try scene(.age, definitions: definitions) { folder in
      try Files.write(
        #"{"themeName":"","encryption":true,"protection":true,"timeouts":[],"protectionTimeout":{"id":"T"}}"#,
        to: folder + "/settings.json")
    }
  }
}
