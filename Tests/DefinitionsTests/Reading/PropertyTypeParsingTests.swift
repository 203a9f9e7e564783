import Definitions
import Testing

@Suite struct PropertyTypeParsingTests {
  @Test(
    arguments: [
      ("String", .string), (" [Book] ", .array(.object("Book"))), ("Book?", .optional(.object("Book"))),
      ("String!", .optional(.string)), ("[String:[Int]]", .dictionary(key: .string, value: .array(.integer(.int)))),
      ("Set<UUID>", .set(.uuid)), ("Array<Optional<Date>>", .array(.optional(.date))),
      ("Dictionary<Int8,URL>", .dictionary(key: .integer(.int8), value: .url)), ("Swift.Bool", .bool),
      ("Outer.Inner", .object("Outer.Inner")), ("(Double)", .double), ("OKit.ModelRef", .object("ModelRef")),
      ("`class`", .object("class")), ("CGFloat??", .optional(.optional(.double))),
    ] as [(String, PropertyType)])
  func typesAreReadAsSwiftWritesThem(text: String, type: PropertyType) { #expect(PropertyType(parsing: text) == type) }

  @Test(arguments: [
    "", "[", "[Book", "Book]", "1", "a b", "(Int, Int)", "(Int) -> Void", "Box<Int>", "\"x\"", "Set<>", "[:]",
    "some View",
    "A & B", "class", "Int = 5", "String??? ?", "A.", ".A", "#if", "/* x",
  ])
  func malformedTypesAreRefused(text: String) { #expect(PropertyType(parsing: text) == nil) }

  @Test func deeplyNestedTypesAreRefused() {
    for count in [63, 100, 100_000] {
      let isRead =
        PropertyType(parsing: String(repeating: "[", count: count) + "A" + String(repeating: "]", count: count)) != nil
      #expect(isRead == (count < 64))
      #expect(
        (PropertyType(parsing: String(repeating: "Set<", count: count) + "A" + String(repeating: ">", count: count))
          != nil) == (count < 64))
      #expect(PropertyType(parsing: "A" + String(repeating: "?", count: count * 10)) == nil)
    }
  }
}
