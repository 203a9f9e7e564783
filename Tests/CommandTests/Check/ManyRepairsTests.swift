import TestSupport
import Testing

struct ManyRepairsTests {
  @Test func fixRepairsEachOfManyModels() throws {
    let machine = try Machine()
    let names = (0..<60).map { "m\($0)" }
    try Files.makeFolder(machine.path("data"))
    for name in names { try machine.write(#"{"id":"\#(name)"}"#, "data/\(name).json") }
    try machine.write(
      """
      final class Big: Model, Codable { var id: String!; var name: String = "x" }
      enum App { static func start() { Model.register(Big.self) } }

      """, "Model.swift")
    let (shop, models) = (machine.path("shop"), names.map { #""\#($0)":{"class":"Big","kind":"plain"}"# })
    try machine.okit("init", shop, "--data", machine.path("data"))
    try machine.write(
      #"{"version":1,"id":"BD605FC5-4082-4503-B998-066182C1A4EA","models":{\#(models.joined(separator: ","))},"definitions":["\#(machine.path("Model.swift"))"]}"#,
      "shop/okit/okit.json")
    let fix = try machine.okit("check", "--fix", in: shop)
    #expect(fix.lines.count { $0.contains("missing-property: fixed: added name") } == 60)
    for name in names {
      #expect(try Files.text("\(shop)/okit/data/\(name).json") == #"{"id":"\#(name)","name":"x"}"#)
    }
    try machine.okit("check", in: shop)
  }
}
