import Foundation
import Glibc
import TestSupport
import Testing

/// Conditions of requests, rules, hooks, and other commands at the same time.
@Suite struct ServeConditionTests {
  @Test func aStaleVersionIsNotReplaced() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let first = try server.get("/default.json")
    let body = try shop.changedDefault()
    try shop.shop.okit("set", "books[0]/copies", "9")
    let now = try server.get("/default.json")
    #expect(now.etag != first.etag)
    let refused = try server.request(
      "PUT", "/default.json", body: body, type: "application/json", "-H", "If-Match: \(first.etag)")
    #expect(refused.status == 412 && refused.etag == now.etag)
    #expect(try shop.shop.okit("get", "books[0]/copies").line == "9")
    #expect(try server.request("DELETE", "/default.json", "-H", "If-Match: \(first.etag)").status == 412)
    let made = try server.request(
      "PUT", "/default.json", body: body, type: "application/json", "-H", "If-Match: \(now.etag)")
    #expect(made.status == 204)
    #expect(try Files.read(shop.path("default.json")) == body)
  }

  @Test func aFileThatChangedSinceIsNotReplaced() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let body = try Files.read(shop.path("default.json"))
    func put(_ date: String, _ more: String...) throws -> Int {
      try server.request(
        "PUT", "/default.json", body: body, type: "application/json", "-H", "If-Unmodified-Since: \(date)", "-H",
        more.first ?? "X: y"
      ).status
    }
    let old = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(try put(old) == 412)
    #expect(try server.request("DELETE", "/default.json", "-H", "If-Unmodified-Since: \(old)").status == 412)
    #expect(try put(old, "If-Match: *") == 204)
    #expect(try server.get("/default.json", "-H", "If-Unmodified-Since: \(old)").status == 412)
    let now = try #require(try server.get("/default.json").headers["last-modified"])
    #expect(try put(now) == 204)
  }

  @Test(.enabled(if: Strace.works, "strace cannot trace here"))
  func aLargeFileIsNotHashedUnderTheLock() throws {
    let shop = try FormedShop(.plain)
    let path = shop.path("_data/LARGE.raw")
    try Files.write([UInt8](repeating: 7, count: 5_000_000), to: path)
    let trace = shop.machine.path("trace")
    let words = ["strace", "-f", "-qq", "-e", "trace=flock,read,pread64", "-e", "signal=none", "-o", trace]
    let server = try Served(shop.machine, shop.root, through: words)
    // Until the times of the file identify its content.
    usleep(300_000)
    #expect(try server.request("DELETE", "/_data/LARGE.raw", "-H", "If-Match: \"x\"").status == 412)
    let tag = try server.request("HEAD", "/_data/LARGE.raw").etag
    #expect(try server.request("DELETE", "/_data/LARGE.raw", "-H", "If-Match: \(tag)").status == 204)
    // strace ends with the server.
    let children = try Files.text("/proc/\(server.processID)/task/\(server.processID)/children")
    kill(try #require(pid_t(children.split(separator: " ").first ?? "")), SIGTERM)
    #expect(server.stop(0) == .status(0))
    var (isLocked, readLocked, readFree) = (false, 0, 0)
    for line in try Files.text(trace).split(separator: "\n") {
      if line.contains("LOCK_EX|LOCK_NB") { isLocked = line.hasSuffix("= 0") }
      if line.contains("LOCK_UN") { isLocked = false }
      // No other file is as large. strace sees neither the names nor the memory of a process without core dumps.
      guard let count = line.split(separator: " ").last.flatMap({ Int($0) }), count > 16_384 else { continue }
      if isLocked { readLocked += count } else { readFree += count }
    }
    // The transaction reads the file, too, for the log of the workspace.
    #expect(readFree >= 5_000_000 && readLocked < 6_000_000, "\(readFree) \(readLocked)")
  }

  @Test func aNewFileIsCreatedOnlyOnce() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    func create() throws -> Int {
      try server.request("PUT", "/_data/NEW.raw", body: [1], type: nil, "-H", "If-None-Match: *").status
    }
    #expect(try create() == 201)
    #expect(try create() == 412)
    #expect(try server.request("PUT", "/_data/OTHER.raw", body: [1], type: nil, "-H", "If-Match: *").status == 412)
    #expect(!Files.exists(shop.path("_data/OTHER.raw")))
  }

  @Test func aKnownVersionIsNotSentAgain() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let first = try server.get("/default.json")
    for header in [
      "If-None-Match: \(first.etag)", "If-None-Match: W/\(first.etag)", "If-None-Match: \"x\", \(first.etag)",
    ] {
      let response = try server.get("/default.json", "-H", header)
      #expect(response.status == 304 && response.bytes == [] && response.etag == first.etag)
    }
    #expect(try server.get("/default.json", "-H", "If-None-Match: \"x\"").status == 200)
    #expect(try server.get("/default.json", "-H", "If-None-Match: x").status == 400)
    let modified = try #require(first.headers["last-modified"])
    #expect(try server.get("/default.json", "-H", "If-Modified-Since: \(modified)").status == 304)
    #expect(try server.get("/default.json", "-H", "If-Match: \"x\"").status == 412)
  }

  @Test func aViolationOfARuleIsRefused() throws {
    let shop = try FormedShop(.plain)
    try Files.makeFolder(shop.root + "/okit/rules")
    try Files.write(#"{"properties": {"copies": {"maximum": 5}}}"#, to: shop.root + "/okit/rules/Book.json")
    let server = try shop.serve()
    let before = try Files.read(shop.path("default.json"))
    try shop.shop.okit("set", "books[0]/copies", "987654321", "--no-rules")
    let bad = try Files.read(shop.path("default.json"))
    try shop.shop.okit("undo")
    let response = try server.request("PUT", "/default.json", body: bad)
    #expect(response.status == 422)
    #expect(
      response.detail?.contains("default:books[0]/copies: 987654321 is greater than 5") == true, "\(response.text)")
    #expect(response.text.contains(#""violations":[{"model":"default","path":"default:books[0]/copies""#))
    #expect(try Files.read(shop.path("default.json")) == before)
    // Values of the data are never in a log.
    #expect(try !server.errors.contains("987654321") && !server.log.joined().contains("987654321"))
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func hooksSeeAndRefuseChanges(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let (before, after) = (shop.machine.path("before"), shop.machine.path("after"))
    try shop.shop.hook(
      "before-change", "cat > '\(before)'; test ! -e '\(shop.machine.path("closed"))' || { echo closed; exit 3; }")
    try shop.shop.hook("changed", "cat > '\(after)'")
    let changed = try shop.changedDefault()
    let server = try shop.serve("-i", shop.shop.identity)
    let type = form == .plain ? "application/json" : "application/octet-stream"
    try Files.write("", to: shop.machine.path("closed"))
    let refused = try server.request("PUT", "/default.json", body: changed, type: type)
    #expect(refused.status == 409 && refused.detail == "the hook before-change refused the change: closed")
    try Files.remove(shop.machine.path("closed"))
    #expect(try server.request("PUT", "/default.json", body: changed, type: type).status == 204)
    for path in [before, after] {
      #expect(
        try shop.machine.run("jq", "-c", "[.changes[]|[.path,.new]]", path).line == #"[["default:books[0]/copies",8]]"#)
    }
  }

  @Test func withoutTheKeyEncryptedBytesAreStoredUnseen() throws {
    let shop = try FormedShop(.age)
    let changed = try shop.changedDefault()
    let log = shop.machine.path("seen")
    try shop.shop.hook("changed", "cat > '\(log)'")
    let server = try shop.serve()
    #expect(try server.request("PUT", "/default.json", body: changed, type: "application/octet-stream").status == 204)
    #expect(!Files.exists(log))
    // With the key, a document that is damaged inside is refused.
    let open = try shop.serve("-i", shop.shop.identity)
    let broken = try shop.encryptedForShop(Array("{\"books\": 1}".utf8))
    #expect(try open.request("PUT", "/default.json", body: broken, type: "application/octet-stream").status == 422)
    #expect(try Files.read(shop.path("default.json")) == changed)
  }

  @Test func aBusyWorkspaceIsTriedAgainLater() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--wait", "0")
    let holder = try ChildProcess(
      ["flock", "-x", shop.root + "/okit/.lock", "sleep", "60"], environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
    defer {
      holder.send(SIGKILL)
      _ = holder.wait()
    }
    var response = try server.request("PUT", "/_data/X.raw", body: [1], type: nil)
    for _ in 0..<100 where response.status != 503 {
      usleep(20_000)
      response = try server.request("PUT", "/_data/X.raw", body: [1], type: nil)
    }
    #expect(response.status == 503 && response.headers["retry-after"] == "1")
    #expect(response.detail == "another okit is using this workspace")
    // Reading does not wait for the writer.
    #expect(try server.get("/default.json").status == 200)
  }

  @Test func otherCommandsChangeTheDataAtTheSameTime() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let url = server.address
    // curl adds to one file as often as it gets its version; okit edits the model.
    let script = """
      for n in $(seq 20); do
        while :; do
          etag=$(curl -s -o file.$1 -w '%header{etag}' \(url)/_data/LOG.raw)
          echo "$1 $n" >> file.$1
          status=$(curl -s -o /dev/null -w '%{http_code}' -X PUT -H "If-Match: $etag" --data-binary @file.$1 \(url)/_data/LOG.raw)
          test "$status" = 412 || break
        done
        test "$status" = 204 || echo "$status"
      done
      """
    #expect(try server.request("PUT", "/_data/LOG.raw", body: Array("start\n".utf8), type: nil).status == 201)
    let folder = shop.machine.path("clients")
    try Files.makeFolder(folder)
    let clients = try (1...3).map { number in
      try ChildProcess(
        ["bash", "-c", script, "bash", "\(number)"], environment: shop.machine.environment, in: folder,
        streams: [.read("/dev/null"), .write(folder + "/out.\(number)"), .write(folder + "/err.\(number)")])
    }
    for copies in 1...10 { try shop.shop.okit("set", "books[0]/copies", "\(copies)") }
    for client in clients { #expect(client.wait() == .status(0)) }
    for number in 1...3 { #expect(try Files.text(folder + "/out.\(number)") == "") }
    let lines = try Files.text(shop.path("_data/LOG.raw")).split(separator: "\n")
    #expect(lines.count == 61 && Set(lines).count == 61)
    #expect(try shop.shop.okit("get", "books[0]/copies").line == "10")
    // The file that no entity names.
    try shop.shop.okit("attachment", "gc")
    #expect(try shop.shop.okit("check").text == "")
  }
}

extension FormedShop {
  /// The stored bytes of the model with one other value.
  func changedDefault() throws -> [UInt8] {
    let before = try Files.read(path("default.json"))
    try shop.okit("set", "books[0]/copies", "8")
    let changed = try Files.read(path("default.json"))
    try Files.write(before, to: path("default.json"))
    return changed
  }
}
