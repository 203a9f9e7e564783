import TestSupport
import Testing

/// A shop that is stored on a server, and workspaces that work with it.
struct RemoteShop: CommandWorkspace {
  let machine: Machine
  let root: String
  let server: StubServer

  /// Makes a server with the shop, and a workspace without a local copy. `settings` are further members of the endpoint.
  init(_ settings: String = #","preconditions":true"#, kind: String = "http") throws {
    try self.init(Machine(), StubServer(), settings, kind: kind)
    for (path, text) in Self.files { server[path] = Array(text.utf8) }
    server["/api/_image/P1.png"] = Self.picture
  }

  private init(_ machine: Machine, _ server: StubServer, _ settings: String, kind: String, name: String = "w") throws {
    self.machine = machine
    self.server = server
    root = machine.path(name)
    try machine.okit("init", root)
    let superclass = kind == "http" ? "ModelHttp" : "ModelEncryptedHttp"
    try machine.write(Self.classes.replacing("ModelHttp", with: superclass), "\(name)/okit/model/Shop.swift")
    try use(#"{"url":"\#(server.url("/api"))"\#(settings)}"#)
  }

  /// Another workspace with the same server.
  func other(_ settings: String = #","preconditions":true"#, kind: String = "http") throws -> RemoteShop {
    try RemoteShop(machine, server, settings, kind: kind, name: "other")
  }

  /// Sets the endpoint.
  func use(_ endpoint: String) throws {
    let text = try machine.run("jq", ".endpoint = \(endpoint)", configuration).bytes
    try Files.write(text, to: configuration)
  }

  /// Adds another model, with the superclass and the members of its class.
  func register(_ model: String, _ className: String, _ declaration: String) throws {
    let classes = Self.classes.replacing(
      "func start() {",
      with: "class \(className)\(declaration)\nfunc start() { Model.register(\(className).self, name: \"\(model)\");")
    try Files.write(classes, to: root + "/okit/model/Shop.swift")
  }

  /// Registers an archive with lists of the same elements as the shop, which has two lists of books then.
  func registerArchive(_ base: String) throws {
    let archive =
      "class Archive: \(base), Codable { var id: String!; var books: [Book] = []; var groups: [GroupPartial] = [] }"
    let classes = Self.classesWithLists.replacing(
      "func start() {", with: "\(archive)\nfunc start() { Model.register(Archive.self, name: \"archive\");")
    try Files.write(classes, to: root + "/okit/model/Shop.swift")
  }

  static let classes = """
    class Shop: ModelHttp, Codable {
      var id: String!
      var books: [Book] = []
      var groups: [GroupPartial] = []
    }
    class Book: ModelEntity, Codable { var id: String!; var name: String = ""; var price: Double = 0; var photo: ModelImage? }
    class GroupPartial: ModelPartial, Codable {
      var id: String!
      var name: String = ""
      var group: Group { return retrieve(Group.self) }
    }
    class Group: ModelEntity, Codable { var id: String!; var name: String = "" }
    func start() { Model.register(Shop.self, name: "shop") }

    """
  /// The same classes with a second list of books, and with books in groups.
  static let classesWithLists =
    classes
    .replacing("var books: [Book] = []", with: "var books: [Book] = []; var old: [Book] = []")
    .replacing(
      #"class Group: ModelEntity, Codable { var id: String!; var name: String = "" }"#,
      with: #"class Group: ModelEntity, Codable { var id: String!; var name: String = ""; var books: [Book] = [] }"#)
  static let shop = """
    {"id":"SHOP", "books":[{"id":"B1","name":"One","price":1.50},{"id":"B2","name":"Two","price":2,\
    "photo":{"id":"P1","format":"image\\/png","label":"","quality":0.5,"scale":1,"template":false,"size":13}}],\
    "groups":[{"id":"G1","name":"First"}]}
    """
  static let files = ["/api/shop.json": shop, "/api/shop/G1.json": #"{"id":"E1","name":"First"}"#]
  static let picture = SampleAttachment.pngSignature + Array("hello".utf8)

  /// The output of jq for a file on the server.
  func served(_ filter: String, _ path: String = "/api/shop.json") throws -> String {
    try machine.run("jq", "-c", filter, input: server[path] ?? []).line
  }

  /// Expects that the server has all files of the workspace, and that no entity is in two places or left over.
  func expectFilesOfServer(at location: SourceLocation = #_sourceLocation) throws {
    let findings = try machine.launch([Machine.okit, "check"], [], [:], root).text
    #expect(
      !findings.contains("duplicate-id") && !findings.contains("orphan"), "\(findings)", sourceLocation: location)
    for path in Files.files(below: data) {
      let bytes = try Files.read(data + "/" + path)
      #expect(server["/api/" + path] == bytes, "\(path)", sourceLocation: location)
    }
  }

  /// The methods and paths of the requests since the last call.
  func requests() -> [String] { server.takeRequests().map { "\($0.method) \($0.path)" } }

  /// The workspace without its lock file and the empty folder of the model, which is locked.
  func tree() throws -> FileTree {
    try FileTree(root).without { ["okit/.lock", "okit/.remote", "okit/.remote/shop"].contains($0) }
  }
}
