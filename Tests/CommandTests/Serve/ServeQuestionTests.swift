import Foundation
import Glibc
import TestSupport
import Testing

/// Questions, events, health and metrics.
@Suite struct ServeQuestionTests {
  @Test func valuesAndListsAreThoseOfTheCommands() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let value = try server.get("/value?path=books%5B*%5D/name")
    #expect(value.text == (try shop.shop.okit("get", "books[*]/name", "--json").text))
    let two = try server.get("/value?path=books%5B0%5D/price&path=directory:authors%5B0%5D/name")
    #expect(two.text == (try shop.shop.okit("get", "books[0]/price", "directory:authors[0]/name", "--json").text))
    let list = try server.get(
      "/list?path=books&where=price%3E1&sort-desc=price&column=name&column=P=price&limit=2&offset=1")
    let words = [
      "list", "books", "--where", "price>1", "--sort-desc", "price", "-c", "name", "-c", "P=price", "--limit", "2",
      "--offset", "1",
    ]
    #expect(list.text == (try shop.shop.okit(words + ["--json"]).text))
    let grouped = try server.get("/list?class=Book&group=genre/ref/name&group-sort&column=name")
    let group = ["list", "--class", "Book", "--group", "genre/ref/name", "--group-sort", "-c", "name", "--json"]
    #expect(grouped.text == (try shop.shop.okit(group).text))
    for (target, status) in [
      ("/value", 400), ("/value?path=nosuch", 404), ("/value?path=%5B", 400), ("/value?path=a&other=1", 400),
      ("/list?path=books&limit=x", 400), ("/list", 400), ("/list?path=nosuch", 404),
      ("/value?path=x&model=nosuch", 404), ("/events?model=nosuch", 404),
    ] {
      let response = try server.get(target)
      #expect(response.status == status, "\(target): \(response.text)")
      #expect(response.headers["content-type"] == "application/problem+json")
    }
  }

  /// One question must not take all of the memory.
  @Test func questionsHaveALimit() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let paths = (0..<101).map { _ in "path=name" }.joined(separator: "&")
    let many = try server.get("/value?" + paths)
    #expect(many.status == 400 && many.text.contains("more than 100 parameters"), "\(many.text)")
    let columns = (0..<101).map { "column=C\($0)=name" }.joined(separator: "&")
    #expect(try server.get("/list?path=books&" + columns).status == 400)
    // 30 times 12 MB.
    let text = String(repeating: "x", count: 12_000_000)
    try Files.write(#"{"id":"BIG","text":"\#(text)"}"#, to: shop.shop.data + "/big.json")
    let large = (0..<30).map { _ in "path=big:text" }.joined(separator: "&")
    let answer = try server.get("/value?" + large)
    #expect(answer.status == 413 && answer.text.contains("ask for fewer values"), "\(answer.text.prefix(200))")
    #expect(try server.get("/value?path=big:text").status == 200)
  }

  /// A disk that is not mounted is no removal.
  @Test func filesOfAMissingFolderAreNotAbsent() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    #expect(try server.get("/nosuch.json").status == 404)
    try Files.move(shop.data, to: shop.root + "/elsewhere")
    for path in ["/default.json", "/healthz"] { #expect(try server.get(path).status == 503, "\(path)") }
    try Files.move(shop.root + "/elsewhere", to: shop.data)
    #expect(try server.get("/default.json").status == 200)
  }

  @Test func encryptedModelsAreDecryptedOnlyWithAnIdentity() throws {
    let shop = try FormedShop(.age)
    let server = try shop.serve()
    let refused = try server.get("/value?path=books%5B0%5D/name")
    #expect(refused.status == 403 && !refused.text.contains(shop.root))
    let open = try shop.serve("-i", shop.shop.identity)
    #expect(try open.get("/value?path=books%5B0%5D/name").text == shop.shop.okit("get", "books[0]/name", "--json").text)
    // The file itself stays encrypted.
    #expect(try open.get("/default.json").bytes == Files.read(shop.path("default.json")))
  }

  @Test func eventsAreTheChangesOfAllPrograms() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let streams = ["all", "directory"].map { shop.machine.path("streams/\($0).events") }
    let targets = ["/events", "/events?model=directory"]
    let clients = try zip(streams, targets).map { path, target in
      try ChildProcess(
        ["curl", "-sN", server.address + target], environment: shop.machine.environment, in: shop.root,
        streams: [.read("/dev/null"), .write(path), .write("/dev/null")])
    }
    for path in streams { try Self.wait(for: ": watching\n\n", in: path) }
    try shop.shop.okit("set", "books[0]/copies", "41")
    try Self.wait(for: "\"new\":41", in: streams[0])
    let body = try Files.text(shop.path("default.json")).replacing("\"copies\":41", with: "\"copies\":42")
    #expect(try server.request("PUT", "/default.json", body: Array(body.utf8)).status == 204)
    try Self.wait(for: "\"new\":42", in: streams[0])
    try shop.shop.okit("set", "directory:authors[0]/name", "Le Guin")
    try Self.wait(for: "Le Guin", in: streams[1])
    let event = try Files.text(streams[0]).split(separator: "\n").first { $0.contains("\"new\":42") }
    #expect(event?.hasPrefix(#"data: {"model":"default","path":"default:books[0]/copies","id":"#) == true)
    #expect(try !Files.text(streams[1]).contains("copies"))
    // The end of the server ends the streams.
    #expect(server.stop() == .status(0))
    for client in clients { #expect(client.wait() == .status(0)) }
  }

  private static func wait(for text: String, in path: String) throws {
    for _ in 0..<3000 {
      if (try? Files.text(path))?.contains(text) == true { return }
      usleep(10_000)
    }
    throw Served.Failure(message: "'\(text)' never came: \((try? Files.text(path)) ?? "")")
  }

  @Test func metricsCountRequests() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    #expect(try server.get("/healthz").text == "ok\n")
    for _ in 0..<3 { _ = try server.get("/default.json") }
    _ = try server.get("/nosuch.json")
    let text = try server.get("/metrics").text
    #expect(text.contains(#"okit_http_requests_total{method="GET",status="200"} 4"#), "\(text)")
    #expect(text.contains(#"okit_http_requests_total{method="GET",status="404"} 1"#))
    #expect(text.contains("okit_http_request_seconds_count 5"))
    try shop.machine.run("mv", shop.data, shop.data + ".away")
    let sick = try server.get("/healthz")
    #expect(sick.status == 503 && sick.detail == "the data folder is missing")
  }

  @Test func accessLogHasNoParameters() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--json")
    _ = try server.get("/value?path=books%5Bname=Secret%5D/price", "-A", "agent \"x\"\u{1b}")
    _ = try server.get("/healthz")
    var lines: [String] = []
    for _ in 0..<500 where lines.count < 2 {
      lines = try server.log
      usleep(10_000)
    }
    #expect(lines.count == 2 && !lines.joined().contains("Secret"))
    let keys = [
      "agent", "bytes", "client", "complete", "method", "microseconds", "path", "received", "status", "time", "token",
    ]
    for line in lines {
      let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(object.keys.sorted() == keys)
    }
  }
}
