import Bindings
import Glibc
import TestSupport
import WorkspaceTestSupport

@testable import OKitBackups
@testable import OKitData
@testable import OKitEditing
@testable import OKitHistory
@testable import OKitModels
@testable import OKitStorage

/// Undo and redo, and changes that remove plain text from the history.
extension Operation {
  private static func edit(_ scene: Scene, _ path: String, _ text: String) throws {
    _ = try scene.workspace().edit("set") { try $0.set([EditItem(Binding(parsing: path), .text(text))]) }
  }

  /// A workspace with several steps: values in two models and partials, a removed attachment, a new model.
  private static func edited(_ form: StoredForm) throws -> Scene {
    let scene = try SampleShop.withAlbums(form)
    try edit(scene, "plain:title", "changed")
    try edit(scene, "shop:name", "KEEPSECRET changed")
    _ = try ModelCreation(scene.workspace(), newID: newID).create(.init(name: .named("catalogue"), properties: []))
    _ = try ModelDeletion(scene.workspace()).delete(.named("album"))
    return scene
  }

  /// A workspace with plain steps, and the backup `encrypted` of its model from before, when it was encrypted.
  private static func decrypted() throws -> Scene {
    let scene = try edited(.age)
    try scene.backUp("encrypted", .directory)
    _ = try ModelConversion(scene.workspace()).decrypt(.named([SampleShop.shop]))
    try edit(scene, "shop:name", "KEEPSECRET once more")
    return scene
  }

  private static func encryption(
    _ name: String, _ run: @escaping @Sendable (BackupSource, Scene, Workspace) throws -> Void
  ) -> Operation {
    Operation(name: name, scene: decrypted, keepsSecret: false, endsSecret: true, keepsOld: true) { scene, workspace in
      try run(.file(FilePath(text: scene.backups + "/encrypted")), scene, workspace)
    }
  }

  private static let encryptions = [
    encryption("restore that encrypts a model with plain steps") { backup, scene, workspace in
      _ = try BackupRestoration(workspace).restore(backup, .init(), unlock: scene.unlock())
    },
    encryption("restore of one model that encrypts it") { backup, scene, workspace in
      _ = try BackupRestoration(workspace).restore(backup, .init(models: [SampleShop.shop]), unlock: scene.unlock())
    },
    encryption("import that encrypts a model with plain steps") { backup, scene, workspace in
      guard let path = backup.path else { return }
      _ = try ModelImport(workspace).run(.path(path), .init(existingModels: .replace), unlock: scene.unlock())
    },
  ]

  private static func undone(_ form: StoredForm) throws -> Scene {
    let scene = try edited(form)
    _ = try History(scene.workspace()).undo(to: first(scene))
    return scene
  }

  /// The number of the step before those of ``edited(_:)``.
  private static func first(_ scene: Scene) throws -> Int {
    let steps = try History(scene.workspace()).steps().filter { $0.reversed.isEmpty }
    return steps[3].number - 1
  }

  static let history = StoredForm.allCases.flatMap(reversals) + steps + encryptions

  private static func reversals(_ form: StoredForm) -> [Operation] {
    [
      Operation(
        name: "undo of a \(form.rawValue) model", scene: { try edited(form) }, keepsSecret: form.isEncrypted
      ) { _, workspace in
        _ = try History(workspace).undo()
      },
      Operation(
        name: "undo of several steps of a \(form.rawValue) model", scene: { try edited(form) },
        keepsSecret: form.isEncrypted
      ) { scene, workspace in
        _ = try History(workspace).undo(to: first(scene))
      },
      Operation(
        name: "redo of a \(form.rawValue) model", scene: { try undone(form) }, keepsSecret: form.isEncrypted
      ) { _, workspace in
        _ = try History(workspace).redo()
      },
    ]
  }

  private static let steps = [
    Operation(
      name: "undo of a decryption",
      scene: {
        let scene = try edited(.age)
        _ = try ModelConversion(scene.workspace()).decrypt(.named([SampleShop.shop]))
        return scene
      }, keepsSecret: false
    ) { _, workspace in
      _ = try History(workspace).undo()
    },
    Operation(
      name: "encrypt a model with plain steps", scene: { try edited(.plain) }, keepsSecret: false, endsSecret: true
    ) {
      _, workspace in
      _ = try ModelConversion(workspace).encrypt(.named([SampleShop.shop]), cipher: .age)
    },
    Operation(
      name: "edit without exchanges", scene: { try edited(.age) },
      refusing: { $0.kind == .exchange ? EINVAL : nil }
    ) { _, workspace in
      _ = try workspace.edit("set") { try $0.set([EditItem(Binding(parsing: "shop:name"), .text("KEEPSECRET new"))]) }
    },
    Operation(
      name: "edit and removal across mounts", scene: { try edited(.age) },
      refusing: { call in
        guard let new = call.newPath, [.exchange, .rename].contains(call.kind) else { return nil }
        return [call.path, new].filter { $0.contains("/okit/data/") }.count == 1 ? EXDEV : nil
      }
    ) { _, workspace in
      _ = try workspace.edit("remove", references: .clear) {
        try $0.remove([Binding(parsing: "shop:groups[0]"), Binding(parsing: "shop:logo")])
      }
    },
    Operation(
      name: "edit where others may write",
      scene: {
        let scene = try edited(.age)
        try Files.setMode(0o770, scene.root + "/okit")
        return scene
      }
    ) { _, workspace in
      _ = try workspace.edit("set") { try $0.set([EditItem(Binding(parsing: "shop:name"), .text("KEEPSECRET new"))]) }
    },
    Operation(
      name: "edit that removes an old step",
      scene: {
        let scene = try edited(.age)
        let path = scene.root + "/okit/okit.json"
        try Files.write(
          Files.text(path).replacing("\"version\": 1,", with: "\"version\": 1, \"history\": {\"steps\": 2},"), to: path)
        return scene
      }
    ) { _, workspace in
      _ = try workspace.edit("set") { try $0.set([EditItem(Binding(parsing: "shop:name"), .text("KEEPSECRET new"))]) }
    },
  ]
}
