import TestSupport
import Testing

extension ExampleTrial {
  /// `key`.
  static let keys = [
    ExampleTrial(
      "okit key add \(ExampleScene.stranger)",
      check: { scene, _ in
        try #expect(scene.shop.jq(".recipients[1]", scene.shop.configuration) == ExampleScene.stranger)
      }),
    ExampleTrial(
      "okit key remove \(ExampleScene.stranger)", prepare: { try $0.shop.okit("key", "add", ExampleScene.stranger) },
      check: { scene, _ in try #expect(scene.shop.jq(".recipients | length", scene.shop.configuration) == "1") }),
    ExampleTrial(
      "okit key generate", in: .elsewhere, prepare: { try $0.machine.okit("init", in: $0.folder(.elsewhere)) },
      says: ["age1"],
      check: { scene, output in
        let configuration = scene.folder(.elsewhere) + "/okit/okit.json"
        try #expect(scene.shop.jq(".recipients[0]", configuration) == output.line)
      }),
    ExampleTrial(
      "okit key generate -o ~/identity.txt --passphrase",
      person: answers(("assphrase", "open sesame"), ("again", "open sesame")), says: ["age1"],
      check: { scene, _ in
        let path = scene.machine.path("home/identity.txt")
        try #expect(Files.text(path).hasPrefix("age-encryption.org/v1") || Files.text(path).hasPrefix("-----BEGIN AGE"))
        try #expect(Files.mode(path) == 0o600)
      }),
    ExampleTrial(
      "okit key import cryptinfo.json", in: .elsewhere,
      prepare: { scene in
        try scene.machine.okit("init", "--data", scene.device, in: scene.folder(.elsewhere))
        try Files.write(Files.read(ExampleScene.key), to: scene.folder(.elsewhere) + "/cryptinfo.json")
      },
      check: { scene, _ in
        try #expect(scene.machine.okit("get", "name", in: scene.folder(.elsewhere)).line == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit key list", says: ["recipient", "age1", "/identity.txt", "/okit-cbc.json"]),
    ExampleTrial(
      "okit key export -o ~/identity-copy.txt",
      check: { scene, _ in
        let copy = scene.machine.path("home/identity-copy.txt")
        try #expect(Files.read(copy) == Files.read(scene.shop.identity))
        try #expect(Files.mode(copy) == 0o600)
      }),
  ]
}
