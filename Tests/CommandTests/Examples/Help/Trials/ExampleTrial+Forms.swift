import TestSupport
import Testing

extension ExampleTrial {
  /// `edit`, `add` and `settings` with forms, and `form`.
  static let forms = [
    ExampleTrial(
      "okit edit 'books[0]' --ask",
      person: { _, terminal in
        try terminal.wait(for: "name [")
        terminal.type("Emma")
        for prompt in [
          "type [", "price [", "copies [", "date [", "marked [", "author [",
          // The line above the prompt begins with the same word.
          "authors: 28 values; type a part of a name to search\r\nauthors: ", "genre [", "icon", "comment",
        ] {
          try terminal.wait(for: "\n\(prompt)")
          terminal.type("")
        }
        try terminal.answer(("Store these values?", "y"))
      },
      check: { scene, _ in try #expect(scene.document(".books[0].name") == "Emma") }),
    ExampleTrial(
      "okit edit 'books[0]' --answers book.json",
      prepare: { try $0.write(#"{"name": "Emma", "price": "3.5", "genre": "Fantasy"}"#, "book.json") },
      check: { scene, _ in
        try #expect(scene.document(".books[0] | .name, .price, .genre.refKey") == "Emma\n3.5\nFANTASY")
      }),
    ExampleTrial(
      "okit add books --ask --form book",
      prepare: { try $0.writeForm(#"{"class": "Book", "fields": ["name", {"path": "price", "title": "Price"}]}"#) },
      person: { _, terminal in
        try terminal.answer(("name: ", "Emma"), ("Price [0]: ", "7.5"), ("Store these values?", "y"))
      },
      check: { scene, _ in try #expect(scene.document(".books[4] | .name, .price") == "Emma\n7.5") }),
    ExampleTrial(
      "okit settings edit",
      person: { _, terminal in
        try terminal.answer(
          ("themeName", "dark"), ("protection [", "yes"), ("protectionTimeout [", "10 Minutes"),
          ("Store these values?", "y"))
      },
      check: { scene, _ in
        try #expect(
          scene.shop.jq(".themeName, .protection, .protectionTimeout.refKey", scene.shop.data + "/settings.json")
            == "dark\ntrue\n10")
      }),
    ExampleTrial(
      "okit settings --ask",
      person: { _, terminal in
        try terminal.answer(
          ("themeName", "dark"), ("protection [", "yes"), ("protectionTimeout [", "10 Minutes"),
          ("Store these values?", "y"))
      },
      check: { scene, _ in
        try #expect(
          scene.shop.jq(".themeName, .protection, .protectionTimeout.refKey", scene.shop.data + "/settings.json")
            == "dark\ntrue\n10")
      }),
    ExampleTrial(
      #"echo '{"protection": true}' | okit settings edit --answers -"#,
      check: { scene, _ in try #expect(scene.shop.jq(".protection", scene.shop.data + "/settings.json") == "true") }),
    ExampleTrial(
      "okit form list", prepare: { try $0.writeForm(#"{"class": "Book", "title": "A book"}"#) },
      says: ["book", "A book"]),
    ExampleTrial(
      "okit form check", prepare: { try $0.writeForm(#"{"class": "Book", "fields": ["name"]}"#) },
      check: { _, output in #expect(output.text == "") }),
    ExampleTrial(
      "okit form check book", end: .status(1),
      prepare: { try $0.writeForm(#"{"class": "Book", "fields": ["nam"]}"#) },
      says: ["okit/forms/book.json:1:30: Book has no property 'nam'"]),
  ]
}

extension ExampleScene {
  fileprivate func writeForm(_ json: String) throws {
    try Files.makeFolder(shop.root + "/okit/forms")
    try write(json, "okit/forms/book.json")
  }
}
