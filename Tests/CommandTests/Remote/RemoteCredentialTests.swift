import TestSupport
import Testing

/// Who asks, and whom okit trusts.
@Suite struct RemoteCredentialTests {
  private static let secret = "t0psecret"

  /// The values of the header in the requests of a pull.
  private func authorization(
    _ options: [String], with variables: [String: String] = [:], in shop: RemoteShop
  ) throws -> Set<String?> {
    _ = shop.server.takeRequests()
    let output = try shop.machine.okit(["remote", "status", "-v"] + options, with: variables, in: shop.root)
    #expect(!output.errors.contains(Self.secret) && !output.text.contains(Self.secret))
    return Set(shop.server.takeRequests().map { $0.fields["authorization"] })
  }

  @Test func credentialsComeFromFilesCommandsAndNetrc() throws {
    let shop = try RemoteShop()
    let machine = shop.machine
    let file = try machine.write(Self.secret + "\n", "token")
    #expect(try authorization([], in: shop) == [nil])
    #expect(try authorization(["--token-file", file], in: shop) == ["Bearer \(Self.secret)"])
    #expect(try authorization([], with: ["OKIT_TOKEN_FILE": file], in: shop) == ["Bearer \(Self.secret)"])
    #expect(try authorization(["--token-command", "cat \(file)"], in: shop) == ["Bearer \(Self.secret)"])
    #expect(try authorization([], with: ["OKIT_TOKEN_COMMAND": "cat \(file)"], in: shop) == ["Bearer \(Self.secret)"])
    let basic = try machine.run("openssl", "base64", input: Array("ann:\(Self.secret)".utf8)).line
    #expect(try authorization(["--token-file", file, "--user", "ann"], in: shop) == ["Basic \(basic)"])
    let whole = try machine.write("Custom \(Self.secret)", "whole")
    #expect(try authorization(["--token-file", whole], in: shop) == ["Custom \(Self.secret)"])
    try machine.write("machine 127.0.0.1 login ann password \(Self.secret)\n", "home/.netrc")
    #expect(try authorization([], in: shop) == ["Basic \(basic)"])
    #expect(try authorization(["--token-file", file], in: shop) == ["Bearer \(Self.secret)"])
    let other = try machine.write("machine example.com login ann password \(Self.secret)\n", "netrc")
    #expect(try authorization(["--netrc-file", other], in: shop) == [nil])
    try Files.setMode(0o644, other)
    #expect(try shop.okit("remote", "status", "--netrc-file", other).errors.contains("other users can read \(other)"))
  }

  @Test func thePasswordOfAUserIsTyped() throws {
    let shop = try RemoteShop()
    let terminal = try Terminal(shop.machine, ["okit", "remote", "status", "--user", "ann"], in: shop.root)
    try terminal.answer(("Password of ann: ", Self.secret))
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript.contains("on the server") && !terminal.transcript.contains(Self.secret))
    let basic = try shop.machine.run("openssl", "base64", input: Array("ann:\(Self.secret)".utf8)).line
    #expect(Set(shop.server.takeRequests().map { $0.fields["authorization"] }) == ["Basic \(basic)"])
    let refused = try shop.okit("remote", "status", "--user", "ann", status: 77)
    #expect(refused.errors.contains("use --token-file, --token-command or $OKIT_TOKEN_FILE"))
  }

  @Test func credentialsAreNotSentInTheClear() throws {
    let shop = try RemoteShop()
    let file = try shop.machine.write(Self.secret, "token")
    try shop.use(#""http://example.invalid/api""#)
    let output = try shop.okit("remote", "status", "--token-file", file, status: 74)
    #expect(output.errors.contains("because it is not https"))
  }

  @Test func aTokenWithALineBreakIsRefused() throws {
    let shop = try RemoteShop()
    let file = try shop.machine.write("a\r\nX-Evil: 1", "token")
    #expect(try shop.okit("remote", "status", "--token-file", file, status: 64).errors.contains("control character"))
    #expect(shop.requests() == [])
  }

  @Test func programsOfTheWorkspaceDoNotGetTheToken() throws {
    let shop = try RemoteShop()
    let file = try shop.machine.write(Self.secret, "token")
    try shop.okit("remote", "pull")
    try Files.makeFolder(shop.root + "/okit/hooks")
    let seen = shop.machine.path("seen")
    try Files.write("#!/bin/sh\nenv > '\(seen)'\n", to: shop.root + "/okit/hooks/changed", mode: 0o700)
    try shop.okit("set", "books[0]/price", "3", with: ["OKIT_TOKEN_FILE": file])
    let variables = try Files.text(seen)
    #expect(variables.contains("PATH=") && !variables.contains("OKIT_TOKEN"))
  }

  @Test func certificatesAreVerified() throws {
    let shop = try RemoteShop()
    let site = try SecureSite(shop.machine, "localhost")
    try Files.makeFolder(site.folder + "/api")
    try Files.write(RemoteShop.shop, to: site.folder + "/api/shop.json")
    try shop.use(#""https://localhost:\#(site.port)/api""#)
    let untrusted = try shop.okit("get", "books[0]/name", status: 74)
    #expect(untrusted.errors.contains("certificate"))
    #expect(try shop.okit("remote", "status", "--cacert", site.authority).text.contains("on the server"))
    // The certificate is for another name.
    try shop.use(#""https://127.0.0.1:\#(site.port)/api""#)
    #expect(try shop.okit("remote", "status", "--cacert", site.authority, status: 74).errors.contains("127.0.0.1"))
    #expect(try shop.okit("remote", "status", "--cacert", "absent.pem", status: 74).errors.contains("absent.pem"))
  }
}
