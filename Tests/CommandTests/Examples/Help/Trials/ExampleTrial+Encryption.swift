import TestSupport
import Testing

extension ExampleTrial {
  /// `encrypt`, `decrypt` and `rekey`.
  static let encryption = [
    ExampleTrial(
      "okit encrypt default",
      check: { scene, _ in
        let bytes = try scene.shop.ageDecrypted(scene.shop.data + "/default.json")
        try #expect(scene.machine.run("jq", "-r", ".name", input: bytes).line == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit encrypt --all", isWarned: true,
      check: { scene, _ in
        for model in ["default", "directory"] {
          try #expect(Files.text(scene.shop.data + "/\(model).json").hasPrefix("age-encryption.org/v1\n"))
        }
        try #expect(scene.shop.jq(".encryption", scene.shop.data + "/settings.json") == "true")
      }),
    ExampleTrial(
      "okit decrypt default", isWarned: true,
      check: { scene, _ in
        try #expect(scene.shop.jq(".name", scene.shop.data + "/default.json") == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit decrypt default --stdout | jq .", says: [#"  "name": "The Corner Bookshop""#],
      check: { scene, _ in
        try #expect(Files.read(scene.shop.data + "/default.json") == Files.read(scene.device + "/default.json"))
      }),
    ExampleTrial(
      "okit rekey",
      prepare: { scene in
        try scene.shop.okit("encrypt", "default")
        try scene.shop.okit("key", "add", ExampleScene.stranger)
      },
      check: { scene, _ in
        // Each recipient has a stanza in the header.
        let header = try Files.text(scene.shop.data + "/default.json").split(separator: "\n---")[0]
        #expect(header.split(separator: "-> X25519").count == 3)
        try #expect(scene.value("name") == "The Corner Bookshop")
      }),
  ]
}
