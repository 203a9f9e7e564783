import Glibc
import TestSupport
import Testing

/// Randomly changed requests at the socket of a running server. RequestFuzzer tests only okit's own parsers.
@Suite struct ServeRandomRequestTests {
  private static let body = #"{"id":"P1","name":"Ann"}"#
  private static let requests = [
    "GET /default.json HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: \"1\", W/\"2\"\r\nAccept-Encoding: gzip\r\n\r\n",
    "GET /_image/A.png HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-5,10-\r\nIf-Range: \"1\"\r\n\r\n",
    "GET /value?path=books%5B0%5D/name&model=default HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "GET /list?path=books&sort=-price&limit=2 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer abc\r\n\r\n",
    "HEAD /directory/G1.json HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n",
    "PUT /directory/P1.json HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIf-None-Match: *\r\n"
      + "Content-Length: 24\r\n\r\n" + body,
    "POST /_data/X.raw HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    "PUT /_data/Y.raw HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\nabc",
    "DELETE /_data/X.raw HTTP/1.1\r\nHost: localhost\r\nIf-Match: \"0\"\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
  ].map { Array($0.utf8) }
  private static let pieces = [
    "\r\n", "\n", "\r", "\0", " ", "\t", "%", "%00", "%2e%2e/", "../", "//", "?", "&", "=", ":", ",", "\"", "é",
    "HTTP/1.1",
    "Content-Length: 18446744073709551616\r\n", "Content-Length: -1\r\n", "Transfer-Encoding: chunked\r\n",
    "ffffffffffffffff\r\n",
    "Host: a\r\n", "Range: bytes=-0\r\n", String(repeating: "a", count: 70_000),
    "X-A: " + String(repeating: "b", count: 9000) + "\r\n",
  ].map { Array($0.utf8) }

  private static func changed(_ generator: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    // Several requests can follow each other in one connection.
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      bytes += requests.randomElement(using: &generator) ?? []
    }
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...9, using: &generator)))
      case 2: bytes.removeLast(bytes.count - place)
      case 3: bytes += bytes[place...]
      default: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
      }
    }
    return bytes
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func theServerSurvivesChangedRequests(_ form: FormedShop.Form) throws
  {
    let shop = try FormedShop(form)
    let server = try shop.serve()
    let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    func settings() throws -> FileTree {
      try FileTree(shop.root).without { $0.hasPrefix("okit/data") || $0 == "okit/.lock" }
    }
    let before = try settings()
    var generator = SeededGenerator(seed: Effort.seed)
    let count = Effort.isWhole ? 20_000 : 300
    var answers: [String: Int] = [:]
    for number in 0..<count {
      let request = Self.changed(&generator)
      let answer = try RecordedRequests.replay(request, to: port, within: 200)
      let status = answer.split(separator: " ").dropFirst().first.map(String.init) ?? "none"
      answers[status, default: 0] += 1
      #expect(answer.isEmpty || answer.hasPrefix("HTTP/1."), "request \(number), seed \(Effort.seed)")
      #expect(status != "500", "request \(number), seed \(Effort.seed): \(String(decoding: request, as: UTF8.self))")
      if number.isMultiple(of: 50) { #expect(try server.get("/healthz").status == 200) }
    }
    #expect(try server.get("/healthz").status == 200)
    #expect(try RecordedRequests.replay(Self.requests[0], to: port).hasPrefix("HTTP/1.1 200 "))
    #expect(server.stop() == .status(0))
    #expect(try settings() == before)
    // Accepted files are whole, and in the form of their models.
    for name in Files.files(below: shop.data) where name.hasSuffix(".json") {
      let bytes = try Files.read("\(shop.data)/\(name)")
      let isEncrypted = form == .age && (name.hasPrefix("default") || name.hasPrefix("directory"))
      if isEncrypted {
        #expect(bytes.starts(with: "age-encryption.org/v1\n".utf8), "\(name)")
      } else {
        try shop.machine.run("jq", "-e", "type", input: bytes)
      }
    }
    Effort.report("requests at a socket, \(form): \(count), answers \(answers.sorted { $0.key < $1.key })")
  }
}
