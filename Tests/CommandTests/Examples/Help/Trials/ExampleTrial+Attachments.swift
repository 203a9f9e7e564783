import TestSupport
import Testing

extension ExampleTrial {
  /// `attachment`, also called `data`.
  static let attachments = [
    ExampleTrial("okit attachment list", says: ["default:books[0]/icon", "default:note", "image/png"]),
    ExampleTrial(
      "okit data list default --json",
      check: { scene, output in
        try #expect(scene.machine.run("jq", ".attachments | length", input: output.bytes).line == "5")
      }),
    ExampleTrial(
      "okit attachment get 'books[0]/icon' -o icon.png",
      check: { scene, _ in
        let kind = try scene.machine.run("file", "-b", scene.shop.root + "/icon.png")
        #expect(kind.text.hasPrefix("PNG image data, 8 x 8"))
      }),
    ExampleTrial("okit data get note | file -", says: ["text"]),
    ExampleTrial(
      "okit attachment put 'books[0]/icon' cover.png",
      prepare: { try $0.shop.okit("attachment", "get", "books[1]/icon", "-o", "cover.png") },
      check: { scene, _ in
        try scene.shop.okit("attachment", "get", "books[0]/icon", "-o", "now.png")
        try #expect(Files.read(scene.shop.root + "/now.png") == Files.read(scene.shop.root + "/cover.png"))
        try scene.shop.okit("check")
      }),
    ExampleTrial(
      "okit data put 'books[0]/icon' --inline", prepare: { try $0.undefine() },
      check: { scene, _ in
        try #expect(scene.document(".books[0].icon.data").hasPrefix("iVBORw0KGgo"))
        try scene.shop.okit("check")
      }),
    ExampleTrial(
      "date | okit data put note -",
      check: { scene, _ in
        try #expect(scene.machine.shell("\"$okit\" data get note", in: scene.shop.root).text.contains(":"))
      }),
    ExampleTrial(
      "okit attachment remove 'books[0]/icon'",
      check: { scene, _ in
        try #expect(scene.document(".books[0].icon") == "null")
        try #expect(Files.byteNames(in: scene.shop.data + "/_image").count == 3)
      }),
    ExampleTrial(
      "okit attachment gc --dry-run", prepare: { try $0.loseAttachment() },
      check: { scene, output in
        #expect((output.text + output.errors).contains("LOST.raw"))
        #expect(Files.exists(scene.shop.data + "/_data/LOST.raw"))
      }),
    ExampleTrial(
      "okit attachment gc", prepare: { try $0.loseAttachment() },
      check: { scene, _ in
        #expect(!Files.exists(scene.shop.data + "/_data/LOST.raw"))
        try #expect(Files.byteNames(in: scene.shop.data + "/_data").count == 1)
      }),
  ]
}
