import TestSupport
import Testing

/// Paths without a model, in workspaces without a model named `default`.
@Suite struct StartModelTests {
  private func workspace(_ models: [String: String]) throws -> (machine: Machine, root: String) {
    let machine = try Machine()
    try Files.makeFolder(machine.path("data"))
    for (name, text) in models { try machine.write(text, "data/\(name).json") }
    let root = machine.path("w")
    try machine.okit("init", root, "--data", machine.path("data"))
    return (machine, root)
  }

  @Test func aPathWithoutAModelMeansTheOnlyModel() throws {
    let (machine, root) = try workspace(["stock": #"{"id":"S","name":"a","list":[{"id":"A","name":"b"}],"icons":[]}"#])
    #expect(try machine.okit("get", "name", "stock:name", "/list[0]/..", in: root).lines.prefix(2) == ["a", "a"])
    #expect(
      try machine.okit("get", "--lines", "list[0]/name", in: root).line
        == #"{"model":"stock","path":"stock:list[0]/name","id":"A","value":"b"}"#)
    #expect(try machine.okit("set", "list[0]/name", "c", in: root).errors == "set stock:list[0]/name\n")
    #expect(try machine.okit("add", "list", #"{"id":"B","name":"d"}"#, in: root).line == "B")
    #expect(try machine.okit("move", "list[1]", "list[0]", in: root).errors == "moved to stock:list[0]\n")
    #expect(try machine.okit("remove", "list[0]", in: root).errors == "removed stock:list[0]\n")
    #expect(try machine.okit("ref", "who", "list[0]", in: root).text == "")
    try machine.okit("partial", "extract", "list[0]", in: root)
    #expect(try machine.okit("get", "list[0]/partial/name", in: root).line == "c")
    try machine.okit("partial", "sync", "list[0]", in: root)
    try machine.okit("partial", "resolve", "list[0]", in: root)
    try machine.okit("partial", "inline", "list[0]", in: root)
    try machine.okit("attachment", "put", "icons", "-", "--format", "x/y", input: [1, 2, 3], in: root)
    #expect(try machine.okit("attachment", "get", "icons[0]", in: root).bytes == [1, 2, 3])
    try machine.okit("attachment", "remove", "icons[0]", in: root)
    #expect(
      try Files.text(root + "/okit/data/stock.json")
        == #"{"id":"S","name":"a","list":[{"id":"A","name":"c"}],"icons":[]}"#)
    for name in ["default:name", "other:name"] {
      #expect(try machine.okit("get", name, status: 66, in: root).errors.contains("no such model"))
    }
    #expect(
      try machine.okit("get", "-m", "default", "name", status: 66, in: root).errors.contains("no such model: 'default'")
    )
  }

  @Test(arguments: [
    ["get", "name"], ["set", "name", "x"], ["add", "list", "{}"], ["remove", "name"], ["move", "list[0]", "list[1]"],
    ["partial", "extract", "list[0]"], ["partial", "inline", "list[0]"], ["partial", "sync", "list[0]"],
    ["partial", "resolve", "list[0]"], ["attachment", "get", "icon"], ["attachment", "put", "icon", "-"],
    ["attachment", "remove", "icon"], ["ref", "resolve", "list[0]"], ["ref", "who", "list[0]"], ["watch", "name"],
    ["ref", "who", "name"],
  ]) func aPathWithoutAModelListsSeveralModels(_ words: [String]) throws {
    let (machine, root) = try workspace(["stock": #"{"name":"a"}"#, "people": #"{"name":"b"}"#])
    let output = try machine.okit(words, status: 66, in: root)
    #expect(output.bytes == [])
    #expect(
      output.errors.contains("okit: hint: write MODEL:PATH or use -m MODEL; models: people, stock\n"),
      "\(output.errors)")
  }

  @Test(arguments: [["set", "name", "x"], ["set", ".", "{}"], ["remove", "name"], ["get", "name"]])
  func aPathOfAMissingModelFindsNothingInOtherModels(_ words: [String]) throws {
    let (machine, root) = try workspace(["default": #"{"name":"a"}"#, "stock": #"{"name":"b"}"#])
    try machine.okit("set", "name", "c", in: root)
    try Files.remove(root + "/okit/data/default.json")
    let output = try machine.okit(words, status: 66, in: root)
    #expect(output.errors.contains("no such model: 'default'"), "\(output.errors)")
    #expect(try Files.text(root + "/okit/data/stock.json") == #"{"name":"b"}"#)
  }

  @Test func aRegisteredDefaultModelIsMeantEvenWithoutAFile() throws {
    let (machine, root) = try workspace(["stock": #"{"name":"a"}"#])
    try machine.write(
      "class Shop: Model, Codable { var name: String = \"\" }\nfunc f() { Model.register(Shop.self) }\n",
      "w/okit/model/Shop.swift")
    let output = try machine.okit("get", "name", status: 66, in: root)
    #expect(output.errors.contains("there is no model 'default'"), "\(output.errors)")
  }

  @Test func completionStartsInTheOnlyModel() throws {
    let (machine, root) = try workspace(["stock": #"{"name":"a","number":1}"#])
    let words = try machine.okit("complete", "fish", "--", "get", "n", in: root)
    #expect(words.text.contains("name"), "\(words.text)\(words.errors)")
  }
}
