import TestSupport
import Testing

extension ExampleTrial {
  /// `log`, `undo` and `redo`.
  static let history = [
    ExampleTrial(
      "okit log 'books[0]/name' --backups",
      prepare: {
        try $0.shop.okit("backup", "create", "b", "--format", "directory")
        try $0.shop.okit("set", "books[0]/name", "New")
      }, says: [#""New""#, #""The Dispossessed""#]),
    ExampleTrial(
      "okit diff",
      prepare: {
        try $0.shop.okit("backup", "create", "b", "--format", "directory")
        try $0.shop.okit("set", "books[0]/name", "New")
      }, says: [#"default:books[0]/name "The Dispossessed" -> "New""#]),
    ExampleTrial(
      "okit diff @3 @5",
      prepare: { for name in ["A", "B", "C"] { try $0.shop.okit("set", "books[0]/name", name) } },
      says: [#"default:books[0]/name "A" -> "C""#]),
    ExampleTrial(
      "okit diff monday -m default --stat",
      prepare: {
        try $0.shop.okit("backup", "create", "monday", "--format", "directory")
        try $0.shop.okit("remove", "books[0]")
      }, says: ["REMOVED", "default"]),
    ExampleTrial("okit log", prepare: { try $0.shop.okit("set", "name", "Books") }, says: ["set", "STEP"]),
    ExampleTrial(
      "okit log --json", prepare: { try $0.shop.okit("set", "name", "Books") }, says: [#""command":"set""#],
      check: { scene, output in try scene.machine.run("jq", "-e", ".log[0].step", input: output.bytes) }),
    ExampleTrial(
      "okit undo", prepare: { try $0.shop.okit("set", "books[0]/price", "1") },
      check: { scene, _ in try #expect(scene.document(".books[0].price") == "9.99") }),
    ExampleTrial(
      "okit undo --to 12",
      prepare: { scene in
        try Files.remove(scene.shop.root + "/okit/.steps")
        for price in 1...14 { try scene.shop.okit("set", "books[0]/price", String(price)) }
      },
      check: { scene, _ in try #expect(scene.document(".books[0].price") == "12") }),
    ExampleTrial(
      "okit undo --dry-run -v", prepare: { try $0.shop.okit("set", "books[0]/price", "1") },
      check: { scene, output in
        #expect(output.errors.contains("okit/data/default.json"))
        try #expect(scene.document(".books[0].price") == "1")
      }),
    ExampleTrial(
      "okit redo",
      prepare: { scene in
        try scene.shop.okit("set", "books[0]/price", "1")
        try scene.shop.okit("undo")
      },
      check: { scene, _ in try #expect(scene.document(".books[0].price") == "1") }),
  ]
}
