import Foundation
import JSONDocument
import Rules
import TestSupport
import Testing

/// Random documents and schemas, judged by okit and by Python's jsonschema.
@Suite struct ValidatorAgreementTests {
  private static let count = 3000

  @Test func verdictsAreThoseOfPython() throws {
    var random = RandomSchema(seed: Effort.seed)
    var lines: [String] = []
    var verdicts: [Bool] = []
    for _ in 0..<(Effort.isWhole ? Self.count * 10 : Self.count) {
      let (definitions, rule) = random.rules()
      let (schema, document) = ("{\"$defs\":\(definitions),\"allOf\":[\(rule)]}", random.value(3))
      lines.append("{\"schema\":\(schema),\"document\":\(document)}\n")
      verdicts.append(try messages(schema, document).isEmpty)
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/cases.jsonl"
    try Files.write(lines.joined(), to: path)
    let output = try Tool.run(["python3", "-c", RandomSchema.validator, path], limits: .init(processorSeconds: 600))
    let expected = output.lines.map { $0 == "1" }
    #expect(expected.count == verdicts.count, "\(output.errors)")
    // A schema that everything or nothing satisfies would prove little.
    #expect(verdicts.count(where: { $0 }) > verdicts.count / 10 && verdicts.count(where: { !$0 }) > verdicts.count / 10)
    for (line, (own, other)) in zip(lines, zip(verdicts, expected)) where own != other {
      Issue.record("okit says \(own), Python \(other): \(line)")
    }
    Effort.report("\(verdicts.count) documents, okit and jsonschema agree")
  }
}
