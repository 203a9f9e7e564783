import TestSupport
import Testing

extension ExampleTrial {
  /// `settings`.
  static let settings = [
    ExampleTrial("okit settings", says: ["encryption", "protectionTimeout", "5 Minutes"]),
    ExampleTrial("okit settings get", says: ["encryption", "protectionTimeout", "5 Minutes"]),
    ExampleTrial("okit settings get encryption", check: { _, output in #expect(output.text == "true\n") }),
    ExampleTrial(
      "okit settings set darkMode on",
      check: { scene, _ in try #expect(scene.shop.okit("settings", "get", "darkMode").text == "true\n") }),
    ExampleTrial(
      "okit settings set encryption off",
      check: { scene, _ in
        try #expect(scene.shop.jq(".encryption", scene.shop.data + "/settings.json") == "false")
        try #expect(scene.shop.jq(".name", scene.shop.data + "/default.json") == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit settings set protectionTimeout 10",
      check: { scene, _ in
        try #expect(scene.shop.jq(".protectionTimeout.refKey", scene.shop.data + "/settings.json") == "10")
      }),
  ]
}
