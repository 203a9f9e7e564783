import TestSupport
import Testing

extension ExampleTrial {
  /// `get`.
  static let looking = [
    ExampleTrial("okit get 'books[0]/name'", check: { _, output in #expect(output.text == "The Dispossessed\n") }),
    ExampleTrial(
      "okit get 'directory:authors[0]/name'", check: { _, output in #expect(output.text == "Ursula K. Le Guin\n") }),
    ExampleTrial(
      "okit get 'books[*]/name'",
      check: { _, output in
        #expect(output.lines == ["The Dispossessed", "Solaris", "Kafka on the Shore – 海辺のカフカ", "Frankenstein"])
      }),
    ExampleTrial(
      "okit get . -m settings",
      check: { scene, output in
        try #expect(output.bytes.dropLast() == Files.read(scene.shop.data + "/settings.json")[...])
      }),
    ExampleTrial(
      "okit get 'books[0]/author/ref/name'", check: { _, output in #expect(output.text == "Ursula K. Le Guin\n") }),
    ExampleTrial(
      "okit get 'directory:groups[0]/group/status'", check: { _, output in #expect(output.text == "closed\n") }),
  ]
}
