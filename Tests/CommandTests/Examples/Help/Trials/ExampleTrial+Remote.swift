import TestSupport
import Testing

extension ExampleTrial {
  /// `remote`.
  static let remote = [
    ExampleTrial("okit remote status", prepare: { try $0.serve() }, says: ["on the server"]),
    ExampleTrial("okit remote status shop --json", prepare: { try $0.serve() }, says: [#""state":"not-pulled""#]),
    ExampleTrial(
      "okit remote pull", prepare: { try $0.serve() },
      check: { scene, _ in try #expect(Files.text(scene.shop.data + "/shop.json") == ExampleScene.served) }),
    ExampleTrial("okit remote pull shop --theirs", prepare: { try $0.serve() }, says: ["okit/data/shop.json"]),
    ExampleTrial("okit remote push", prepare: { try $0.serve(changing: true) }, says: ["okit/data/shop.json"]),
    ExampleTrial("okit remote push shop -n", prepare: { try $0.serve(changing: true) }, says: ["okit/data/shop.json"]),
    ExampleTrial("okit remote sync", prepare: { try $0.serve(changing: true) }, says: ["okit/data/shop.json"]),
    ExampleTrial(
      "okit remote sync shop --ours", prepare: { try $0.serve(changing: true) }, says: ["okit/data/shop.json"]),
  ]
}

extension ExampleScene {
  fileprivate static let served = #"{"id":"SHOP","name":"Shop"}"#
  /// Each trial has its own folder on it.
  private static let server = Result { try StubServer() }

  /// Adds a model on a server, with a local copy that was changed if `changing` is true.
  fileprivate func serve(changing: Bool = false) throws {
    let server = try Self.server.get()
    let folder = "/" + machine.folder.split(separator: "/").joined(separator: "-")
    server[folder + "/shop.json"] = Array(Self.served.utf8)
    let classes = """
      class Store: ModelHttp, Codable { var id: String!; var name: String = "" }
      func startStore() { Model.register(Store.self, name: "shop") }

      """
    try Files.write(classes, to: shop.root + "/okit/model/Store.swift")
    let filter =
      #".endpoint = {"url": "\#(server.url(folder))", "preconditions": true} | .definitions += ["okit/model/*.swift"]"#
    try Files.write(machine.run("jq", filter, shop.configuration).bytes, to: shop.configuration)
    guard changing else { return }
    try shop.okit("remote", "pull")
    try shop.okit("set", "shop>/name", "New")
  }
}
