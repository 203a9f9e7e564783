import Glibc
import TestSupport
import WorkspaceTestSupport

@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage

/// Commands that migrate data or roll them back.
extension Operation {
  private static func apply(
    _ name: String, _ form: StoredForm, to newForm: StoredForm? = nil,
    refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(
      name: "migrate apply " + name, scene: { try SampleShop.withPendingMigration(form, newForm ?? form) },
      keepsSecret: form.isEncrypted && newForm == nil, keepsOld: true, makesIDs: true, refusing: refusing
    ) { scene, workspace in
      _ = try Migration(workspace).apply()
    }
  }

  static let applies = [
    apply("of a plain model", .plain), apply("of an encrypted model", .age),
    apply("that encrypts", .plain, to: .age), apply("that decrypts", .okitCBC, to: .plain),
    apply("file by file", .age) { $0.kind == .exchange ? EXDEV : nil },
  ]

  private static func rollback(
    _ name: String, _ form: StoredForm = .age, to number: Int? = nil,
    refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(
      name: "migrate rollback " + name, scene: { try SampleShop.migrated(form) }, keepsOld: true, refusing: refusing
    ) {
      scene, workspace in
      let rollback = MigrationRollback(try workspace.reopened(with: Keyring()))
      let preview = try rollback.preview(to: number)
      _ = try rollback.run(to: number, expecting: preview)
    }
  }

  static let rollbacks = [
    rollback("of the last apply"),
    rollback("of all", .okitCBC, to: 0),
    rollback("file by file", to: 0) { $0.kind == .exchange ? EXDEV : nil },
  ]
}

extension SampleShop {
  /// A workspace with a pending migration: a property is renamed and one added, an entity moves into a partial, and an attachment is removed.
  static func withPendingMigration(_ form: StoredForm, _ newForm: StoredForm) throws -> Scene {
    let guest = "class Guest: ModelEntity, Codable { var id: String!; var name: String = \"\" }"
    let standIn = """
      class GuestPartial: ModelPartial, Codable {
        var id: String!; var name: String = ""
        var guest: Guest { return retrieve(Guest.self) }
      }
      """
    let source = bookClasses(more: "\(guest)\n\(standIn)")
    var files = bookFiles()
    let owner = #""owner":{"id":"OWNER","name":"\#(SampleShop.secret) owner"}"#
    files["shop.json"] = files["shop.json"]?.replacing(#""logo":"#, with: owner + #","logo":"#)
    let scene = try bookScene(
      form, source.replacing("; var sound", with: "; var owner: Guest?; var sound"), files)
    let new = source.replacing("; var sound: ModelData?", with: "; var owner: GuestPartial?")
      .replacing(
        "var title: String = \"\" }\nclass Sign", with: "var name: String = \"\"; var pages: Int = 7 }\nclass Sign")
    try scene.define(resolved(new, newForm))
    try scene.addMigration(
      "0001-all", [#"{"rename":"Book.title","to":"name"}"#], more: #","allowLoss":["Shop.sound"]"#)
    return scene
  }
}
