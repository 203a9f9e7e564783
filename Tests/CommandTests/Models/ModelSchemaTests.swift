import TestSupport
import Testing

/// JSON Schemas, checked with another validator.
@Suite struct ModelSchemaTests {
  /// Validates documents with a schema; the fragment in `file#/$defs/Group` names the class of a document.
  private static let validator = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    for argument in sys.argv[2:]:
        path, _, fragment = argument.partition("#")
        part = dict(schema, **{"$ref": "#" + fragment}) if fragment else schema
        errors = [error.json_path for error in Draft202012Validator(part).iter_errors(json.load(open(path, encoding="utf-8")))]
        if errors:
            sys.exit(path + ": " + " ".join(errors))
    """

  @discardableResult
  private func validate(_ shop: Bookshop, _ schema: String, _ documents: [String], status: Int32 = 0) throws -> Output {
    let arguments = ["python3", "-c", Self.validator, schema] + documents
    let output = try shop.machine.launch(arguments, [], [:], nil)
    #expect(output.end == .status(status), "\(output.errors)")
    return output
  }

  private func expectSchemasFit(_ shop: Bookshop, groups count: Int = 3) throws {
    try shop.okit("decrypt", "--all")
    let groups = try Files.names(in: shop.data + "/directory").map { shop.data + "/directory/\($0)#/$defs/Group" }
    #expect(groups.count == count)
    for model in ["default", "directory", "settings"] {
      let schema = try shop.machine.write(shop.okit("model", "schema", model).text, model + ".schema.json")
      try validate(shop, schema, [shop.data + "/\(model).json"])
    }
    try validate(shop, shop.machine.path("directory.schema.json"), groups)
  }

  @Test func dataPassTheirInferredSchema() throws {
    try expectSchemasFit(Bookshop())
  }

  @Test func exampleDataPassBothSchemas() throws {
    let machine = try Machine()
    let shop = try Bookshop(machine, data: Fixture.example + "/data", key: Fixture.example + "/cryptinfo.json")
    try expectSchemasFit(shop, groups: 2)
    try shop.define()
    try expectSchemasFit(shop, groups: 2)
  }

  @Test func dataPassTheSchemaOfTheClasses() throws {
    let shop = try Bookshop()
    try shop.define()
    try expectSchemasFit(shop)
    let schema = try shop.jq(
      """
      .["$defs"].Book.properties | .type.enum, .price.description, .icon.anyOf[0]["$ref"], .dates.items["$ref"]
      """, shop.machine.path("default.schema.json"))
    #expect(
      schema == """
        [
          "0",
          "1",
          "2"
        ]
        In euros.
        #/$defs/ModelImage
        #/$defs/Delivery
        """)
  }

  @Test func numbersHaveTheRangeOfTheirType() throws {
    let shop = try Bookshop(keys: false)
    try shop.okit("model", "create", "numbers", "a:Int8", "b:UInt64", "c:Int?")
    let text = try shop.okit("model", "schema", "numbers").text.filter { !$0.isWhitespace }
    #expect(text.contains(#""a":{"type":"integer","minimum":-128,"maximum":127,"#))
    #expect(text.contains(#""b":{"type":"integer","minimum":0,"maximum":18446744073709551615,"#))
    #expect(
      text.contains(
        #""c":{"type":["integer","null"],"minimum":-9223372036854775808,"maximum":9223372036854775807}"#))
  }

  @Test func undecodableDataFailsTheSchema() throws {
    let shop = try Bookshop()
    try shop.define()
    try shop.okit("decrypt", "--all")
    let schema = try shop.machine.write(shop.okit("model", "schema", "default").text, "schema.json")
    let book = ".books[0]"
    for (change, place) in [
      ("del(\(book).name)", "$.books[0]"), ("\(book).type=\"9\"", "$.books[0].type"),
      ("\(book).copies=1.5", "$.books[0].copies"),
      ("\(book).marked=1", "$.books[0].marked"), ("\(book).name=null", "$.books[0].name"), (".genres={}", "$.genres"),
      ("\(book).comment=1", "$.books[0].comment"),
    ] {
      let changed = try shop.machine.run("jq", change, shop.data + "/default.json").text
      let output = try validate(shop, schema, [shop.machine.write(changed, "changed.json")], status: 1)
      #expect(output.errors.hasSuffix(": \(place)\n"), "\(change): \(output.errors)")
    }
    for change in [".extra=1", "\(book).comment=null", "del(.id)", "\(book).copies=2.0"] {
      let changed = try shop.machine.run("jq", change, shop.data + "/default.json").text
      try validate(shop, schema, [shop.machine.write(changed, "changed.json")])
    }
  }
}
