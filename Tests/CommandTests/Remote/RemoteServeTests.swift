import TestSupport
import Testing

/// okit as the client and the server.
@Suite struct RemoteServeTests {
  @Test(arguments: ["http", "encrypted-http"]) func aModelIsExchangedWithOKitServe(_ kind: String) throws {
    let shop = try RemoteShop(kind: kind)
    let machine = shop.machine
    // The server's workspace has the same classes.
    let root = machine.path("served")
    try machine.okit("init", root)
    try Files.copy(shop.root + "/okit/model/Shop.swift", to: root + "/okit/model/Shop.swift")
    for (path, text) in RemoteShop.files {
      let file = root + "/okit/data/" + path.dropFirst("/api/".count)
      try Files.makeFolder(String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)]))
      try Files.write(text, to: file)
    }
    try Files.makeFolder(root + "/okit/data/_image")
    try Files.write(RemoteShop.picture, to: root + "/okit/data/_image/P1.png")
    if kind == "encrypted-http" {
      try shop.okit("key", "generate")
      let list = try shop.okit("key", "list", "--json")
      let recipient = try machine.run("jq", "-r", ".recipients[0].recipient", input: list.bytes).line
      try machine.okit("key", "add", recipient, in: root)
      try machine.okit("encrypt", "shop", in: root)
    }
    let tokens = try machine.write("0123456789abcdef write\n", "tokens")
    let token = try machine.write("0123456789abcdef\n", "token")
    let served = try Served(machine, root, ["--tokens", tokens])
    try shop.use(#"{"url":"\#(served.address)","preconditions":true}"#)
    #expect(try shop.okit("remote", "pull", status: 77).errors.contains("status 401"))
    machine.environment["OKIT_TOKEN_FILE"] = token
    // Without a local copy.
    #expect(try shop.okit("get", "books[*]/name").lines == ["One", "Two"])
    try shop.okit("set", "books[0]/name", "Uno")
    #expect(Files.files(below: shop.data) == [])
    // With one.
    try shop.okit("remote", "pull")
    for path in ["shop.json", "shop/G1.json", "_image/P1.png"] {
      #expect(try Files.read(shop.data + "/" + path) == Files.read(root + "/okit/data/" + path), "\(path)")
    }
    try shop.okit("add", "groups", #"{"id":"G2","name":"Second"}"#)
    try shop.okit("set", "books[1]/price", "7")
    if kind == "http" { try machine.okit("set", "books[0]/price", "5", in: root) }
    try shop.okit("remote", "sync")
    #expect(try Files.read(shop.data + "/shop.json") == Files.read(root + "/okit/data/shop.json"))
    #expect(try Files.read(shop.data + "/shop/G2.json") == Files.read(root + "/okit/data/shop/G2.json"))
    #expect(try shop.okit("get", "books[*]/name", "books[1]/price", "groups[1]/group/name").lines.contains("7"))
    if kind == "http" { #expect(try shop.okit("get", "books[0]/price").line == "5") }
    try shop.okit("remove", "groups[0]", "--force")
    try shop.okit("remote", "push")
    #expect(!Files.exists(root + "/okit/data/shop/G1.json"))
    #expect(try shop.okit("remote", "status").text.contains("same"))
    #expect(served.stop() == .status(0))
    #expect(try shop.okit("remote", "status", status: 75).text.contains(" server not reached "))
    try shop.okit("set", "books[1]/price", "8")
    #expect(try shop.okit("remote", "status", status: 75).text.contains("changed here, server not reached"))
    let state = try shop.okit("remote", "status", "--json", status: 75).bytes
    let filter = "[.models[]|select(.state==\"unknown\").changedHere]|add"
    #expect(try machine.run("jq", filter, input: state).line == "1")
  }
}
