import TestSupport
import Testing

extension ExampleTrial {
  /// `ref`.
  static let references = [
    ExampleTrial(
      "okit ref list", says: ["default:books[0]/author", "default:genres[1]", "settings:protectionTimeout"]),
    ExampleTrial(
      "okit ref list default --json",
      check: { scene, output in
        let keys = try scene.machine.run(
          "jq", "-r", ".references[] | select(.path == \"default:books[3]/genre\").refKey", input: output.bytes)
        #expect(keys.line == "HORROR")
      }),
    ExampleTrial("okit ref resolve 'books[0]/author'", says: ["Ursula K. Le Guin"]),
    ExampleTrial(
      "okit ref resolve 'books[0]/genre' --json",
      check: { scene, output in
        let facts = try scene.machine.run(
          "jq", "-r", ".path, .model, .class, .id, .value.name", input: output.bytes)
        #expect(facts.lines == ["default:genres[1]", "default", "Genre", "SCIENCE_FICTION", "Science Fiction"])
      }),
    ExampleTrial("okit ref who FANTASY", says: ["default:books[2]/genre", "Kafka on the Shore"]),
    ExampleTrial(
      "okit ref who 'directory:authors[0]'",
      prepare: { scene in
        try scene.shop.okit("set", "books[1]/author", scene.value("directory:authors[0]/id"))
      }, says: ["default:books[1]/author"]),
    ExampleTrial(
      "okit ref graph | dot -Tsvg >references.svg",
      check: { scene, _ in
        let picture = try Files.text(scene.shop.root + "/references.svg")
        #expect(picture.contains("<svg") && picture.contains("Frankenstein"))
      }),
    ExampleTrial("okit ref graph --format mermaid default", says: ["flowchart", "Mary Shelley"]),
  ]
}
