import TestSupport
import Testing

extension ExampleTrial {
  /// `migrate`.
  static let migrations = [
    ExampleTrial("okit migrate status", says: ["default", "Shop", "agrees"]),
    ExampleTrial(
      "okit migrate status -q || okit migrate apply", prepare: { try $0.addProperty() },
      check: { scene, _ in try #expect(scene.document(".books[0].pages") == "0") }),
    ExampleTrial(
      "okit migrate plan", prepare: { try $0.addProperty() }, says: ["Book.pages"],
      check: { scene, _ in try #expect(scene.document(".books[0].pages") == "null") }),
    ExampleTrial(
      "okit migrate plan --rename Book.name=title --json", prepare: { try $0.renameProperty() },
      says: ["Book.name", "title"],
      check: { scene, output in try scene.machine.run("jq", "-e", ".", input: output.bytes) }),
    ExampleTrial(
      "okit migrate apply", prepare: { try $0.addProperty() },
      check: { scene, _ in try #expect(scene.document(".books[0].pages") == "0") }),
    ExampleTrial(
      "okit migrate apply --rename Book.name=title --allow-loss Book.marked",
      prepare: { scene in
        try scene.renameProperty()
        try scene.dropProperty()
      },
      check: { scene, _ in
        try #expect(scene.document(".books[1] | .title, .name, .marked") == "Solaris\nnull\nnull")
      }),
    ExampleTrial(
      "okit migrate apply --to 1 --dry-run",
      prepare: { scene in
        try scene.renameProperty()
        try scene.shop.okit("migrate", "new", "titles", "--rename", "Book.name=title")
      },
      check: { scene, output in
        #expect((output.text + output.errors).contains("0001-titles"))
        try #expect(scene.document(".books[1].name") == "Solaris")
      }),
    ExampleTrial(
      "okit migrate new titles --rename Book.name=title", prepare: { try $0.renameProperty() },
      says: ["okit/migrations/0001-titles.json"],
      check: { scene, output in
        let steps = try scene.shop.jq(".steps | tojson", "\(scene.shop.root)/\(output.line)")
        #expect(steps == #"[{"rename":"Book.name","to":"title"}]"#)
      }),
    ExampleTrial(
      "okit migrate new cleanup --allow-loss Book.marked", prepare: { try $0.dropProperty() },
      says: ["okit/migrations/0001-cleanup.json"],
      check: { scene, output in
        try #expect(scene.shop.jq(".allowLoss[0]", "\(scene.shop.root)/\(output.line)") == "Book.marked")
      }),
    ExampleTrial("okit migrate history", prepare: { try $0.applyTitles() }, says: ["0001-titles", "before-migrate-"]),
    ExampleTrial(
      "okit migrate history --json", prepare: { try $0.applyTitles() }, says: ["0001-titles", "Book.name"],
      check: { scene, output in try scene.machine.run("jq", "-e", ".", input: output.bytes) }),
    ExampleTrial(
      "okit migrate accept 0001-titles",
      prepare: { scene in
        try scene.applyTitles()
        let path = scene.shop.root + "/okit/migrations/0001-titles.json"
        try Files.write(scene.shop.jq(".steps += [{copy: \"Book.title\", to: \"Book.comment\"}]", path), to: path)
        try #expect(scene.shop.okit("migrate", "apply", status: 78).errors.contains("accept"))
      },
      check: { scene, _ in try scene.shop.okit("migrate", "status") }),
    ExampleTrial(
      "okit migrate rollback", prepare: { try $0.applyTitles() }, person: answers(("[y/N]", "y")),
      check: { scene, _ in
        try #expect(FileTree(scene.shop.data).differences(from: FileTree(scene.device)) == [])
      }),
    ExampleTrial(
      "okit migrate rollback --dry-run",
      prepare: { scene in
        try scene.applyTitles()
        try scene.shop.okit("set", "name", "Books")
      },
      check: { scene, output in
        #expect((output.text + output.errors).contains("the rollback loses"))
        try #expect(scene.document(".books[1].title") == "Solaris")
      }),
    ExampleTrial(
      "okit migrate rollback --to 1 --yes",
      prepare: { scene in
        try scene.applyTitles()
        try scene.dropProperty()
        try scene.shop.okit("migrate", "new", "cleanup", "--allow-loss", "Book.marked")
        try scene.shop.okit("migrate", "apply")
      },
      check: { scene, _ in
        try #expect(scene.document(".books[0] | .title, .marked") == "The Dispossessed\ntrue")
      }),
  ]
}
