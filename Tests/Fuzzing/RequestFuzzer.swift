import Ciphers
import HTTPServer
import JSONDocument
import OKitEditing
import OKitModels
import OKitServer
import OKitStorage

extension Fuzzer {
  /// The parts of requests: a target leads only to a file in the data folder, a range lies in its file, a list of tags is one of its forms, a header
  /// that is accepted has one end, and a token is never shown. The input is a target, a byte 0 and the values of headers, or a file of tokens.
  static let request = Fuzzer(
    name: "request",
    seeds: {
      Seeds.texts(
        "/default.json\u{0}\"a\", W/\"b\"\u{0}bytes=0-7", "/directory/5C2C%359D.json?x=1\u{0}*\u{0}bytes=-5",
        "/_image/A.png\u{0}Sun, 06 Nov 1994 08:49:37 GMT",
        "/value?path=books%5B0%5D/name&path=x+y\u{0}Bearer 0123456789",
        "http://host/_data/a%20b.raw#x\u{0}Basic dXNlcjpvcGVuIHNlc2FtZQ==\u{0}[::1]:80",
        "0123456789abcdef read default _image\n# x\nsha256:00 write\n",
        "/a.json\u{0}Host: a\u{0}Content-Length: 5\u{0}Content-Length: 6",
        "/a.json\u{0}host: a\u{0}transfer-encoding: chunked", "/a.json\u{0}host: a\u{0}content-length : 5",
        "/a.json\u{0}host: a\u{0}transfer-encoding: gzip, chunked\u{0}content-length: 1")
    }
  ) { input in
    let parts = input.split(separator: 0, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    if let target = RequestTarget(parsing: texts[0]) { requireInside(target) }
    for (index, text) in texts.enumerated() {
      for size in [0, 1, 10, Int64.max] {
        guard case .part(let part) = ByteRange(parsing: text, size: size) else { continue }
        require(part.lowerBound >= 0 && part.upperBound <= size && !part.isEmpty, "a range lies in its file")
      }
      if let time = HTTPDate.seconds(text) {
        require(time < 0 || HTTPDate.seconds(HTTPDate.text(time)) == time, "a date is a time")
      }
      if case .tags(let strong, let weak)? = EntityTagCondition(parsing: [text]) {
        for tag in strong + weak {
          let list = EntityTagCondition(parsing: [tag.description])
          require(list?.matches(tag) == true, "a tag of a list is a list")
        }
      }
      _ = parts[index].withUnsafeBytes { Credential(authorization: $0)?.digest }
      if let address = ListenAddress(parsing: text) {
        require(ListenAddress(parsing: address.description) == address, "an address is read as it is printed")
      }
      _ = HostName.isLoopback(text)
    }
    requireOneEnd(texts)
    do {
      let tokens = try AccessTokens(parsing: JSONBytes(input, secret: true), path: FilePath(text: "tokens"))
      for entry in tokens.entries { require(tokens.entry(entry.digest)?.line == entry.line, "a token is found") }
    } catch let error as OKitError {
      require(error.message.utf8.count < 1000, "an error does not show a line")
    }
  }

  /// Checks the rules for headers in another way than `RequestFraming` does.
  private static func requireOneEnd(_ texts: [String]) {
    let headers = texts.dropFirst().map { text in
      let colon = text.firstIndex(of: ":") ?? text.endIndex
      return (name: text[..<colon].lowercased(), value: String(text[colon...].dropFirst().drop { $0 == " " }))
    }
    let request = HTTPRequest(method: "PUT", rawTarget: texts[0], headers: headers)
    if RequestFraming.fault(of: request) != nil { return }
    func values(_ word: String) -> [String] {
      headers.filter { $0.name.filter { !$0.isWhitespace } == word }.map { $0.value.lowercased() }
    }
    let (lengths, encodings) = (values("content-length"), values("transfer-encoding"))
    require(values("host").count == 1, "a request has one host")
    require(lengths.count + encodings.count <= 1, "a body has one end")
    require(encodings.allSatisfy { $0 == "chunked" }, "a body is encoded in one way")
    require(
      lengths.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } && !$0.isEmpty }, "a length is a number")
  }

  private static func requireInside(_ target: RequestTarget) {
    guard let file = try? StoredFile(components: target.path) else { return }
    let components = file.path.components
    require((1...2).contains(components.count), "a file is in the data folder or in a folder there")
    for component in components {
      require(PathComponent.fault(of: component) == nil, "a part of the path is one: \(component)")
    }
  }
}
