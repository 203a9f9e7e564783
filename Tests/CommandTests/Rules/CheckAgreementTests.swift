import Foundation
import TestSupport
import Testing

/// The verdicts of `okit check` and of Python's jsonschema.
@Suite struct CheckAgreementTests {
  private static let classes = 60
  private static let entities = 50

  /// Makes a workspace without definitions: an array for each class, whose entities have a random value `v`, and a rule for each class.
  @Test(arguments: [FormedShop.Form.plain, .age])
  func checkReportsWhatPythonRefuses(_ form: FormedShop.Form) throws {
    let machine = try Machine()
    let root = machine.path("w")
    try Files.makeFolder(root + "/okit/data")
    try Files.makeFolder(root + "/okit/rules")
    var random = RandomSchema(seed: Effort.seed)
    var arrays: [String] = []
    var cases: [(path: String, line: String)] = []
    for number in 0..<Self.classes {
      let (definitions, schema) = random.rules()
      let rules = "{\"$defs\":\(definitions),\"properties\":{\"v\":\(schema)}}"
      try Files.write(rules, to: root + "/okit/rules/C\(number).json")
      var elements: [String] = []
      for index in 0..<Self.entities {
        let entity = "{\"id\":\"\(number)-\(index)\",\"v\":\(random.value(3))}"
        elements.append(entity)
        cases.append(("default:c\(number)[\(index)]", "{\"schema\":\(rules),\"document\":\(entity)}\n"))
      }
      arrays.append("\"c\(number)\":[\(elements.joined(separator: ","))]")
    }
    try Files.write("{\"id\":\"S\",\(arrays.joined(separator: ","))}", to: root + "/okit/data/default.json")
    try machine.okit("init", root)
    if form == .age {
      try machine.okit("-C", root, "key", "generate")
      try machine.okit("-C", root, "encrypt", "default", "--cipher", "age")
    }
    let check = try machine.okit("-C", root, "check", "--json", status: 1)
    let report = try #require(JSONSerialization.jsonObject(with: Data(check.bytes)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    let refused = Set(
      findings.filter { $0["kind"] as? String == "rule" }.compactMap { finding in
        (finding["path"] as? String).map { String($0.prefix { $0 != "/" }) }
      })
    try Files.write(cases.map(\.line).joined(), to: machine.path("cases.jsonl"))
    let output = try Tool.run(
      ["python3", "-c", RandomSchema.validator, machine.path("cases.jsonl")], limits: .init(processorSeconds: 600))
    let verdicts = output.lines.map { $0 == "1" }
    #expect(verdicts.count == cases.count, "\(output.errors)")
    #expect(refused.count > cases.count / 10 && refused.count < cases.count * 9 / 10)
    for (one, isValid) in zip(cases, verdicts) where refused.contains(one.path) == isValid {
      Issue.record("okit \(isValid ? "refuses" : "accepts") \(one.line)")
    }
  }
}
