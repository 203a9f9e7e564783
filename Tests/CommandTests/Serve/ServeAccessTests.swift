import Foundation
import Glibc
import TestSupport
import Testing

/// Tokens, TLS, addresses and hosts.
@Suite struct ServeAccessTests {
  static let reader = "reader-token-0123456789"
  static let writer = "writer-token-0123456789"

  private static func tokens(_ shop: FormedShop, _ text: String) throws -> String {
    try shop.machine.write(text, "tokens")
  }

  private static func bearer(_ token: String) -> String { "Authorization: Bearer \(token)" }

  /// Makes a certificate for this machine, in place of a former one. Returns the paths of it and of its key.
  private static func issue(_ name: String, _ shop: FormedShop) throws -> (certificate: String, key: String) {
    let (certificate, key) = (shop.machine.path("cert.pem"), shop.machine.path("key.pem"))
    try shop.machine.run(
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=\(name)", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out",
      certificate)
    return (certificate, key)
  }

  @Test func tooLargeBodyGetsAnAnswerThroughTLS() throws {
    let shop = try FormedShop(.plain)
    let (certificate, key) = try Self.issue("localhost", shop)
    let server = try shop.serve("--tls-cert", certificate, "--tls-key", key, "--max-body", "100kB", "--timeout", "2s")
    let program = """
      import select, socket, ssl, sys, time
      context = ssl.create_default_context(cafile=sys.argv[2])
      s = context.wrap_socket(socket.create_connection(("127.0.0.1", int(sys.argv[1]))), server_hostname="localhost")
      s.settimeout(60); start = time.time()
      s.sendall(b"PUT /_data/A.raw HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n")
      # The tickets of TLS 1.3 arrive first, so this waits for the time instead of for something to read.
      while time.time() - start < 3:
          s.sendall(b"1000\\r\\n" + b"x" * 4096 + b"\\r\\n"); time.sleep(0.02)
      print(s.recv(10000).split(b" ")[1].decode())
      """
    let port = try #require(server.address.split(separator: ":").last)
    #expect(try shop.machine.run("python3", "-c", program, String(port), certificate).lines == ["413"])
  }

  @Test func tokensHaveScopes() throws {
    let shop = try FormedShop(.plain)
    let hash = try shop.machine.run("sha256sum", input: Array(Self.writer.utf8)).text.prefix(64)
    let server = try shop.serve(
      "--tokens", Self.tokens(shop, "\(Self.reader) read directory\nsha256:\(hash) write default _data\n"))
    #expect(try server.get("/healthz").status == 200)
    for target in ["/default.json", "/value?path=.", "/metrics", "/events", "/list?path=books"] {
      let response = try server.get(target)
      #expect(response.status == 401 && response.headers["www-authenticate"]?.hasPrefix("Bearer") == true, "\(target)")
      #expect(try server.get(target, "-H", Self.bearer("wrong-token-0123456789")).status == 401)
    }
    let (read, write) = (Self.bearer(Self.reader), Self.bearer(Self.writer))
    #expect(try server.get("/directory.json", "-H", read).status == 200)
    #expect(try server.get("/default.json", "-H", read).status == 403)
    #expect(try server.get("/default.json", "-H", write).status == 200)
    #expect(try server.get("/directory.json", "-H", write).status == 403)
    #expect(try server.request("PUT", "/directory.json", body: [], type: nil, "-H", read).status == 403)
    #expect(try server.request("PUT", "/_data/A.raw", body: [1], type: nil, "-H", write).status == 201)
    #expect(try server.request("PUT", "/_image/A.png", body: [1], type: nil, "-H", write).status == 403)
    #expect(try server.get("/default.json", "-u", "any:\(Self.writer)").status == 200)
    #expect(try server.get("/value?path=directory:authors%5B0%5D/name", "-H", read).status == 200)
    #expect(try server.get("/value?path=books%5B0%5D/name&model=default", "-H", read).status == 403)
    #expect(try server.get("/value?path=nosuch&model=default", "-H", read).status == 403)
    #expect(try server.get("/list?class=Book", "-H", read).status == 403)
    #expect(try server.get("/events?model=directory&model=default", "-H", read).status == 403)
    // No token is in a log or a message.
    let said = try server.log.joined() + server.errors
    for token in [Self.reader, Self.writer, "wrong-token"] { #expect(!said.contains(token)) }
    #expect(
      try server.log.contains { $0.contains(" token1 [") && $0.contains("\"GET /directory.json HTTP/1.1\" 200 ") })
  }

