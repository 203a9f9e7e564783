import OKitStorage
import Testing

@testable import HTTPServer

@Suite struct ListenAddressTests {
  @Test(arguments: ["127.0.0.1:8123", "[::1]:0", "localhost:65535", "unix:/run/okit.sock", "unix:relative"])
  func addressIsPrintedAsItIsRead(text: String) throws {
    #expect(try #require(ListenAddress(parsing: text)).description == text)
  }

  @Test(arguments: ["", ":80", "host", "host:", "host:x", "host:65536", "host:+1", "::1:80", "unix:", "[]:80"])
  func otherTextIsNoAddress(text: String) { #expect(ListenAddress(parsing: text) == nil) }

  @Test func hostsOfThisMachineAreKnown() {
    for host in ["localhost", "localhost:8123", "127.0.0.1", "127.9.8.7:1", "[::1]", "[::1]:80"] {
      #expect(HostName.isLoopback(host), "\(host)")
    }
    for host in [
      "", "example.org", "localhost.example.org", "127.0.0.1.example.org", "127.0.0.example", "[::2]", "10.0.0.1",
    ] {
      #expect(!HostName.isLoopback(host), "\(host)")
    }
    #expect(HostName.isSame(origin: "http://localhost:8123", host: "localhost:8123"))
    #expect(!HostName.isSame(origin: "null", host: "localhost:8123"))
  }

  @Test func socketTellsItsPortAndIfItIsLocal() throws {
    let socket = try ListenSocket(.tcp(host: "127.0.0.1", port: 0))
    guard case .tcp("127.0.0.1", let port) = socket.address else { throw OKitError(.usage, "\(socket.address)") }
    #expect(port > 0 && socket.isLocal)
    #expect(try !ListenSocket(.tcp(host: "0.0.0.0", port: 0)).isLocal)
    #expect(throws: OKitError.self) { try ListenSocket(socket.address) }
  }
}
