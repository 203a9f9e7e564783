import TestSupport
import Testing

extension ExampleTrial {
  /// `rules`.
  static let rules = [
    ExampleTrial(
      "okit rules list", prepare: { try write($0) },
      says: ["Book   price     minimum 0", "okit/rules/Book.json:1:27"]),
    ExampleTrial(
      "okit rules list Book --json", prepare: { try write($0) },
      check: { scene, output in
        let keywords = try scene.machine.run("jq", "-r", ".rules[].keyword", input: output.bytes)
        #expect(keywords.lines == ["minimum", "maximum"])
      }),
    ExampleTrial(
      "okit rules show Book", prepare: { try write($0) },
      check: { scene, output in
        let bounds = try scene.machine.run("jq", "-c", ".properties.price", input: output.bytes)
        #expect(bounds.line == #"{"minimum":0,"maximum":200}"#)
      }),
    ExampleTrial(
      "okit rules check", prepare: { try write($0) },
      check: { _, output in #expect(output.errors.contains("no mistakes in the rules of 1 class")) }),
    ExampleTrial(
      "okit rules infer Book",
      check: { scene, output in
        let least = try scene.machine.run("jq", "-c", ".properties.copies.minimum", input: output.bytes)
        #expect(least.line == "0")
      }),
    ExampleTrial(
      "okit rules infer --write", says: ["okit/rules/Book.json"],
      check: { scene, _ in try scene.shop.okit("check") }),
  ]

  private static func write(_ scene: ExampleScene) throws {
    try Files.makeFolder(scene.shop.root + "/okit/rules")
    try Files.write(
      #"{"properties": {"price": {"minimum": 0, "maximum": 200}}}"#, to: scene.shop.root + "/okit/rules/Book.json")
  }
}
