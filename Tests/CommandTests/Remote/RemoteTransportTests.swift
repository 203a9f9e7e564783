import Foundation
import Glibc
import TestSupport
import Testing

/// Certificates, proxies, HTTP/2 and compression, with nginx.
@Suite struct RemoteTransportTests {
  private func serve(_ site: SecureSite) throws {
    try Files.makeFolder(site.folder + "/api")
    try Files.write(RemoteShop.shop, to: site.folder + "/api/shop.json")
  }

  /// The log after it contains a text. nginx writes it after the answer.
  private func logged(_ site: SecureSite, _ text: String = "\n") throws -> String {
    for _ in 0..<3000 {
      let log = try Files.text(site.log)
      if log.contains(text) { return log }
      usleep(10_000)
    }
    return ""
  }

  @Test func answersComeByHTTP2AndCompressed() throws {
    let shop = try RemoteShop()
    let site = try SecureSite(shop.machine, "localhost")
    try serve(site)
    try shop.use(#""https://localhost:\#(site.port)/api""#)
    try shop.okit("get", "books[0]/name", "--cacert", site.authority, status: 64)
    shop.machine.environment["OKIT_CACERT"] = site.authority
    #expect(try shop.okit("get", "books[0]/name").line == "One")
    let seen = try logged(site)
    #expect(seen.hasPrefix(#"HTTP/2.0 "GET /api/shop.json HTTP/2.0" 200 "gzip" "-""#), "\(seen)")
  }

  @Test func aServerCanAskForACertificate() throws {
    let shop = try RemoteShop()
    let site = try SecureSite(shop.machine, "localhost", asksForCertificate: true)
    try serve(site)
    try shop.use(#""https://localhost:\#(site.port)/api""#)
    let trust = ["remote", "status", "--cacert", site.authority]
    try shop.machine.okit(trust, status: 65, in: shop.root)
    let (certificate, key) = try site.certificate("ann", shop.machine)
    let status = try shop.machine.okit(trust + ["--cert", certificate, "--key", key], in: shop.root)
    #expect(status.text.contains("on the server"))
    #expect(try logged(site, #"200 "gzip" "CN=ann""#).contains("CN=ann"))
    let other = try site.certificate("bob", shop.machine)
    let wrong = try shop.machine.okit(
      trust + ["--cert", certificate, "--key", other.key], status: 78, in: shop.root)
    #expect(wrong.errors.split(separator: "\n").count == 1, "\(wrong.errors)")
    // Both can be in one file, and in variables.
    let both = shop.machine.path("both.pem")
    try Files.write(Files.text(certificate) + Files.text(key), to: both)
    shop.machine.environment["OKIT_CERT"] = both
    shop.machine.environment["OKIT_CACERT"] = site.authority
    #expect(try shop.okit("get", "books[0]/name").line == "One")
  }

  @Test func anExpiredCertificateIsRefused() throws {
    let shop = try RemoteShop()
    let site = try SecureSite(shop.machine, "localhost", days: -1)
    try serve(site)
    try shop.use(#""https://localhost:\#(site.port)/api""#)
    let refused = try shop.okit("remote", "status", "--cacert", site.authority, status: 74)
    #expect(refused.errors.contains("expired"), "\(refused.errors)")
    #expect(try Files.text(site.log).isEmpty)
  }

  /// The proxy only connects: it sees neither the token nor the path.
  @Test func aProxySeesNoCredentials() throws {
    let shop = try RemoteShop()
    let site = try SecureSite(shop.machine, "shop.example")
    try serve(site)
    let log = shop.machine.path("proxy.log")
    let script = try shop.machine.write(Self.proxy, "proxy.py")
    let proxy = try ChildProcess(
      ["python3", script, log, "\(site.port)"], environment: shop.machine.environment, in: shop.machine.folder,
      streams: [.read("/dev/null"), .write(shop.machine.path("port")), .write(shop.machine.path("err"))])
    var isOver = false
    func end() {
      if !isOver { proxy.send(SIGKILL) }
      if !isOver { _ = proxy.wait() }
      isOver = true
    }
    defer { end() }
    var port = ""
    while port.isEmpty {
      usleep(10_000)
      try #require(proxy.isRunning)
      port = try Files.text(shop.machine.path("port")).trimmingCharacters(in: .newlines)
    }
    try shop.use(#""https://shop.example:\#(site.port)/api""#)
    shop.machine.environment["https_proxy"] = "http://127.0.0.1:\(port)"
    shop.machine.environment["OKIT_CACERT"] = site.authority
    shop.machine.environment["OKIT_TOKEN_FILE"] = try shop.machine.write("sesame\n", "token", mode: 0o600)
    #expect(try shop.okit("get", "books[0]/name").line == "One")
    let seen = try Files.text(log)
    #expect(seen.hasPrefix("CONNECT shop.example:\(site.port) HTTP/1.1"), "\(seen)")
    #expect(!seen.contains("sesame") && !seen.contains("shop.json") && !seen.lowercased().contains("authorization"))
    end()
    try shop.okit("get", "books[0]/name", status: 75)
  }

  /// Connects each client to the port of the second argument, and logs what it reads before. Prints its own port.
  private static let proxy = """
    import socket, sys, threading
    listener = socket.create_server(("127.0.0.1", 0))
    print(listener.getsockname()[1], flush=True)

    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        target.close()

    while True:
        client, _ = listener.accept()
        request = b""
        while b"\\r\\n\\r\\n" not in request:
            request += client.recv(65536)
        open(sys.argv[1], "ab").write(request)
        server = socket.create_connection(("127.0.0.1", int(sys.argv[2])))
        client.sendall(b"HTTP/1.1 200 Connection established\\r\\n\\r\\n")
        for pair in [(client, server), (server, client)]:
            threading.Thread(target=copy, args=pair, daemon=True).start()

    """
}
