import TestSupport
import Testing

extension ExampleTrial {
  /// `model`.
  static let models = [
    ExampleTrial("okit model list", says: ["default", "Shop", "Directory", "ModelSettings", "okit-cbc"]),
    ExampleTrial(
      "okit model list --json",
      check: { scene, output in
        let names = try scene.machine.run("jq", "-r", ".models[].name", input: output.bytes)
        #expect(names.text == "default\ndirectory\nsettings\n")
      }),
    ExampleTrial("okit model show default", says: ["Shop", "books", "Book", "price", "Double"]),
    ExampleTrial(
      "okit model show directory --json", says: ["Directory", "GroupPartial"],
      check: { scene, output in try scene.machine.run("jq", "-e", ".", input: output.bytes) }),
    ExampleTrial(
      "okit model schema directory > directory.schema.json",
      check: { scene, output in
        try scene.machine.run(
          "python3", "-c",
          "import json, jsonschema; jsonschema.Draft202012Validator.check_schema(json.load(open('directory.schema.json')))",
          in: scene.shop.root)
        try #expect(Files.text(scene.shop.root + "/directory.schema.json").contains("authors"))
      }),
    ExampleTrial(
      "okit model delete directory --yes",
      check: { scene, _ in
        #expect(!Files.exists(scene.shop.data + "/directory.json"))
        #expect(!Files.exists(scene.shop.data + "/directory"))
      }),
    ExampleTrial(
      "okit model create magazines 'name:String' 'issues:[Issue]' --encrypted", says: ["magazines"],
      check: { scene, _ in
        let source = try Files.text(scene.shop.root + "/okit/model/Magazines.swift")
        #expect(source.contains("class Magazines") && source.contains("class Issue"))
        try #expect(scene.value("magazines:issues") == "[]")
        try #expect(scene.shop.jq(".models.magazines.kind", scene.shop.configuration) == "encrypted")
      }),
    ExampleTrial(
      "okit model create prices 'currency:String=EUR' 'list:[String: Double]'", says: ["prices"],
      check: { scene, _ in try #expect(scene.shop.okit("get", "prices:currency", "prices:list").text == "EUR\n{}\n") }),
    ExampleTrial(
      "okit model create directory --class Directory",
      prepare: { try $0.shop.okit("model", "delete", "directory", "--yes") }, says: ["directory"],
      check: { scene, _ in try #expect(scene.value("directory:authors") == "[]") }),
    ExampleTrial("okit model infer directory", says: ["class Directory", "class Author", "var name: String"]),
    ExampleTrial(
      "okit model infer --all --write",
      prepare: { try $0.undefine() },
      check: { scene, _ in
        try #expect(Files.text(scene.shop.root + "/okit/model/Models.swift").contains("class Directory"))
        try scene.shop.okit("check")
      }),
    ExampleTrial(
      "okit model infer default --class Shop > Shop.swift",
      check: { scene, _ in try #expect(Files.text(scene.shop.root + "/Shop.swift").contains("class Shop: Model")) }),
  ]
}
