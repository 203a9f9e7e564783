import Testing

@testable import HTTPClient

@Suite struct HTTPURLTests {
  @Test(arguments: [
    ("example.com/api", "https://example.com/api"), ("https://Example.com:443/", "https://example.com"),
    ("localhost:8080", "http://localhost:8080"), ("127.0.0.1:8080/a/", "http://127.0.0.1:8080/a"),
    ("[::1]:80/x", "http://[::1]/x"), ("http://example.com/a%20b", "http://example.com/a%20b"),
    ("HTTPS://example.com", "https://example.com"), ("https://example.com:8443//", "https://example.com:8443"),
  ]) func aSchemeIsAddedAndUsualPortsAreLeftOut(_ text: String, _ expected: String) throws {
    #expect(try HTTPURL(text).description == expected)
  }

  @Test(arguments: [
    "", "ftp://example.com", "https://", "https://user:secret@example.com", "https://example.com/?a=1",
    "https://example.com/#a", "https://example.com/a b", "file:///etc/passwd", "https://example.com\r\nX: y",
  ]) func aTextThatIsNotTheURLOfAServerIsRefused(_ text: String) {
    let error = #expect(throws: HTTPError.self) { try HTTPURL(text) }
    #expect(error?.reason == .invalidURL)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func namesAreEncoded() throws {
    let url = try HTTPURL("https://example.com/api").appending(["my shop", "Ä/%?.json"])
    #expect(url.description == "https://example.com/api/my%20shop/%C3%84%2F%25%3F.json")
  }

  @Test(arguments: [
    ("/other", "https://example.com/other", true), ("next?x=1", "https://example.com/a/next?x=1", true),
    ("https://evil.example/", "https://evil.example", false), ("http://example.com/a", "http://example.com/a", false),
    ("//evil.example/a", "https://evil.example/a", false),
    ("https://example.com:444/", "https://example.com:444", false),
  ]) func redirectionsAreResolved(_ location: String, _ expected: String, _ isWithin: Bool) throws {
    let base = try HTTPURL("https://example.com/a/b.json")
    let target = try base.resolving(location)
    #expect(target.description == expected)
    #expect(target.hasOrigin(of: base) == isWithin)
  }
}
