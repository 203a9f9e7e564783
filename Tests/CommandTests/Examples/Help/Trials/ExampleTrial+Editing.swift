import TestSupport
import Testing

extension ExampleTrial {
  /// `set`, `add`, `remove`, `move`, `call` and `actions`.
  static let editing = [
    ExampleTrial(
      "okit set 'books[0]/price' 12.50",
      check: { scene, _ in try #expect(scene.document(".books[].price") == "12.5\n8.5\n12\n5.25") }),
    ExampleTrial(
      "okit set name Books 'books[name=Solaris]/marked' true",
      check: { scene, _ in
        try #expect(scene.document(".name, .books[].marked") == "Books\ntrue\ntrue\nfalse\nfalse")
      }),
    ExampleTrial(
      "okit set --all 'books[*]/marked' false",
      check: { scene, _ in try #expect(scene.document("[.books[].marked] | unique") == "[false]") }),
    ExampleTrial(
      "okit get --lines 'books[*]/price' | jq -c '.value += 1' | okit set --from -",
      check: { scene, _ in try #expect(scene.document(".books[].price") == "10.99\n9.5\n13\n6.25") }),
    ExampleTrial(
      #"okit add books '{"name": "Emma"}'"#,
      check: { scene, output in
        try #expect(scene.document(".books[4] | .id, .name, .price") == "\(output.line)\nEmma\n0")
      }),
    ExampleTrial(
      "okit add --top genres",
      check: { scene, output in try #expect(scene.document(".genres[0].id") == output.line) }),
    ExampleTrial(
      "okit add 'books[0]/dates'",
      check: { scene, _ in
        try #expect(scene.document(".books[0].dates | length, (.[1].date > .[0].date)") == "2\ntrue")
      }),
    ExampleTrial(
      "okit edit 'books[0]'",
      prepare: { try $0.shop.machine.useEditor(#"sed -i 's/"price": .*/"price": 12.5,/' "$1""#) },
      check: { scene, _ in try #expect(scene.document(".books[].price") == "12.5\n8.5\n12\n5.25") }),
    ExampleTrial(
      "okit edit 'books[*]/price'",
      prepare: { try $0.shop.machine.useEditor(#"sed -i 's/": 12/": 13/' "$1""#) },
      check: { scene, _ in try #expect(scene.document(".books[].price") == "9.99\n8.5\n13\n5.25") }),
    ExampleTrial(
      "EDITOR='sed -i s/Lem/LEM/' okit edit directory:authors",
      prepare: { try $0.shop.machine.useEditor("exit 1") },
      check: { scene, _ in try #expect(scene.value("directory:authors[1]/name") == "Stanisław LEM") }),
    ExampleTrial(
      "okit add books --edit",
      prepare: { try $0.shop.machine.useEditor(#"sed -i 's/"name": ".*"/"name": "Emma"/' "$1""#) },
      check: { scene, output in
        try #expect(scene.document(".books[4] | .id, .name, .price") == "\(output.line)\nEmma\n0")
      }),
    ExampleTrial(
      "okit add books --from new.jsonl",
      prepare: { try $0.write("{\"name\":\"Emma\"}\n{\"name\":\"Persuasion\"}\n", "new.jsonl") },
      check: { scene, output in
        #expect(output.lines.count == 2)
        try #expect(
          scene.document(".books[4:][] | .id, .name").split(separator: "\n").map(String.init)
            == [output.lines[0], "Emma", output.lines[1], "Persuasion"])
      }),
    ExampleTrial(
      "okit remove 'books[-1]'",
      check: { scene, _ in try #expect(scene.document(".books | length, .[-1].price") == "3\n12") }),
    ExampleTrial(
      "okit remove --all 'books[copies=0]'",
      prepare: { try $0.shop.okit("set", "books[0]/copies", "0") },
      check: { scene, _ in try #expect(scene.document(".books[].name") == "Solaris\nFrankenstein") }),
    ExampleTrial(
      "okit remove @FANTASY --nullify",
      check: { scene, _ in
        try #expect(scene.document(".genres[].id") == "SCIENCE_FICTION\nHORROR")
        try #expect(scene.document("[.. | .refKey? | select(. == \"FANTASY\")] | length") == "0")
      }),
    ExampleTrial(
      "okit move 'books[3]' 'books[0]'",
      check: { scene, _ in try #expect(scene.document(".books[].price") == "5.25\n9.99\n8.5\n12") }),
    ExampleTrial(
      "okit move 'directory:groups[0]/group/authors[0]' directory:authors",
      check: { scene, _ in
        try #expect(scene.value("directory:authors[-1]/name") == "Guest 0")
        try #expect(scene.value("directory:groups[0]/group/authors.@count") == "0")
      }),
    ExampleTrial(
      "okit call --run 'books[0]/reprice()'",
      prepare: { try $0.shop.function("reprice", "jq -c '.entity.price = 1 | .entity'") },
      check: { scene, _ in try #expect(scene.document(".books[0].price") == "1") }),
    ExampleTrial(
      "okit call --run 'books[0]/reprice(#1.2)'",
      prepare: { try $0.shop.function("reprice", "jq -c '.entity.price = (.parameter | tonumber) | .entity'") },
      check: { scene, _ in try #expect(scene.document(".books[0].price") == "1.2") }),
    ExampleTrial(
      "okit call --run --all 'books[*]/reprice(#1.2)'",
      prepare: { try $0.shop.function("reprice", "jq -c '.entity.price = (.parameter | tonumber) | .entity'") },
      check: { scene, _ in try #expect(scene.document(".books[].price") == "1.2\n1.2\n1.2\n1.2") }),
    ExampleTrial(
      "okit actions 'books[0]'", prepare: describe, says: ["total  binding  Book   yes      Total"]),
    ExampleTrial(
      "okit actions --json 'books[0]'", prepare: describe,
      check: { scene, output in
        let names = try scene.machine.run("jq", "-r", ".actions[].name", input: output.bytes)
        #expect(names.lines == ["total"])
      }),
    ExampleTrial(
      "okit call -n 'books[0]/reprice()'",
      prepare: { try $0.shop.function("reprice", "touch \"$OKIT_ROOT/has-run\"") },
      check: { scene, output in
        #expect((output.text + output.errors).contains("reprice"))
        #expect(!Files.exists(scene.shop.root + "/has-run"))
      }),
  ]

  private static func describe(_ scene: ExampleScene) throws {
    try Files.makeFolder(scene.shop.root + "/okit/functions")
    try Files.write(
      #"{"title": "Total", "class": "Book", "binding": "price"}"#, to: scene.shop.root + "/okit/functions/total.json")
  }
}
