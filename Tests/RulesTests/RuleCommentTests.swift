import Rules
import Testing

@Suite struct RuleCommentTests {
  @Test(arguments: [
    ("minimum 0, maximum 10", [#"minimum: 0"#, #"maximum: 10"#]),
    ("readOnly", ["readOnly: true"]),
    ("pattern \"^[a-z]{1,2}$\", maxLength 2", [#"pattern: "^[a-z]{1,2}$""#, "maxLength: 2"]),
    (
      "candidates /genres[books.@count>0], unique model",
      [#"x-okit-candidates: "/genres[books.@count>0]""#, #"x-okit-unique: "model""#]
    ),
    ("minimum 2020-01-01, maximum today+1w", [#"x-okit-minimum: "2020-01-01""#, #"x-okit-maximum: "today+1w""#]),
    ("predicate price>cost", [#"x-okit-predicates: [{"predicate":"price>cost"}]"#]),
    ("enum [1, 2], colour red", ["enum: [1, 2]", #"colour: "red""#]),
    (" , ", []),
  ]) func commentsBecomeKeywords(_ text: String, _ expected: [String]) {
    #expect(RuleCommentParser.property(text).members.map { "\($0.keyword): \($0.json)" } == expected)
  }

  @Test func aPropertyCanBeRequired() {
    #expect(RuleCommentParser.property("required, minLength 1").isRequired)
    #expect(!RuleCommentParser.property("minLength 1").isRequired)
  }
}
