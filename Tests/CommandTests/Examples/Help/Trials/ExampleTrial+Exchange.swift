import Foundation
import TestSupport
import Testing

extension ExampleTrial {
  /// `export` and `import`.
  static let exchange = [
    ExampleTrial(
      "okit export", says: ["/shop/okit/export"],
      check: { scene, _ in
        try #expect(
          scene.shop.jq(".name", scene.shop.root + "/okit/export/default.json") == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit export --clear", prepare: { try $0.shop.okit("export") },
      check: { scene, output in
        try #expect(Files.byteNames(in: scene.shop.root + "/okit/export") == [])
        #expect(output.errors.contains("10 files"))
      }),
    ExampleTrial(
      "okit export --cipher okit-cbc -o ~/to-device", prepare: { try $0.shop.okit("encrypt", "default") },
      check: { scene, _ in
        try #expect(FileTree(scene.machine.path("home/to-device")).differences(from: FileTree(scene.device)) == [])
      }),
    ExampleTrial(
      "okit export --format sqlite -o shop.db",
      check: { scene, _ in
        let file = scene.shop.root + "/shop.db"
        let program = "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())"
        let row = try scene.machine.run(
          "python3", "-c", program, file, "SELECT count(*), max(price) FROM Book"
        ).line
        #expect(row == "4 12.0")
      }),
    ExampleTrial(
      "okit import shop.tar.zst.age", in: .elsewhere,
      prepare: { scene in
        let folder = scene.folder(.elsewhere)
        try scene.machine.okit("init", in: folder)
        try scene.machine.okit("key", "generate", in: folder)
        let recipient = try scene.shop.jq(".recipients[0]", folder + "/okit/okit.json")
        try scene.shop.okit("encrypt", "default")
        try scene.shop.okit("backup", "create", "shop", "-o", folder, "-r", recipient)
      },
      check: { scene, _ in
        let name = try scene.machine.okit("get", "name", in: scene.folder(.elsewhere))
        #expect(name.line == "The Corner Bookshop")
      }),
    ExampleTrial(
      "okit import books.json --as books", prepare: { try $0.write(#"{"books":[{"name":"Emma"}]}"#, "books.json") },
      check: { scene, _ in try #expect(scene.value("books:books[0]/name") == "Emma") }),
    ExampleTrial(
      "okit import ~/device/okit/data --replace --yes", prepare: { try $0.shop.okit("set", "name", "Books") },
      check: { scene, _ in try #expect(scene.value("name") == "The Corner Bookshop") }),
    ExampleTrial(
      "okit import books.csv --into books --key id -n",
      prepare: { scene in
        let list = try scene.shop.okit("list", "books", "--csv").text
        try scene.write(list.replacingOccurrences(of: ",9.99,", with: ",10.50,"), "books.csv")
      },
      says: ["LINE", "9.99", "10.50"],
      check: { scene, _ in try #expect(scene.value("books[0]/price") == "9.99") }),
    ExampleTrial(
      "okit import new.csv --into books --key name --map 'Title=name' --match 'author=name'",
      prepare: { try $0.write("Title,author\nThe Lathe of Heaven,Ursula K. Le Guin\n", "new.csv") },
      check: { scene, _ in
        try #expect(scene.value("books[-1]/name") == "The Lathe of Heaven")
        try #expect(scene.value("books[-1]/author/ref/name") == "Ursula K. Le Guin")
      }),
  ]
}
