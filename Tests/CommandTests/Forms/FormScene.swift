import TestSupport
import Testing

/// A workspace with small models and the forms of a test.
struct FormScene: CommandWorkspace {
  let machine: Machine
  let root: String

  /// A workspace of a box with an item and people.
  init() throws {
    try self.init(Self.classes, ["box": Self.box])
  }

  /// A workspace with classes and models.
  init(_ classes: String, _ models: [String: String]) throws {
    machine = try Machine()
    root = try machine.workspace(classes, models)
    machine.environment["XDG_RUNTIME_DIR"] = try machine.runtimeFolder()
    try Files.makeFolder(root + "/okit/forms")
    for (name, bytes) in Self.pictures { try Files.write(bytes, to: machine.path(name)) }
  }

  /// A workspace of the examples of forms.
  static func examples() throws -> FormScene {
    let folder = Fixture.project + "/Examples/Forms"
    let scene = try FormScene(
      Files.text(folder + "/Classes.swift"),
      [
        "club": #"{"id":"CLUB","members":[]}"#,
        "store":
          #"{"id":"STORE","orders":[],"branches":[{"id":"B1","name":"Mitte"},{"id":"B2","name":"Nord"}]}"#,
      ])
    for name in ["sign-up", "shipping"] {
      try Files.copy("\(folder)/\(name).json", to: "\(scene.root)/okit/forms/\(name).json")
    }
    return scene
  }

  static let pictures: [(name: String, bytes: [UInt8])] = ["a.png", "b.png", "c.png"].map {
    ($0, SampleAttachment.pngSignature + Array($0.utf8))
  }

  static let classes = """
    class Box: Model, Codable {
      var id: String!
      var items: [Item] = []
      var people: [Person] = []
      var best: Item?
    }
    class Item: ModelEntity, Codable {
      var id: String!
      /// The name on the label.
      var name: String = ""
      var note: String?
      var secret: String?
      var phone: String?
      var count: Int = 0
      var price: Double = 0
      var amount: Decimal?
      var isDone: Bool = false
      var isSent: Bool?
      var day: Date?
      var kind: Kind = .small
      var size: Size?
      var owner = ModelRef()
      var helpers: [ModelRef]?
      var photo: ModelImage?
      var photos: [ModelImage]?
      var words: [String]?
      var lid: Lid?
    }
    enum Kind: String, Codable { case small, medium, large }
    enum Size: Int, Codable { case one = 1, two, three }
    struct Lid: Codable { var color: String = ""; var weight: Double = 0 }
    class Person: ModelEntity, Codable { var id: String!; var name: String = "" }
    func startBox() { Model.register(Box.self, name: "box") }

    """

  static let box = """
    {"id":"BOX","items":[{"id":"I1", "name":"Lamp","count":2,"price":1.50,"isDone":false,"kind":"small",\
    "owner":{"id":"R1","refKey":"P1"},"helpers":[{"id":"R2","refKey":"P1"}, {"refKey":"P2","id":"R3"}]},\
    {"id":"I2","name":"Desk","count":1,"price":80,"isDone":true,"kind":"large","owner":{"id":"R4","refKey":""},\
    "lid":{"color":"red","weight":1}}],\
    "people":[{"id":"P1","name":"Ann"},{"id":"P2","name":"Bob"},{"id":"P3","name":"Cid"}]}

    """

  // MARK: - Forms

  /// Writes the form `f`.
  func define(_ form: String, _ name: String = "f") throws {
    try Files.write(form, to: "\(root)/okit/forms/\(name).json")
  }

  /// Writes the form `f` with these fields.
  func define(fields: String) throws { try define("{\"fields\": [\(fields)]}") }

  /// Answers the form `f` for the first item.
  @discardableResult
  func fill(
    _ answers: String, _ options: String..., at path: String = "items[0]", status: Int32 = 0,
    at location: SourceLocation = #_sourceLocation
  ) throws -> Output {
    try machine.okit(
      ["edit", path, "--form", "f", "--answers", "-"] + options, status: status, input: Array(answers.utf8), in: root,
      at: location)
  }

  /// Starts a dialogue for the form `f` and the first item.
  func ask(_ path: String = "items[0]", _ options: String..., terminal: String = "dumb") throws -> Terminal {
    try ask(["edit", path, "--form", "f", "--ask"] + options, terminal)
  }

  func ask(_ arguments: [String], _ terminal: String = "dumb") throws -> Terminal {
    try Terminal(machine, ["okit"] + arguments, in: root, with: ["TERM": terminal])
  }

  /// The output of jq for the form `f` and the first item.
  func printed(_ filter: String) throws -> String {
    let form = try okit("edit", "items[0]", "--form", "f", "--print-form")
    return try machine.run("jq", "-c", filter, input: form.bytes).line
  }

  // MARK: - Data

  /// The output of jq for a model, with sorted keys.
  func stored(_ filter: String, in model: String = "box") throws -> String {
    try machine.run("jq", "-c", "-S", filter, "\(data)/\(model).json").line
  }

  /// The names of attachments.
  func attachments() throws -> Int { Files.exists(data + "/_image") ? try Files.names(in: data + "/_image").count : 0 }

  /// The files with answers that are kept.
  func kept() throws -> [String] {
    let folder = try machine.runtimeFolder() + "/okit"
    return Files.exists(folder)
      ? Files.files(below: folder).filter { $0.hasSuffix(".jsonc") }.map { folder + "/" + $0 } : []
  }

  /// The workspace without its lock file.
  func tree() throws -> FileTree { try FileTree(root).without { $0 == "okit/.lock" } }
}