  @Test func modelOutsideOfTheScopeIsLikeAnUnknownOne() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--tokens", Self.tokens(shop, "\(Self.reader) read directory\n\(Self.writer) read\n"))
    let read = Self.bearer(Self.reader)
    func answers() throws -> [String] {
      try [
        "/value?path=books&model=default", "/value?path=books&model=nosuch", "/value?path=default:books",
        "/value?path=nosuch:books", "/value?path=books", "/list?path=books&model=default", "/list?path=nosuch:books",
        "/list?path=default:books", "/list?class=Book", "/list?class=Nosuch", "/list?class=Book&model=default",
        "/list?class=Book&model=nosuch", "/value?path=directory:authors%5B0%5D/name&path=default:books",
      ].map { target in
        let response = try server.get(target, "-H", read)
        return "\(response.status) \(response.detail ?? "")"
      }
    }
    let refused = "403 the question needs a model that is not in the scope of the token or of the server"
    let whole = try Files.read(shop.path("default.json"))
    for content in [whole, Array("{\"books\": [1, 2,, 3]}".utf8), Array("age-encryption.org/v1\n".utf8), nil] {
      if let content {
        try Files.write(content, to: shop.path("default.json"))
      } else {
        try Files.remove(shop.path("default.json"))
      }
      #expect(Set(try answers()) == [refused])
    }
    // A reference can lead out of the scope, too.
    try Files.write(whole, to: shop.path("default.json"))
    let key = try shop.machine.run("jq", "-r", ".authors[0].id", shop.path("directory.json")).line
    let filter = ".books[0].author.refKey = \"\(key)\""
    try Files.write(
      shop.machine.run("jq", "-c", filter, shop.path("default.json")).bytes, to: shop.path("default.json"))
    let target = "/value?path=books%5B0%5D/author/ref/name"
    let open = try shop.serve("--models", "default")
    #expect(try shop.serve().get(target).status == 200)
    #expect(try open.get("/value?path=books%5B0%5D/name").status == 200)
    let directory = try Files.read(shop.path("directory.json"))
    for content in [directory, Array("{".utf8), Array("age-encryption.org/v1\n".utf8)] {
      try Files.write(content, to: shop.path("directory.json"))
      let response = try open.get(target)
      #expect("\(response.status) \(response.detail ?? "")" == refused)
    }
  }

  @Test func damagedDataIsNotTheFaultOfTheClient() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let whole = try Files.read(shop.path("default.json"))
    try Files.write("{\"books\": [1, 2,, 3]}", to: shop.path("default.json"))
    #expect(try server.get("/value?path=books").status == 500)
    #expect(try server.get("/value?path=x&model=..%2Fx").status == 400)
    #expect(try server.request("PUT", "/default.json", body: Array("{\"books\":".utf8)).status == 422)
    #expect(try server.request("PUT", "/default.json", body: whole).status == 204)
    try Files.write("class", to: shop.root + "/okit/rules/Book.json")
    #expect(try server.request("PUT", "/default.json", body: whole).status == 500)
  }

  @Test func hangUpReadsTheCertificateAgain() throws {
    let shop = try FormedShop(.plain)
    let (certificate, key) = try Self.issue("first", shop)
    let server = try shop.serve("--tls-cert", certificate, "--tls-key", key)
    let port = try #require(server.address.split(separator: ":").last)
    func subject() throws -> String {
      let words = ["openssl", "s_client", "-connect", "127.0.0.1:\(port)"]
      let text = try shop.machine.launch(words, [], [:], nil).text
      return text.split(separator: "\n").first { $0.hasPrefix("subject=") }.map(String.init) ?? text
    }
    #expect(try subject() == "subject=CN = first")
    let events = shop.machine.path("streams/events")
    let listener = try ChildProcess(
      ["curl", "-skN", server.address + "/events"], environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write(events), .write("/dev/null")])
    shop.shop.wait(for: events, listener)
    while try Files.text(events) != ": watching\n\n", listener.isRunning { usleep(10_000) }
    _ = try Self.issue("second", shop)
    server.send(SIGHUP)
    try server.waitForMessage("read the certificate again")
    #expect(try subject() == "subject=CN = second")
    #expect(try server.get("/default.json", "--cacert", certificate).status == 200)
    // A key that does not belong to it changes nothing.
    try Files.write(shop.machine.run("openssl", "genrsa", "2048").bytes, to: key)
    server.send(SIGHUP)
    try server.waitForMessage("the former certificate stays in use: ")
    #expect(try subject() == "subject=CN = second")
    // The first connection is still there, and the end of the server ends it.
    try shop.shop.okit("set", "books[0]/copies", "77")
    while try !Files.text(events).contains("\"new\":77"), listener.isRunning { usleep(10_000) }
    #expect(listener.isRunning)
    #expect(server.stop() == .status(0))
    #expect(listener.wait() == .status(0))
  }

  @Test func hangUpReadsTheTokensAgain() throws {
    let shop = try FormedShop(.plain)
    let path = try Self.tokens(shop, "\(Self.reader) read\n")
    let server = try shop.serve("--tokens", path)
    #expect(try server.get("/default.json", "-H", Self.bearer(Self.reader)).status == 200)
    let events = shop.machine.path("streams/events")
    let listener = try ChildProcess(
      ["curl", "-sN", server.address + "/events", "-H", Self.bearer(Self.reader)],
      environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write(events), .write("/dev/null")])
    shop.shop.wait(for: events, listener)
    while try Files.text(events) != ": watching\n\n", listener.isRunning { usleep(10_000) }
    try Files.write("\(Self.writer) read\n", to: path)
    server.send(SIGHUP)
    try server.waitForMessage("read the tokens again")
    // A stream would never end by itself, and its token is not valid any more.
    #expect(listener.wait() == .status(0))
    #expect(try server.get("/default.json", "-H", Self.bearer(Self.reader)).status == 401)
    #expect(try server.get("/default.json", "-H", Self.bearer(Self.writer)).status == 200)
    try Files.write("x\n", to: path)
    server.send(SIGHUP)
    try server.waitForMessage("the former tokens stay valid: ")
    #expect(try server.get("/default.json", "-H", Self.bearer(Self.writer)).status == 200)
  }

  @Test func fileOfTokensMustBePrivate() throws {
    let shop = try FormedShop(.plain)
    let path = try shop.machine.write("\(Self.reader) read\n", "tokens", mode: 0o640)
    let output = try shop.shop.okit("serve", "--listen", "127.0.0.1:0", "--tokens", path, status: 78)
    #expect(output.errors.contains("other users can read") && output.errors.contains("chmod 600"))
  }

  @Test func otherMachinesNeedTokensAndTLS() throws {
    let shop = try FormedShop(.plain)
    let path = try Self.tokens(shop, "\(Self.reader) read\n")
    let open = try shop.shop.okit("serve", "--listen", "0.0.0.0:0", status: 64)
    #expect(open.errors.contains("but there are no tokens"))
    let clear = try shop.shop.okit("serve", "--listen", "0.0.0.0:0", "--tokens", path, status: 64)
    #expect(clear.errors.contains("but there is no TLS"))
    let server = try shop.serve("--insecure", listen: "0.0.0.0:0")
    #expect(try server.get("/healthz").status == 200)
  }

  @Test func certificateIsUsed() throws {
    let shop = try FormedShop(.plain)
    let (certificate, key) = try Self.issue("localhost", shop)
    let server = try shop.serve("--tls-cert", certificate, "--tls-key", key)
    #expect(server.address.hasPrefix("https://"))
    let response = try server.get("/default.json", "--cacert", certificate)
    #expect(response.bytes == (try Files.read(shop.path("default.json"))))
    #expect(response.headers["strict-transport-security"] != nil)
    let big = SampleAttachment.pngSignature + Array(repeating: 5, count: 3_000_000)
    #expect(try server.request("PUT", "/_image/B.png", body: big, type: nil, "--cacert", certificate).status == 201)
    #expect(try server.get("/_image/B.png", "--cacert", certificate).bytes == big)
    #expect(throws: Served.Failure.self) { try server.get("/default.json") }
    #expect(throws: Served.Failure.self) {
      try server.get("/default.json", "--cacert", certificate, "--tls-max", "1.1")
    }
    try shop.machine.run("openssl", "genrsa", "-out", shop.machine.path("other.pem"), "2048")
    chmod(shop.machine.path("other.pem"), 0o600)
    let words = ["--tls-cert", certificate, "--tls-key", shop.machine.path("other.pem")]
    let output = try shop.shop.okit(["serve", "--listen", "127.0.0.1:0"] + words, status: 78)
    #expect(output.errors.contains("the certificate and its key may not match"))
  }

  @Test func unixSocketIsServedAndRemoved() throws {
    let shop = try FormedShop(.plain)
    let path = shop.machine.path("sock")
    let server = try shop.serve(listen: "unix:" + path)
    #expect(try server.get("/default.json").bytes == Files.read(shop.path("default.json")))
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o660)
    let second = try shop.shop.okit("serve", "--listen", "unix:" + path, status: 73)
    #expect(second.errors.contains("already listens"))
    #expect(server.stop() == .status(0))
    #expect(!Files.exists(path))
    // The socket of a server that was killed is replaced.
    let killed = try shop.serve(listen: "unix:" + path)
    killed.stop(SIGKILL)
    #expect(Files.exists(path))
    #expect(try shop.serve(listen: "unix:" + path).get("/healthz").status == 200)
  }

  @Test func requestsOfWebPagesAreRefused() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    #expect(try server.get("/default.json", "-H", "Host: attacker.example").status == 421)
    #expect(try server.get("/default.json", "-H", "Origin: http://attacker.example").status == 403)
    #expect(try server.get("/default.json", "-H", "Host: localhost:1").status == 200)
    #expect(try server.request("OPTIONS", "/default.json").status == 405)
  }

  @Test func readOnlyServerRefusesChanges() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--read-only")
    let before = try FileTree(shop.root)
    #expect(try server.request("PUT", "/_data/A.raw", body: [1], type: nil).status == 403)
    #expect(try server.request("DELETE", "/default.json").status == 403)
    #expect(try server.get("/default.json").status == 200)
    #expect(try FileTree(shop.root).differences(from: before) == [])
  }

  @Test func invalidOptionsAreUsageErrors() throws {
    let shop = try FormedShop(.plain)
    for words in [
      ["--listen", "nonsense"], ["--listen", "1.2.3.4:99999"], ["--tls-cert", "x"], ["--max-body", "-1"],
      ["--timeout", "0"], ["--max-connections", "0"], ["--max-connections-per-address", "0"],
    ] {
      try shop.shop.okit(["serve"] + words, status: 64)
    }
    try shop.shop.okit("serve", "--models", "../x", "--listen", "127.0.0.1:0", status: 65)
  }
}
