import TestSupport
import Testing

extension ExampleTrial {
  /// `init`, `status`, `check`, `help` and `version`.
  static let workspace = [
    ExampleTrial(
      "okit init shop --data ~/device/okit/data", in: .elsewhere, says: ["/elsewhere/shop"],
      check: { scene, _ in
        let data = scene.folder(.elsewhere) + "/shop/okit/data"
        try #expect(FileTree(data).differences(from: FileTree(scene.device)) == [])
      }),
    ExampleTrial(
      "okit init shop --from shop.tar.zst.age --password-file pass.txt -i identity.txt", in: .elsewhere,
      prepare: { scene in
        try scene.shop.okit("encrypt", "default")
        try scene.protectedBackup("shop", "-o", scene.folder(.elsewhere))
        try scene.machine.write(ExampleScene.password + "\n", "elsewhere/pass.txt")
        try Files.write(Files.read(scene.shop.identity), to: scene.folder(.elsewhere) + "/identity.txt")
        // The new machine has no keys.
        scene.machine.environment["XDG_CONFIG_HOME"] = scene.machine.path("new-config")
      },
      check: { scene, _ in
        let name = try scene.machine.okit(
          "get", "name", "-C", "shop", "-i", "identity.txt", in: scene.folder(.elsewhere))
        #expect(name.line == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit init shop --definitions ~/App/Model", in: .elsewhere,
      check: { scene, _ in
        let made = try scene.machine.okit("model", "create", "directory", in: scene.folder(.elsewhere) + "/shop")
        #expect(made.line == "directory")
        let kind = try scene.shop.jq(".models.default.kind", scene.folder(.elsewhere) + "/shop/okit/okit.json")
        #expect(kind == "encrypted")
      }),
    ExampleTrial("okit status", says: ["default", "directory", "opens", "recipients"]),
    ExampleTrial("okit status -C shop", in: .aboveShop, says: ["default", "directory", "opens", "recipients"]),
    ExampleTrial(
      "okit status --json | jq -r '.models[].name'",
      check: { _, output in #expect(output.text == "default\ndirectory\nsettings\n") }),
    ExampleTrial("okit check", check: { _, output in #expect(output.errors.contains("no problems in 3 models")) }),
    ExampleTrial("okit check directory --json", says: [#""findings":[]"#]),
    ExampleTrial(
      "okit check --fix --dry-run", end: .status(1),
      prepare: { try $0.loseAttachment() }, says: ["_data/LOST.raw"],
      check: { scene, _ in #expect(Files.exists(scene.shop.data + "/_data/LOST.raw")) }),
    ExampleTrial("okit help quoting", says: ["quote"]),
    ExampleTrial(
      "okit help backup create",
      check: { scene, output in
        try #expect(output.text == scene.machine.okit("backup", "create", "--help").text)
      }),
    ExampleTrial(
      "okit version", check: { scene, output in try #expect(output.text == scene.machine.okit("--version").text) }),
  ]
}
