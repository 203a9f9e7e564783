import Foundation
import TestSupport
import Testing

/// The tables that show classes of all kinds.
@Suite struct TableSchemaTests {
  private static let classes = """
    class Depot: Model, Codable {
      var id: String!
      var parts: [Part] = []
      var index: [String: Part] = [:]
      var rooms: [Int8: Part] = [:]
      var main: Part?
      var label: Label = .none
    }
    class Part: ModelEntity, Codable {
      var id: String!
      var name: String = ""
      var model: String = ""
      var position: Int = 0
      var Name: String?
      var price: Decimal = 0
      var weight: UInt64 = 0
      var maker = ModelRef()
      var makers: [ModelRef] = []
      var byPlace: [String: ModelRef] = [:]
      var size = Size()
      var spare: Size?
      var sizes: [Size] = []
      var note: ModelRef?
      var select: Bool = false
      var parts: [Part] = []
      var grade: Grade?
      var anything: Any?
    }
    struct Size: Codable { var width: Double = 0; var box = Box() }
    struct Box: Codable { var depth: Int = 0; var owner = ModelRef(); var owners: [ModelRef] = [] }
    enum Grade: Int, Codable { case low = 1, high = 2 }
    enum Label: Codable { case none; case text(String) }
    func start() { Model.register(Depot.self, name: "default") }
    """

