import Ciphers
import JSONDocument
import OKitStorage
import Testing

@testable import OKitServer

@Suite struct AccessTokensTests {
  static let token = "0123456789abcdef0123456789abcdef"

  static func tokens(_ text: String) throws -> AccessTokens {
    try AccessTokens(parsing: JSONBytes(Array(text.utf8)), path: FilePath(text: "tokens"))
  }

  static func digest(_ text: String) -> SHA256Digest { Array(text.utf8).withUnsafeBytes { SHA256Hasher.hash($0) } }

  @Test func tokenAndItsHashGiveTheSameAccess() throws {
    for word in [Self.token, "sha256:\(Self.digest(Self.token).hex)"] {
      let tokens = try Self.tokens("# a comment\n\n\(word)  write\tdefault _image\r\n")
      let entry = try #require(tokens.entry(Self.digest(Self.token)))
      #expect(entry.line == 3 && entry.scope == AccessScope(mayWrite: true, names: ["default", "_image"]))
      #expect(tokens.entry(Self.digest("another")) == nil)
    }
  }

  @Test func tokenWithoutModelsHasAll() throws {
    let scope = try #require(Self.tokens("\(Self.token) read").entry(Self.digest(Self.token))).scope
    #expect(!scope.mayWrite && scope.contains("default") && scope.contains("_data") && scope.containsAll)
  }

  @Test(arguments: [
    ("", "tokens contains no token"), ("# only a comment\n", "tokens contains no token"),
    ("short read\n", "tokens:1: the token is shorter than 16 bytes"),
    ("\(token)\n", "tokens:1: the token is not followed by 'read' or 'write'"),
    ("\n\(token) rw\n", "tokens:2: the token is not followed by 'read' or 'write'"),
    ("sha256:12 read\n", "tokens:1: sha256: is not followed by 64 hexadecimal digits"),
    ("\(token) read\n\(token) write\n", "tokens:2: the token is repeated"),
    ("\(token) read ../x\n", "tokens:1: word 3 is not the name of a model, '_image' or '_data'"),
    // Two words in the wrong order.
    ("a-name-of-a-client read default /\(token)\n", "tokens:1: word 4 is not the name of a model, '_image' or '_data'"),
  ])
  func invalidFileIsRefusedWithoutItsTokens(text: String, message: String) throws {
    let error = try #require(throws: OKitError.self) { try Self.tokens(text) }
    #expect(error.kind == .malformed && error.message == message)
    #expect(!error.message.contains(Self.token))
  }
}
