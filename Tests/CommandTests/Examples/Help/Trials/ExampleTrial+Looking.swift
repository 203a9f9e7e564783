import TestSupport
import Testing

extension ExampleTrial {
  /// `get`, `list`, `search` and `query`.
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
      "okit get --in 'books[price>9]' name price",
      check: { _, output in
        #expect(output.lines == ["The Dispossessed", "9.99", "Kafka on the Shore – 海辺のカフカ", "12"])
      }),
    ExampleTrial(
      "okit list books",
      check: { _, output in
        #expect(output.lines.count == 5)
        #expect(output.lines[1].hasPrefix("The Dispossessed"))
      }),
    ExampleTrial(
      "okit list books --where 'price>9' --sort-desc price --limit 10",
      check: { _, output in
        #expect(output.lines.dropFirst().map { $0.prefix(5) } == ["Kafka", "The D"])
      }),
    ExampleTrial(
      "okit list books -c name -c 'Genre=genre/ref/name' --csv",
      check: { _, output in
        #expect(
          output.lines.prefix(3) == ["name,Genre", "The Dispossessed,Science Fiction", "Solaris,Science Fiction"])
      }),
    ExampleTrial(
      "okit list --class Book --group genre/ref/name --count",
      check: { _, output in
        #expect(
          output.lines == [
            "GROUP            COUNT", "Science Fiction      2", "Fantasy              1", "Horror               1",
          ])
      }),
    ExampleTrial(
      #"okit list books -c price --lines | sed 's/9\.99/9.49/' | okit set --from -"#,
      check: { scene, _ in try #expect(scene.value("books[0]/price") == "9.49") }),
    ExampleTrial(
      "okit search dispossessed",
      check: { _, output in
        #expect(
          output.lines == ["default:books[0]/name: The Dispossessed", "default:books[0]/icon/label: The Dispossessed"])
      }),
    ExampleTrial(
      "okit search --property comment --class Book sea",
      prepare: { try $0.shop.okit("set", "books[0]/comment", "Over the SEA") },
      check: { _, output in #expect(output.text == "default:books[0]/comment: Over the SEA\n") }),
    ExampleTrial(
      "okit search --regex '^[0-9]+ pieces?$'",
      prepare: { try $0.shop.okit("set", "books[0]/comment", "12 pieces") },
      check: { _, output in #expect(output.text == "default:books[0]/comment: 12 pieces\n") }),
    ExampleTrial(
      "okit query 'SELECT genre, count(*), avg(price) FROM Book GROUP BY genre'",
      check: { _, output in
        #expect(output.lines.map { $0.split(separator: " ") }.last == ["SCIENCE_FICTION", "2", "9.245"])
      }),
    ExampleTrial(
      "okit query 'SELECT name FROM Book WHERE price < :limit' -p limit=9 --csv",
      check: { _, output in #expect(output.lines == ["name", "Solaris", "Frankenstein"]) }),
    ExampleTrial(
      "okit query --schema",
      check: { scene, output in
        let program = "import sqlite3, sys; sqlite3.connect(':memory:').executescript(sys.stdin.read())"
        try scene.machine.run("python3", "-c", program, input: output.bytes)
        #expect(output.text.contains("genre TEXT REFERENCES Genre (id),\n"))
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
