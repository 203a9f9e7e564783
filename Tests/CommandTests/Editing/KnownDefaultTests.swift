import TestSupport
import Testing

/// The defaults that `add` gives to new objects, and the properties that it requires.
@Suite struct KnownDefaultTests {
  private func workspace(_ source: String) throws -> (Machine, String) {
    let machine = try Machine()
    try machine.write(source, "Shop.swift")
    try machine.okit("init", "shop", "--definitions", "Shop.swift")
    let shop = machine.path("shop")
    try machine.okit("model", "create", "default", "--class", "Shop", in: shop)
    return (machine, shop)
  }

  @Test func addRequiresPropertiesWithoutAKnownDefault() throws {
    let (machine, shop) = try workspace(
      """
      class Shop: Model, Codable {
        var a1: A1?
        var prices: [Amount] = []
        var worked: [Worked] = []
        var computed: [Computed] = []
      }
      class A1: ModelEntity, Codable {
        var w: Double
        var name: String
        init(w: Double, name: String = "n") { self.w = w; self.name = name }
      }
      enum Unit: String, Codable { case gram = "g", piece }
      struct Amount: Codable { var value: Double; var unit: Unit }
      struct Worked: Codable {
        var value: Double
        var unit: Unit
        init(value: Double = 1, unit: Unit = .piece) { self.value = value; self.unit = unit }
      }
      struct Computed: Codable { var price = Amount(value: random(), unit: .piece) }
      """)
    let asked = try machine.okit("add", "a1", status: 65, in: shop)
    #expect(asked.errors.hasPrefix("okit: error: A1.w (Double) has no known default\n"))
    try machine.okit("add", "a1", #"{"w":2}"#, in: shop)
    #expect(try machine.okit("get", "a1.name", in: shop).text == "n\n")
    let prices = try machine.okit("add", "prices", status: 65, in: shop)
    #expect(
      prices.errors.hasPrefix(
        "okit: error: Amount.value (Double) and Amount.unit (Unit) have no known default\n"
          + "okit: hint: give a value for 'value' and 'unit', or "))
    try machine.okit("add", "worked", in: shop)
    #expect(try machine.okit("get", "worked[0]", in: shop).text == #"{"value":1,"unit":"piece"}"# + "\n")
    let computed = try machine.okit("add", "computed", status: 65, in: shop)
    #expect(computed.errors.hasPrefix("okit: error: cannot evaluate the default of Computed.price: "))
    try machine.okit("check", in: shop)
  }

  @Test func aDictionaryWithRawRepresentableKeysIsKeysAndValuesInTurn() throws {
    let (machine, shop) = try workspace(
      """
      class Shop: Model, Codable {
        var byToken: [Token: Int] = [:]
        var byNumber: [Number: String] = [:]
      }
      struct Token: RawRepresentable, Codable, Hashable { var rawValue: String }
      struct Number: RawRepresentable, Codable, Hashable { var rawValue: Int }
      """)
    try machine.okit("set", "byToken/x", "4", in: shop)
    try machine.okit("set", "byToken/y", "5", in: shop)
    try machine.okit("set", "byToken/x", "6", in: shop)
    try machine.okit("set", "byNumber/7", "seven", in: shop)
    try machine.okit("set", "byNumber/z", "8", status: 66, in: shop)
    let text = try Files.text(shop + "/okit/data/default.json")
    #expect(text.contains(#""byToken":["x",6,"y",5],"byNumber":[7,"seven"]"#))
    #expect(try machine.okit("get", "byToken/y", in: shop).text == "5\n")
    #expect(try machine.okit("model", "show", "default", in: shop).text.contains("byToken: [Token: Int] = ["))
    try machine.okit("check", in: shop)
    try machine.okit("set", "byToken", #"{"x":1}"#, status: 65, in: shop)
    try machine.okit("set", "byToken", #"["x","y"]"#, status: 65, in: shop)
    #expect(try machine.okit("model", "schema", "default", in: shop).text.contains(#""byToken""#))
    #expect(try machine.okit("status", in: shop).text.contains("pending") == false)
  }

  @Test func theEntityOfANewPartialAcceptsRequiredProperties() throws {
    let (machine, shop) = try workspace(
      """
      class Shop: Model, Codable { var gs: [GP] = [] }
      class GP: ModelPartial, Codable {
        var id: String!
        var name = ""
        var group: G { retrieve(G.self) }
      }
      class G: ModelEntity, Codable {
        var id: String!
        var name = ""
        var calc = Calc(a: 3)
      }
      struct Calc: Codable { var a: Int; init(a: Int) { self.a = a * factor } }
      """)
    let asked = try machine.okit("add", "gs", #"{"name":"g"}"#, status: 65, in: shop)
    #expect(asked.errors.contains("hint: write the values of the new G in 'group', as in '{\"group\": {…}}'"))
    try machine.okit("add", "gs", #"{"name":"g","group":{"calc":{"a":"x"}}}"#, status: 65, in: shop)
    try machine.okit("add", "gs", #"{"name":"g","group":{"none":1,"calc":{"a":1}}}"#, status: 65, in: shop)
    try machine.okit("add", "gs", #"{"name":"g","group":{"calc":{"a":5}}}"#, in: shop)
    #expect(try machine.okit("get", "gs[0].group.calc.a", in: shop).text == "5\n")
    #expect(try machine.okit("get", "gs[0].group.name", in: shop).text == "g\n")
    try machine.okit("check", in: shop)
  }

  @Test func attributesThatAreNotWrappersAreIgnored() throws {
    let (machine, shop) = try workspace(
      """
      class Shop: Model, Codable {
        @ObservationIgnored var count = 0
        @Attribute(.unique) var name: String = "a"
      }
      """)
    #expect(try machine.okit("get", "count", in: shop).text == "0\n")
    #expect(try !machine.okit("model", "show", "default", in: shop).text.contains("not checked"))
  }

  @Test func anUnknownWrapperIsNamedInTheError() throws {
    let machine = try Machine()
    try machine.write("class Shop: Model, Codable {\n  @Clamped(0...5) var v = 3\n}\n", "Shop.swift")
    try machine.okit("init", "shop", "--definitions", "Shop.swift")
    let output = try machine.okit("model", "create", "default", "--class", "Shop", status: 65, in: machine.path("shop"))
    #expect(output.errors.contains("error: Shop.v has the property wrapper @Clamped, so its default is unknown\n"))
  }
}
