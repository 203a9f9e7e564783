import Ciphers
import Foundation
import Testing

@testable import OKit

/// A command that changes a workspace, to be tried with every fault.
struct Operation: Sendable, CustomTestStringConvertible {
  let name: String
  /// Makes the workspace that it starts from.
  let scene: @Sendable () throws -> Scene
  /// Whether the model `shop` is encrypted before and after, so that its plain text may be in no file at any time.
  var keepsSecret = true
  /// The error that a call always fails with.
  var refusing: @Sendable (Call) -> Int32? = { _ in nil }
  let run: @Sendable (Scene, Workspace) throws -> Void

  var testDescription: String { name }

  static let all = conversions + backups + restorations + imports
  static let small = [conversions[0], restorations[0]]

  static let conversions = [
    Operation(name: "encrypt", scene: { try Corner.scene(.okitCBC) }) { scene, workspace in
      _ = try ModelConversion(workspace, keyring: scene.keyring()).encrypt(
        .named([Corner.shop]), cipher: .age, patience: .zero)
    },
    Operation(name: "encrypt plain models", scene: { try Corner.scene(.plain) }, keepsSecret: false) { scene, workspace in
      _ = try ModelConversion(workspace, keyring: scene.keyring()).encrypt(
        .named([Corner.shop, .named("plain")]), cipher: .okitCBC, patience: .zero)
    },
    Operation(name: "decrypt", scene: { try Corner.scene(.age) }, keepsSecret: false) { scene, workspace in
      _ = try ModelConversion(workspace, keyring: scene.keyring()).decrypt(.all, patience: .zero)
    },
    Operation(
      name: "rekey",
      scene: {
        let scene = try Corner.scene(.age)
        let other = X25519Identity.generate().recipient
        _ = try RecipientChange(scene.workspace()).add([other], patience: .zero)
        return scene
      },
      run: { scene, workspace in
        _ = try ModelConversion(workspace, keyring: scene.keyring()).rekey(patience: .zero)
      }),
  ]

  private static func backup(_ format: BackupFormat) -> Operation {
    Operation(name: "backup create as \(format.rawValue)", scene: { try Corner.scene() }) { scene, workspace in
      let creation = BackupCreation(workspace, keyring: scene.keyring(), scryptWorkFactor: 1)
      _ = try creation.create(
        "made", format: format, to: .folder(nil), asStored: false,
        protection: format == .directory ? .none : .password(Scene.secret("password")), patience: .zero)
    }
  }

  static let backups = BackupFormat.allCases.map(backup)

  /// A workspace that has changed in every way since its backup `old` was made.
  private static func changed(_ form: StoredForm = .age) throws -> Scene {
    let scene = try Corner.scene(form)
    try scene.backUp("old", .archive)
    try Disk.write(#"{"id":"PLAIN","title":"changed"}"#, to: scene.data + "/plain.json")
    try Disk.write(#"{"id":"NEW"}"#, to: scene.data + "/new.json")
    try Disk.remove(scene.data + "/shop/G2.json")
    try Disk.write("class Other: Model {}\n", to: scene.root + "/okit/model/Other.swift")
    return scene
  }

  private static func restoration(
    _ name: String, models: [ModelName] = [], definitions: Bool = false,
    refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(name: name, scene: { try changed() }, refusing: refusing) { scene, workspace in
      _ = try BackupRestoration(workspace, keyring: scene.keyring()).restore(
        scene.backups + "/old.tar.zst.age", .init(models: models, definitions: definitions), unlock: scene.unlock(),
        patience: .zero)
    }
  }

  static let restorations = [
    restoration("restore"),
    restoration("restore with definitions", definitions: true),
    restoration("restore file by file") { $0.kind == .exchange ? EXDEV : nil },
    restoration("restore with backups on another file system") { call in
      let crosses = call.path.contains("/okit/.okit-") && call.newPath?.contains("/okit/backup/") == true
      return crosses && (call.kind == .rename || call.kind == .renameExclusively) ? EXDEV : nil
    },
    restoration("restore one model", models: [Corner.shop]),
    restoration("restore a plain model", models: [.named("plain")]),
  ]

  private static func importing(
    _ name: String, refusing: @escaping @Sendable (Call) -> Int32? = { _ in nil }
  ) -> Operation {
    Operation(name: name, scene: { try changed() }, refusing: refusing) { scene, workspace in
      _ = try ModelImport(workspace, keyring: scene.keyring()).run(
        .path(scene.backups + "/old.tar.zst.age"), .init(presence: .replace), unlock: scene.unlock(), patience: .zero)
    }
  }

  static let imports = [
    importing("import --replace"),
    importing("import --replace across file systems") { call in
      call.kind == .rename && call.path.split(separator: "/").filter { $0.hasPrefix(".okit-") }.count == 1
        && call.newPath?.contains("/.okit-") == true ? EXDEV : nil
    },
  ]
}
