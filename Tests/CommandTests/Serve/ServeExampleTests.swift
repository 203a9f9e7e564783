import TestSupport
import Testing

/// The client in Examples/http.
@Suite struct ServeExampleTests {
  private static let client = Fixture.examples + "/http/edit-remote"

  @Test func twoClientsLoseNoChange() throws {
    let shop = try FormedShop(.plain)
    let token = try shop.machine.write("0123456789abcdef\n", "token")
    let tokens = try shop.machine.write("0123456789abcdef write\n", "tokens")
    let server = try shop.serve("--tokens", tokens)
    try shop.shop.okit("set", "books[0]/copies", "0")
    let line =
      "for n in $(seq 5); do '\(Self.client)' \(server.address)/default.json jq -c '.books[0].copies += 1'; done"
    let environment = shop.machine.environment.merging(["OKIT_TOKEN_FILE": token]) { $1 }
    let clients = try (0..<2).map { number in
      try ChildProcess(
        ["sh", "-c", line], environment: environment, in: shop.machine.folder,
        streams: [.read("/dev/null"), .write("/dev/null"), .write(shop.machine.path("client.\(number)"))])
    }
    for (number, client) in clients.enumerated() {
      #expect(client.wait() == .status(0))
      #expect(try Files.text(shop.machine.path("client.\(number)")) == "")
    }
    #expect(try shop.shop.okit("get", "books[0]/copies").line == "10")
  }

  @Test func messageOfTheServerIsShown() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let output = try shop.machine.launch([Self.client, server.address + "/default.json", "echo", "[]"], [], [:], nil)
    #expect(output.end == .status(1) && output.errors.contains("request body is not a JSON object"))
  }

  @Test func shellCheckFindsNothing() throws { try Machine().run("shellcheck", Self.client) }
}
