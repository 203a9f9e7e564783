import Testing

@testable import HTTPServer

@Suite struct RequestTargetTests {
  @Test func pathAndParametersAreDecoded() throws {
    let target = try #require(RequestTarget(parsing: "/a%20b/%C3%A9.json?path=books%5B0%5D%2Fname&x=1+2&empty=&bare"))
    #expect(target.path == ["a b", "é.json"])
    #expect(target.values(of: "path") == ["books[0]/name"])
    #expect(target.values(of: "x") == ["1 2"])
    #expect(target.values(of: "empty") == [""] && target.values(of: "bare") == [""])
  }

  @Test func slashInAnEscapeDoesNotSplitThePath() throws {
    #expect(try #require(RequestTarget(parsing: "/a%2Fb.json")).path == ["a/b.json"])
    #expect(try #require(RequestTarget(parsing: "/..%2f..%2Fetc")).path == ["../../etc"])
  }

  @Test func pathOfARootHasOneEmptyPart() throws {
    #expect(try #require(RequestTarget(parsing: "/")).path == [""])
    #expect(try #require(RequestTarget(parsing: "//x/")).path == ["", "x", ""])
  }

  @Test func absoluteTargetIsReducedToItsPath() throws {
    #expect(try #require(RequestTarget(parsing: "http://host:8123/default.json?a=b")).path == ["default.json"])
  }

  @Test func fragmentIsIgnored() throws {
    #expect(try #require(RequestTarget(parsing: "/default.json#top")).path == ["default.json"])
  }

  @Test(arguments: ["", "*", "default.json", "/%", "/%2", "/%zz", "/%ff", "/x?a=%ff", "http://host"])
  func malformedTargetIsRefused(text: String) {
    #expect(RequestTarget(parsing: text) == nil)
  }

  @Test func escapesAreDecoded() {
    #expect(PercentEncoding.decoded("a%20b%2F%C3%A9".utf8) == "a b/é")
    #expect(PercentEncoding.decoded("%2e%2E%00-._~".utf8) == "..\u{0}-._~")
  }
}
