import TestSupport
import Testing

/// A class with very many properties. Quadratic work would exceed the limit of processor time.
@Suite struct ManyPropertiesTests {
  private static let count = 80_000

  private func classes(_ names: [String]) -> String {
    "import OKit\nclass Big: Model {\n" + names.map { "  @objc var \($0): Int = 0\n" }.joined()
      + "}\nModel.register(Big.self)\n"
  }

  /// A workspace of a model with the properties `p0`, `p1`, …, in random order.
  private func workspace(_ machine: Machine) throws {
    let names = (0..<Self.count).map { "p\($0)" }
    try Files.makeFolder(machine.path("data"))
    let members = Set(names).map { "\"\($0)\":\($0.dropFirst())" }
    try machine.write("{\(members.joined(separator: ","))}", "data/default.json")
    try machine.write(classes(names), "Model.swift")
    try machine.okit(
      "init", machine.path("shop"), "--data", machine.path("data"), "--definitions", machine.path("Model.swift"))
  }

  @Test func aPropertyIsAdded() throws {
    let machine = try Machine()
    try workspace(machine)
    try machine.write(classes((0..<Self.count).map { "p\($0)" } + ["extra"]), "Model.swift")
    let plan = try machine.okit("migrate", "plan", in: machine.path("shop"))
    #expect(plan.text.contains("Big.extra"))
  }

  @Test func allPropertiesAreRenamed() throws {
    let machine = try Machine()
    try workspace(machine)
    let names = (0..<Self.count).map { "q\($0)" }
    try machine.write(classes(names), "Model.swift")
    let refused = try machine.okit("migrate", "plan", status: 78, in: machine.path("shop"))
    #expect(refused.errors.contains("or q9 or another one was added"), "\(refused.errors.prefix(2000))")
    #expect(refused.errors.utf8.count < 2000)

    let comments = names.map { "  // okit: was p\($0.dropFirst())\n  @objc var \($0): Int = 0\n" }
    try machine.write(
      "import OKit\nclass Big: Model {\n" + comments.joined() + "}\nModel.register(Big.self)\n", "Model.swift")
    try machine.okit("migrate", "apply", in: machine.path("shop"))
    #expect(try machine.okit("get", "default:q777", in: machine.path("shop")).line == "777")
  }
}
