import TestSupport
import Testing

/// Servers that fail or misbehave change nothing here.
@Suite struct RemoteFailureTests {
  /// Pulls with a server that answers like this, and expects an error.
  private func refuses(
    _ answer: StubServer.Answer, status: Int32, _ message: String, settings: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let shop = try RemoteShop(settings)
    let before = try shop.tree()
    shop.server.answer { request, _ in request.path == "/api/shop.json" ? answer : nil }
    let output = try shop.okit("remote", "pull", "shop", status: status, at: location)
    #expect(output.errors.contains(message), "\(output.errors)", sourceLocation: location)
    #expect(output.errors.split(separator: "\n").count <= 2, "\(output.errors)", sourceLocation: location)
    #expect(try shop.tree().differences(from: before) == [], sourceLocation: location)
  }

  @Test func statuses() throws {
    try refuses(.status(401), status: 77, "status 401")
    try refuses(.status(403, text: #"{"detail": "no \u001b[31mentry"}"#), status: 77, "no \\u{1b}[31mentry")
    try refuses(.status(404), status: 66, "does not exist")
    try refuses(.status(500), status: 75, "status 500")
    try refuses(.status(503, "Retry-After: 9999"), status: 75, "status 503")
    try refuses(.status(418), status: 65, "status 418")
    try refuses(.status(204), status: 65, "status 204")
  }

  @Test func damagedAnswers() throws {
    func head(_ fields: String...) -> [UInt8] {
      Array((["HTTP/1.1 200 OK"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
    }
    try refuses(.bytes(head("Content-Length: 999") + Array("{}".utf8)), status: 75, "transfer closed")
    try refuses(.bytes(head("Transfer-Encoding: chunked") + Array("5\r\n{\"a\"".utf8)), status: 75, "http")
    try refuses(.bytes(head("Transfer-Encoding: chunked") + Array("zz\r\n{}".utf8)), status: 75, "http")
    try refuses(.bytes(head("Content-Encoding: gzip", "Content-Length: 2") + Array("{}".utf8)), status: 65, "http")
    try refuses(.bytes(Array("SSH-2.0-OpenSSH\r\n".utf8)), status: 65, "http")
    try refuses(.bytes([]), status: 75, "http")
    try refuses(.status(200, text: "<html>"), status: 65, "/api/shop.json:1:1: expected a value")
    try refuses(.status(200, text: #"{"id": 1"#), status: 65, "http://127.0.0.1")
    try refuses(.status(200), status: 65, "shop.json")
  }

  @Test func endlessAnswers() throws {
    let limit = #","limit":"1 MB""#
    let piece = [UInt8](repeating: 0x20, count: 65_536)
    try refuses(
      .endless(Array("HTTP/1.1 200 OK\r\n\r\n{".utf8), piece), status: 65, "more than 1000000 bytes", settings: limit)
    try refuses(
      .endless(Array("HTTP/1.1 200 OK\r\n".utf8), Array("X-Header: abcdefghijklmnop\r\n".utf8)), status: 65,
      "header fields")
    try refuses(.endless(Array("HTTP/1.1 500 No\r\n\r\n".utf8), piece), status: 75, "http")
    // A body that grows when it is decompressed counts as it grows.
    let shop = try RemoteShop(limit)
    let packed = try shop.machine.shell("head -c 50000000 /dev/zero | tr '\\0' ' ' | gzip -9").bytes
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    try refuses(.bytes(Array(head.utf8) + packed), status: 65, "more than 1000000 bytes", settings: limit)
  }

  @Test func redirections() throws {
    let other = try StubServer()
    other["/api/shop.json"] = Array(RemoteShop.shop.utf8)
    try refuses(.status(302, "Location: \(other.url("/api/shop.json"))"), status: 78, "sends okit to another server")
    #expect(other.takeRequests().isEmpty)
    try refuses(.status(302, "Location: /api/shop.json"), status: 78, "is redirected")
    let shop = try RemoteShop()
    shop.server["/there"] = Array(RemoteShop.shop.utf8)
    shop.server.answer { request, _ in request.path == "/api/shop.json" ? .status(301, "Location: /there") : nil }
    #expect(try shop.okit("get", "books[0]/name").line == "One")
  }

  @Test func whatIsSafeIsRepeated() throws {
    let shop = try RemoteShop()
    shop.server.answer { request, count in
      request.path == "/api/shop.json" && count < 2 ? (count == 0 ? .bytes([]) : .status(503, "Retry-After: 1")) : nil
    }
    #expect(try shop.okit("get", "books[0]/name").line == "One")
    #expect(shop.requests().count { $0 == "GET /api/shop.json" } == 3)
    // A write that may have arrived is only repeated if the server says that it has not.
    try shop.okit("remote", "pull")
    try shop.okit("set", "books[0]/price", "9")
    _ = shop.requests()
    shop.server.answer { request, _ in request.method == "POST" ? .bytes([]) : nil }
    try shop.okit("remote", "push", status: 75)
    let round = ["POST /api/shop.json", "GET /api/shop.json"]
    #expect(shop.requests() == round + round + round + round)
    shop.server.answer { _, _ in nil }
    try shop.okit("remote", "push")
    #expect(try shop.served(".books[0].price") == "9")
  }

  @Test func anUnreachableServer() throws {
    let shop = try RemoteShop()
    try shop.use(#""http://127.0.0.1:1/api""#)
    #expect(try shop.okit("remote", "pull", status: 75).errors.contains("127.0.0.1:1"))
    try shop.use(#""https://127.0.0.1:\#(shop.server.port)/api""#)
    #expect([74, 75].contains(try statusOfPull(shop)))
  }

  @Test func anAttachmentThatTheServerLacksIsMissing() throws {
    let shop = try RemoteShop()
    shop.server["/api/_image/P1.png"] = nil
    let check = try shop.okit("check", status: 1)
    #expect(check.text.contains("missing-attachment: attachment P1 has no file (shop:books[1]/photo)"), "\(check.text)")
    #expect(try shop.okit("attachment", "list").lines.last?.hasSuffix("missing") == true)
    try shop.okit("export", "-o", shop.machine.path("out"))
    #expect(!Files.exists(shop.machine.path("out/_image")) && Files.exists(shop.machine.path("out/shop.json")))
  }

  /// Its class says which of its possible paths the file of an attachment has.
  @Test func dataIsNoImage() throws {
    let shop = try RemoteShop()
    let classes = RemoteShop.classes.replacing("var photo: ModelImage?", with: "var photo: ModelData?")
    try Files.write(classes, to: shop.root + "/okit/model/Shop.swift")
    shop.server["/api/_data/P1.raw"] = shop.server["/api/_image/P1.png"]
    shop.server["/api/_image/P1.png"] = nil
    _ = shop.requests()
    #expect(try shop.okit("attachment", "list").lines.last?.hasSuffix("okit/data/_data/P1.raw") == true)
    try shop.okit("export", "-o", shop.machine.path("out"))
    #expect(try Files.read(shop.machine.path("out/_data/P1.raw")) == RemoteShop.picture)
    #expect(!shop.requests().contains { $0.contains("_image") })
  }

  /// Without its class, the file of an attachment can have two paths.
  @Test func aPathThatAnAttachmentDoesNotHaveIsNotListed() throws {
    let shop = try RemoteShop()
    try Files.remove(shop.root + "/okit/model/Shop.swift")
    let text = try shop.machine.run("jq", #".models.shop.kind = "http""#, shop.configuration)
    try Files.write(text.bytes, to: shop.configuration)
    #expect(try shop.okit("search", "P1").lines.contains("okit/data/_image/P1.png"))
    #expect(try !shop.okit("search", "P1").text.contains(".raw"))
    #expect(try !shop.machine.launch([Machine.okit, "check"], [], [:], shop.root).text.contains("orphaned"))
  }

  @Test func anUnreachableServerHidesOnlyItsModels() throws {
    let shop = try RemoteShop()
    try shop.registerArchive("ModelHttp")
    let text = try shop.machine.run("jq", #".models.archive.endpoint = "http://127.0.0.1:1/api""#, shop.configuration)
    try Files.write(text.bytes, to: shop.configuration)
    func skips(_ words: String..., expected: String) throws {
      let output = try shop.okit(words, status: 75)
      #expect(output.text.contains(expected), "\(words): \(output.text)")
      #expect(output.errors.contains("skipped model archive: http://127.0.0.1:1/api"), "\(words): \(output.errors)")
    }
    try skips("list", "--class", "Book", "-c", "name", expected: "One")
    try skips("search", "One", expected: "shop:books[0]/name: One")
    try skips("query", "select name from Book", expected: "One")
    try skips("ref", "list", expected: "")
    let check = try shop.okit("check", status: 1)
    #expect(check.text.contains("127.0.0.1:1/api"), "\(check.text)")
    // What is not found may be on that server.
    let absent = try shop.okit("search", "nowhere to be found", status: 75)
    #expect(absent.errors.contains("cannot find the text in the readable models, and cannot fetch"))
    #expect(try shop.okit("get", "archive>/books", status: 75).errors.contains("127.0.0.1:1"))
  }

  private func statusOfPull(_ shop: RemoteShop) throws -> Int32 {
    let output = try shop.machine.launch([Machine.okit, "remote", "pull"], [], [:], shop.root)
    guard case .status(let status) = output.end else { return -1 }
    return status
  }

  @Test func wrongEndpoints() throws {
    let shop = try RemoteShop()
    for (endpoint, status, message) in [
      (#""ftp://example.com""#, 78, "neither http nor https"),
      (#""https://u:secret@example.com""#, 78, "must not contain"),
      (#"{"method":"PUT"}"#, 78, "no url"), (#"{"url":"x","method":"PATCH"}"#, 78, "neither POST nor PUT"),
      ("null", 78, "neither a URL nor an object"), (#"{"url":"x","limit":"big"}"#, 78, "limit"),
    ] {
      try shop.use(endpoint)
      let output = try shop.okit("remote", "pull", status: Int32(status))
      #expect(output.errors.contains(message), "\(output.errors)")
      #expect(!output.errors.contains("secret"))
    }
    let text = try shop.machine.run("jq", "del(.endpoint)", shop.configuration).bytes
    try Files.write(text, to: shop.configuration)
    #expect(try shop.okit("remote", "pull", status: 78).errors.contains("no endpoint is known"))
    #expect(
      try shop.okit("get", "books[0]/name", with: ["OKIT_ENDPOINT": shop.server.url("/api")]).line == "One")
    try shop.okit("model", "create", "notes", "text:String")
    #expect(try shop.okit("remote", "pull", "notes", status: 64).errors.contains("not stored on a server"))
    #expect(try shop.okit("remote", "pull", "absent", status: 66).errors.contains("absent"))
  }
}