  private static let data = #"""
    {"id":"D","parts":[
      {"id":"p1","name":"a","model":"M1","position":7,"Name":"A","price":0.1000000000000000055511,"weight":18446744073709551615,
       "maker":{"id":"r1","refKey":"p2"},"makers":[{"id":"r2","refKey":"p1"},{"id":"r3","refKey":""}],
       "byPlace":{"x":{"id":"r4","refKey":"p2"}},"size":{"width":1.5,"box":{"depth":3,"owner":{"id":"r5","refKey":"p1"},"owners":[{"id":"r6","refKey":"p1"}]}},
       "sizes":[{"width":2,"box":{"depth":4,"owner":{"id":"r7","refKey":""},"owners":[]}}],"note":{"id":"r8","refKey":"p1"},"select":true,
       "parts":[{"id":"p3","name":"inner","model":"","position":0,"price":12,"weight":1,"maker":{"id":"r9","refKey":""},"makers":[],"byPlace":{},
         "size":{"width":0,"box":{"depth":0,"owner":{"id":"ra","refKey":""},"owners":[]}},"sizes":[],"select":false,"parts":[]}],"grade":2,"anything":[1,"x"]}],
     "index":{"k/1":{"id":"p2","name":"b","model":"M2","position":8,"price":9.5,"weight":2,"maker":{"id":"rb","refKey":""},"makers":[],"byPlace":{},
       "size":{"width":1e400,"box":{"depth":0,"owner":{"id":"rc","refKey":""},"owners":[]}},"sizes":[],"select":false,"parts":[]}},
     "rooms":[1,{"id":"p4","name":"c","model":"","position":0,"price":100,"weight":3,"maker":{"id":"rd","refKey":""},"makers":[],"byPlace":{},
       "size":{"width":0,"box":{"depth":0,"owner":{"id":"re","refKey":""},"owners":[]}},"sizes":[],"select":false,"parts":[]}],
     "label":{"text":{"_0":"hi"}}}
    """#

  private struct Depot {
    let machine: Machine
    let root: String

    init() throws {
      machine = try Machine()
      root = machine.path("depot")
      try Files.makeFolder(machine.path("source"))
      try Files.write(TableSchemaTests.data, to: machine.path("source/default.json"))
      try machine.write(TableSchemaTests.classes, "Depot.swift")
      try machine.okit(
        "init", root, "--data", machine.path("source"), "--definitions", machine.path("Depot.swift"))
    }

    func rows(_ query: String) throws -> [String] {
      Array(try machine.okit("query", query, "--tsv", in: root).lines.dropFirst())
    }
  }

  @Test func columnsFollowTheClass() throws {
    let depot = try Depot()
    let schema = try depot.machine.okit("query", "--schema", in: depot.root).text
    let part = try #require(schema.range(of: "CREATE TABLE Part (")).lowerBound
    let text = schema[part...].prefix { $0 != ";" }
    let columns = text.split(separator: "\n").dropFirst().dropLast().map { line in
      String(line.drop { $0 == " " }.prefix { $0 != " " && $0 != "," })
    }
    #expect(
      columns == [
        "path", "id", "okit_model", "parent", "property", "okit_position", "name", "model", "position", "Name_2",
        "price", "weight", "maker", "size_width", "size_box_depth", "size_box_owner", "spare_width", "spare_box_depth",
        "spare_box_owner", "sizes", "note", #""select""#, "grade", "anything",
      ])
    #expect(schema.contains("-- the column 'model' is named 'okit_model'\n"))
    #expect(schema.contains("-- the column 'Name' is named 'Name_2'\n"))
    for table in ["Part_makers", "Part_byPlace", "Part_size_box_owners", "Part_spare_box_owners", "Grade", "Depot"] {
      #expect(schema.contains("CREATE TABLE \(table) ("), "\(table)")
    }
    // Any SQLite creates these tables.
    let program = "import sqlite3, sys; sqlite3.connect(':memory:').executescript(sys.stdin.read())"
    try depot.machine.run("python3", "-c", program, input: Array(schema.utf8))
  }

  @Test func objectsInAllContainersAreRows() throws {
    let depot = try Depot()
    #expect(
      try depot.rows("SELECT id, path, parent, property, okit_position FROM Part ORDER BY id") == [
        "p1\tdefault:parts[0]\tdefault:.\tparts\t0",
        "p2\tdefault:index/k\\\\u{2f}1\tdefault:.\tindex/k\\\\u{2f}1\t",
        "p3\tdefault:parts[0]/parts[0]\tdefault:parts[0]\tparts\t0",
        "p4\tdefault:rooms/1\tdefault:.\trooms/1\t",
      ])
    #expect(try depot.rows("SELECT id, model, position FROM Part WHERE id = 'p1'") == ["p1\tM1\t7"])
    #expect(try depot.rows("SELECT count(*) FROM Part a JOIN Part b ON b.parent = a.path") == ["1"])
  }

  @Test func decimalAndLargeNumbersAreExact() throws {
    let depot = try Depot()
    #expect(
      try depot.rows("SELECT price, typeof(price), weight, typeof(weight) FROM Part WHERE id = 'p1'")
        == ["0.1000000000000000055511\ttext\t18446744073709551615\ttext"])
    // They are compared as numbers.
    #expect(try depot.rows("SELECT id FROM Part ORDER BY price") == ["p1", "p2", "p3", "p4"])
    #expect(try depot.rows("SELECT id FROM Part WHERE price > 9 AND price < 100 ORDER BY id") == ["p2", "p3"])
    #expect(try depot.rows("SELECT max(price), sum(price) > 121 FROM Part") == ["100\t1"])
    #expect(try depot.rows("SELECT id FROM Part WHERE price = '12.0'") == ["p3"])
    #expect(try depot.rows("SELECT size_width, typeof(size_width) FROM Part WHERE id = 'p2'") == ["1e400\ttext"])
  }

  @Test(arguments: ["grade~HI", "grade^=hi", "grade$=gh", "grade~2", "grade=high", "grade=2"])
  func casesWithNumbersHaveNames(_ condition: String) throws {
    let depot = try Depot()
    #expect(try depot.machine.okit("get", "parts[\(condition)]/id", in: depot.root).line == "p1")
  }

  @Test func filesHaveTheValuesOfQueries() throws {
    let depot = try Depot()
    let file = depot.machine.path("depot.db")
    try depot.machine.okit("export", "--format", "sqlite", "-o", file, in: depot.root)
    let program = """
      import json, sqlite3, sys
      db = sqlite3.connect(sys.argv[1])
      db.row_factory = sqlite3.Row
      for table in sys.argv[2:]:
        print(json.dumps([dict(r) for r in db.execute("SELECT * FROM " + table + " ORDER BY 1")]))
      """
    let tables = ["Part", "Part_makers", "Part_byPlace", "Grade", "Depot"]
    let lines = try depot.machine.launch(["python3", "-c", program, file] + tables, [], [:], nil)
      .ending(with: 0, ["python3"]).lines
    #expect(lines.count == tables.count)
    for (table, line) in zip(tables, lines) {
      let own = try depot.machine.okit("query", "SELECT * FROM \(table) ORDER BY 1", "--json", in: depot.root).bytes
      #expect(
        try depot.machine.run("jq", "-Sc", ".", input: own).text
          == depot.machine.run("jq", "-Sc", ".", input: Array(line.utf8)).text, "\(table)")
    }
  }

  @Test func theFirstOfRepeatedKeysCounts() throws {
    let depot = try Depot()
    let file = depot.root + "/okit/data/default.json"
    try Files.edit(file, #""index":{"#, #""index":{"k/1":{"id":"p0","name":"first"},"#)
    #expect(try depot.rows("SELECT id FROM Part WHERE property LIKE 'index/%'") == ["p0"])
    try depot.machine.okit("export", "--format", "sqlite", "-o", depot.machine.path("depot.db"), in: depot.root)
  }

  @Test func referencesAreKeysAndLinks() throws {
    let depot = try Depot()
    #expect(
      try depot.rows("SELECT maker, size_box_owner, note FROM Part WHERE id = 'p1'")
        == ["p2\tp1\tp1"])
    #expect(try depot.rows("SELECT id FROM Part WHERE maker IS NULL ORDER BY id") == ["p2", "p3", "p4"])
    #expect(
      try depot.rows("SELECT path, id, parent, property, position, key FROM Part_makers ORDER BY position") == [
        "default:parts[0]/makers[0]\tr2\tdefault:parts[0]\tmakers\t0\tp1",
        "default:parts[0]/makers[1]\tr3\tdefault:parts[0]\tmakers\t1\t",
      ])
    #expect(try depot.rows("SELECT property, key FROM Part_byPlace") == ["byPlace/x\tp2"])
    #expect(
      try depot.rows(
        "SELECT p.name, o.name FROM Part p JOIN Part_size_box_owners l ON l.parent = p.path JOIN Part o ON o.id = l.key"
      ) == ["a\ta"])
  }

  @Test func otherValuesAreJSON() throws {
    let depot = try Depot()
    #expect(
      try depot.rows(
        #"SELECT sizes ->> '$[0].box.depth', anything -> 1, json_array_length(anything) FROM Part WHERE id = 'p1'"#)
        // A quote at the beginning is escaped, because other programs write quotes around fields.
        == ["4\t\\\"x\"\t2"])
    #expect(try depot.rows("SELECT label ->> '$.text._0' FROM Depot") == ["hi"])
    #expect(
      try depot.rows("SELECT g.name FROM Part p JOIN Grade g ON g.value = p.grade WHERE p.\"select\" = 1") == ["high"])
  }
}
