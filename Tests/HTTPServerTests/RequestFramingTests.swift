import Testing

@testable import HTTPServer

@Suite struct RequestFramingTests {
  private static func fault(_ headers: [(name: String, value: String)], version: String = "HTTP/1.1") -> String? {
    RequestFraming.fault(of: HTTPRequest(method: "PUT", rawTarget: "/a", version: version, headers: headers))
  }

  @Test func headerWithOneEndIsAccepted() {
    #expect(Self.fault([("host", "a")]) == nil)
    #expect(Self.fault([("host", "a"), ("content-length", "0")]) == nil)
    #expect(Self.fault([("host", "a"), ("transfer-encoding", "Chunked")]) == nil)
    #expect(Self.fault([("x-a!#$%&'*+.^_`|~1", "")], version: "HTTP/1.0") == nil)
  }

  @Test(arguments: [
    "", "host: a|host: a", "host: a|content-length: 1|content-length: 1", "host: a|content-length: 1,1",
    "host: a|content-length:", "host: a|content-length: +1", "host: a|content-length: 1|transfer-encoding: chunked",
    "host: a|transfer-encoding: gzip", "host: a|transfer-encoding: gzip, chunked",
    "host: a|transfer-encoding: chunked ",
    "host: a|transfer-encoding: chunked|transfer-encoding: chunked", "host: a|content-length : 1", "host: a|: 1",
    "host: a|a\tb: 1", "host: a|é: 1",
  ])
  func headerWithSeveralMeaningsIsRefused(text: String) {
    let headers = text.split(separator: "|").map { line in
      let colon = line.firstIndex(of: ":")!
      return (name: String(line[..<colon]), value: String(line[colon...].dropFirst(line.hasSuffix(":") ? 1 : 2)))
    }
    #expect(Self.fault(headers) != nil)
  }

  @Test func chunksNeedHTTP11() {
    #expect(Self.fault([("transfer-encoding", "chunked")], version: "HTTP/1.0") != nil)
  }

  @Test func targetHasNoSpace() {
    #expect(RequestFraming.fault(of: HTTPRequest(method: "GET", rawTarget: "/a b", headers: [("host", "a")])) != nil)
  }
}
