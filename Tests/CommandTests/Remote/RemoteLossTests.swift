import Glibc
import TestSupport
import Testing

/// Connections that end at a bad moment.
@Suite struct RemoteLossTests {
  /// The change arrives, but not the answer.
  @Test(arguments: ["POST", "DELETE"]) func aLostAnswerIsNoConflict(_ method: String) throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    if method == "POST" {
      try shop.okit("set", "books[0]/price", "9")
    } else {
      try shop.okit("remove", "groups[0]", "--force")
    }
    shop.server.answer { request, count in request.method == method && count < 4 ? .cut(after: 0) : nil }
    try shop.okit("remote", "push")
    #expect(try shop.okit("remote", "status").text.contains("same"))
    if method == "POST" {
      #expect(shop.requests().count { $0 == "POST /api/shop.json" } == 1)
      #expect(try shop.served(".books[0].price") == "9")
    } else {
      #expect(shop.server["/api/shop/G1.json"] == nil)
    }
  }

  @Test func whatWasSentBeforeACrashIsCommon() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    try shop.okit("set", "books[0]/price", "9")
    // The change arrives, and then the server is gone.
    shop.server.answer { request, _ in request.method == "POST" ? .cut(after: 0) : .bytes([]) }
    try shop.okit("remote", "push", status: 75)
    #expect(try shop.served(".books[0].price") == "9")
    shop.server.answer { _, _ in nil }
    #expect(try shop.okit("remote", "status").text.contains("same"))
    // It was changed here, not there: an undo counts.
    try shop.okit("undo")
    try shop.okit("remote", "sync")
    #expect(try shop.served(".books[0].price") == "1.50" || shop.served(".books[0].price") == "1.5")
    #expect(try shop.okit("get", "books[0]/price").line == "1.50")
  }

  @Test func aSecondChangeAfterALostAnswerIsNoConflict() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    for price in ["9", "10"] {
      try shop.okit("set", "books[0]/price", price)
      shop.server.answer { request, _ in request.method == "POST" ? .cut(after: 0) : .bytes([]) }
      try shop.okit("remote", "push", status: 75)
      shop.server.answer { _, _ in nil }
    }
    try shop.okit("remote", "sync")
    #expect(try shop.served(".books[0].price") == "10")
  }

  /// An interrupted push leaves files on the server that nothing refers to yet. They still belong to this workspace after they changed here.
  @Test(arguments: [true, false], ["put", "remove"])
  func aNewAttachmentOfAnInterruptedPushCanChange(_ hasPreconditions: Bool, _ change: String) throws {
    let shop = try RemoteShop(hasPreconditions ? #","preconditions":true"# : "")
    try shop.okit("remote", "pull")
    let files = ["first", "second"].map(shop.machine.path)
    for (file, text) in zip(files, ["first", "second one"]) {
      try Files.write(SampleAttachment.pngSignature + Array(text.utf8), to: file)
    }
    try shop.okit("attachment", "put", "books[0]/photo", files[0])
    let isDocument = { @Sendable (request: StubServer.Request) in
      request.method == "POST" && request.path == "/api/shop.json"
    }
    shop.server.answer { request, _ in isDocument(request) ? .bytes([]) : nil }
    try shop.okit("remote", "push", status: 75)
    let sent = try #require(
      Files.files(below: shop.data).first { $0.hasSuffix(".png") && !$0.hasSuffix("P1.png") })
    #expect(try shop.server["/api/" + sent] == Files.read(files[0]))
    if change == "put" {
      try shop.okit("attachment", "put", "books[0]/photo", files[1])
    } else {
      try shop.okit("remove", "books[0]/photo")
    }
    // A second interruption loses nothing of that. The document is the former one if the picture was removed.
    try shop.okit("remote", "push", status: change == "put" ? 75 : 0)
    shop.server.answer { _, _ in nil }
    try shop.okit("remote", "sync")
    #expect(try shop.server["/api/" + sent] == (change == "put" ? Files.read(files[1]) : nil))
    #expect(try shop.okit("remote", "status").text.contains("same"))
    try shop.expectFilesOfServer()
  }

  /// Removals come last, so a kill can leave all of them, and nothing on the server refers to these files any more.
  @Test func aKilledPushOfRemovalsIsFinished() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    try shop.okit("remove", "groups[0]", "books[1]", "--yes")
    shop.server.answer { request, _ in request.method == "DELETE" ? Self.slowAnswer : nil }
    try killPush(shop) { $0.contains("DELETE ") }
    shop.server.answer { _, _ in nil }
    try shop.okit("remote", "push")
    #expect(shop.server["/api/shop/G1.json"] == nil && shop.server["/api/_image/P1.png"] == nil)
    #expect(try shop.okit("remote", "status").text.contains("same"))
  }

  @Test func twoKilledPushesOfANewAttachmentAreFinished() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    let file = shop.machine.path("picture")
    for (text, isStored) in [("first", true), ("second one", false)] {
      try Files.write(SampleAttachment.pngSignature + Array(text.utf8), to: file)
      try shop.okit("attachment", "put", "books[0]/photo", file)
      shop.server.answer { request, _ in
        request.method == "POST" && (!isStored || request.path == "/api/shop.json") ? Self.slowAnswer : nil
      }
      try killPush(shop) { $0.contains(isStored ? "POST /api/shop.json" : "POST ") }
    }
    shop.server.answer { _, _ in nil }
    try shop.okit("remote", "push")
    try shop.expectFilesOfServer()
    #expect(try shop.okit("remote", "status").text.contains("same"))
  }

  private static let slowAnswer = StubServer.Answer.endless(
    Array("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\n".utf8), [0x20])

  /// Kills a push when the server has got these requests.
  private func killPush(_ shop: RemoteShop, when isDue: (String) -> Bool) throws {
    _ = shop.requests()
    var requests = ""
    let child = try ChildProcess(
      [Machine.okit, "remote", "push"], environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
    let deadline = ContinuousClock.now + .seconds(60)
    while child.isRunning, ContinuousClock.now < deadline {
      requests += shop.requests().joined(separator: "\n") + "\n"
      if isDue(requests) { break }
      usleep(5000)
    }
    child.send(SIGKILL)
    #expect(child.wait() == .signal(SIGKILL), "\(requests)")
  }

  /// A server such as nginx makes its tags of the second of a change, so two changes in one second can have the same.
  @Test(arguments: ["/api/shop.json", "/api/_image/P1.png"])
  func aTagOfThePresentSecondIsNotTrusted(_ path: String) throws {
    let shop = try RemoteShop("")
    func answer(_ bytes: [UInt8], at date: String) {
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\nETag: \"1\"\r\n"
      let times = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nDate: \(date)\r\n\r\n"
      shop.server.answer { request, _ in
        guard request.path == path, request.method == "GET" else { return nil }
        if request.fields["if-none-match"] == "\"1\"" { return .status(304) }
        return .bytes(Array((head + times).utf8) + bytes)
      }
    }
    let first = try #require(shop.server[path])
    let second = first.dropLast() + (path.hasSuffix("json") ? Array("}\n".utf8) : Array("!".utf8))
    shop.server[path] = first
    answer(first, at: "Sun, 06 Nov 1994 08:49:37 GMT")
    try shop.okit("remote", "pull")
    answer(Array(second), at: "Sun, 06 Nov 1994 08:50:00 GMT")
    try shop.okit("remote", "pull")
    #expect(try Files.read(shop.data + path.dropFirst("/api".count)) == Array(second))
    _ = shop.requests()
    // From now on, the tag is that of this version.
    try shop.okit("remote", "pull")
    #expect(shop.server.takeRequests().contains { $0.path == path && $0.fields["if-none-match"] == "\"1\"" })
  }

  /// Without a history, nothing would keep the side that loses.
  @Test(arguments: ["--ours", "--theirs"]) func withoutAHistoryNoConflictIsSettled(_ side: String) throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    try Files.write(
      shop.machine.run("jq", ".history = {\"steps\": 0}", shop.configuration).bytes, to: shop.configuration)
    try shop.okit("set", "books[0]/price", "9", "--yes")
    shop.server["/api/shop.json"] = Array(RemoteShop.shop.replacing("1.50", with: "5").utf8)
    let before = try shop.tree()
    let output = try shop.okit("remote", "sync", side, status: 78)
    #expect(output.errors.contains("without a history one side would be lost"), "\(output.errors)")
    #expect(try shop.tree().differences(from: before) == [])
    #expect(try shop.served(".books[0].price") == "5")
  }

  /// Each side replaced a picture, but only one has another size, which is in the document.
  @Test(arguments: ["--ours", "--theirs", "--edit"]) func anAttachmentKeepsTheSizeOfItsFile(_ side: String) throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    let path = "/_image/P1.png"
    let (mine, other) = (RemoteShop.picture + Array(" mine".utf8), RemoteShop.picture.dropLast() + Array("!".utf8))
    try Files.write(mine, to: shop.machine.path("mine"))
    try shop.okit("attachment", "put", "books[1]/photo", shop.machine.path("mine"))
    shop.server["/api" + path] = Array(other)
    try shop.machine.useEditor(#"sed -i 's/: "here"/: "server"/' "$1""#)
    try shop.okit("remote", "sync", side)
    let kept = side == "--ours" ? mine : Array(other)
    #expect(try Files.read(shop.data + path) == kept)
    #expect(try shop.okit("get", "books[1]/photo/size").line == "\(kept.count)")
    #expect(try shop.served(".books[1].photo.size") == "\(kept.count)")
    try shop.expectFilesOfServer()
    try shop.okit("check")
  }

  /// Some servers compress files without being asked.
  @Test func compressedAttachmentsAreStoredAsTheyWere() throws {
    let shop = try RemoteShop()
    let packed = try shop.machine.run("gzip", "-c", input: RemoteShop.picture).bytes
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
    shop.server.answer { request, _ in
      request.path == "/api/_image/P1.png" ? .bytes(Array(head.utf8) + packed) : nil
    }
    try shop.okit("remote", "pull")
    #expect(try Files.read(shop.data + "/_image/P1.png") == RemoteShop.picture)
    shop.server.answer { request, _ in
      request.path == "/api/_image/P1.png" ? .bytes(Array(head.utf8) + packed.dropLast(3)) : nil
    }
    try shop.okit("model", "delete", "shop", "--yes")
    try shop.okit("remote", "pull", "shop", status: 75)
  }

  /// An answer ends within its header or its body.
  @Test(arguments: ["/api/shop.json", "/api/shop/G1.json", "/api/_image/P1.png"])
  func aCutAnswerChangesNothing(_ path: String) throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    let before = try FileTree(shop.data)
    let changed = Array((shop.server.text(path) ?? "").utf8)
    let bytes = path.hasSuffix("png") ? Array(RemoteShop.picture.dropLast() + [0x21]) : changed + [0x20]
    shop.server[path] = bytes
    for count in [10, 30, 60, 64 + bytes.count] {
      shop.server.answer { request, _ in request.path == path ? .cut(after: count) : nil }
      try shop.okit("remote", "pull", status: 75)
      #expect(try FileTree(shop.data).differences(from: before) == [], "cut after \(count)")
    }
    shop.server.answer { _, _ in nil }
    try shop.okit("remote", "pull")
    #expect(try Files.read(shop.data + path.dropFirst("/api".count)) == bytes)
  }

  @Test(arguments: ["/api/shop.json", "/api/shop/G1.json", "/api/_image/P1.png"], [true, false])
  func aFileWhoseAnswerWasCutIsReadAgain(_ path: String, _ pulls: Bool) throws {
    let shop = try RemoteShop()
    let served = try #require(shop.server[path])
    // All but the last two bytes arrive, twice.
    let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(served.count)\r\n\r\n"
    shop.server.answer { request, count in
      guard request.path == path, request.method == "GET", count < 2 else { return nil }
      return .bytes(Array(head.utf8) + served.dropLast(2))
    }
    if pulls {
      try shop.okit("remote", "pull")
      #expect(try Files.read(shop.data + path.dropFirst("/api".count)) == served)
    } else {
      let output = shop.machine.path("photo")
      try shop.okit("attachment", "get", "shop:books[1]/photo", "-o", output)
      #expect(try Files.read(output) == RemoteShop.picture)
      #expect(try shop.okit("get", "shop:groups[0]/group/name").line == "First")
    }
    #expect(shop.requests().count { $0 == "GET \(path)" } > 1)
  }

  @Test func anAttachmentWithoutALengthMustHaveTheSizeOfItsEntity() throws {
    let shop = try RemoteShop()
    func answer(_ bytes: [UInt8]) {
      shop.server.answer { request, _ in
        request.path == "/api/_image/P1.png" ? .bytes(Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + bytes) : nil
      }
    }
    answer(Array(RemoteShop.picture.dropLast(3)))
    #expect(try shop.okit("remote", "pull", status: 75).errors.contains("has 10 bytes, but its entity says 13"))
    #expect(Files.files(below: shop.data) == [])
    answer(RemoteShop.picture)
    try shop.okit("remote", "pull")
    #expect(try Files.read(shop.data + "/_image/P1.png") == RemoteShop.picture)
  }

  @Test func anInvalidTagIsNoPrecondition() throws {
    let shop = try RemoteShop()
    try shop.okit("remote", "pull")
    let served = RemoteShop.shop.replacing("1.50", with: "7")
    shop.server.answer { request, _ in
      guard request.path == "/api/shop.json", request.method == "GET" else { return nil }
      let head = "HTTP/1.1 200 OK\r\nETag: \r\nContent-Length: \(served.utf8.count)\r\nConnection: close\r\n\r\n"
      return .bytes(Array((head + served).utf8))
    }
    try shop.okit("remote", "pull")
    try shop.okit("set", "books[1]/price", "3")
    _ = shop.requests()
    try shop.okit("remote", "push", status: 75)
    // The version was compared.
    #expect(shop.requests().first == "GET /api/shop.json")
  }

  @Test func okitServeBehindAProxyThatBreaksConnections() throws {
    let shop = try RemoteShop()
    let machine = shop.machine
    let root = machine.path("served")
    try machine.okit("init", root)
    try Files.copy(shop.root + "/okit/model/Shop.swift", to: root + "/okit/model/Shop.swift")
    try Files.write(
      RemoteShop.shop.replacing(#","photo":{"id":"P1""#, with: #","none":{"id":"P1""#),
      to: root + "/okit/data/shop.json")
    let served = try Served(machine, root, [])
    let port = try #require(UInt16(served.address.split(separator: ":").last ?? ""))
    let proxy = try BreakingProxy(to: port, seed: 7)
    try shop.use(#"{"url":"http://127.0.0.1:\#(proxy.port)","preconditions":true}"#)
    var confirmed = 0
    for number in 1...25 {
      let output = try machine.launch([Machine.okit, "set", "books[0]/price", "\(number)"], [], [:], shop.root)
      #expect([.status(0), .status(75)].contains(output.end), "\(output.errors)")
      if output.end == .status(0) { confirmed = number }
      let stored = try machine.run("jq", ".books[0].price", root + "/okit/data/shop.json").line
      // A change that was not confirmed may have arrived, but none that was confirmed is lost.
      #expect(Int(stored) ?? 0 >= confirmed, "\(number): \(stored)")
    }
    #expect(confirmed > 0 && proxy.broken > 0)
    proxy.breaksConnections = false
    try shop.okit("set", "books[0]/price", "99")
    #expect(try machine.run("jq", ".books[0].price", root + "/okit/data/shop.json").line == "99")
    #expect(Files.files(below: shop.data) == [])
    #expect(served.stop() == .status(0))
  }
}
