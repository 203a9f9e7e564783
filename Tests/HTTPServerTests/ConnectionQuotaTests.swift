import Glibc
import Testing

@testable import HTTPServer

@Suite struct ConnectionQuotaTests {
  /// The address of a client, with a port.
  private struct Address {
    private var storage = sockaddr_storage()

    init(_ text: String, port: UInt16 = 1) {
      withUnsafeMutableBytes(of: &storage) { bytes in
        if text.contains(":") {
          let start = bytes.bindMemory(to: sockaddr_in6.self).baseAddress!
          start.pointee.sin6_family = sa_family_t(AF_INET6)
          start.pointee.sin6_port = port.bigEndian
          inet_pton(AF_INET6, text, &start.pointee.sin6_addr)
        } else {
          let start = bytes.bindMemory(to: sockaddr_in.self).baseAddress!
          start.pointee.sin_family = sa_family_t(AF_INET)
          start.pointee.sin_port = port.bigEndian
          inet_pton(AF_INET, text, &start.pointee.sin_addr)
        }
      }
    }

    func with<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
      withUnsafePointer(to: storage) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
    }
  }

  private static func admits(_ quota: ConnectionQuota, _ address: String, port: UInt16 = 1) -> Bool {
    Address(address, port: port).with(quota.admit)
  }

  @Test func aClientHasAQuarterOfAllConnections() {
    let quota = ConnectionQuota(limit: 8, ofClient: nil)
    #expect(Self.admits(quota, "192.0.2.1") && Self.admits(quota, "192.0.2.1", port: 2))
    #expect(!Self.admits(quota, "192.0.2.1", port: 3))
    // The same client at a socket for both families.
    #expect(!Self.admits(quota, "::ffff:192.0.2.1"))
    #expect(Self.admits(quota, "192.0.2.2") && Self.admits(quota, "2001:db8::1") && Self.admits(quota, "2001:db8::2"))
    #expect(!Self.admits(quota, "2001:db8::ffff:3") && Self.admits(quota, "2001:db8:0:1::1"))
    Address("192.0.2.1", port: 2).with { quota.ended($0) }
    #expect(Self.admits(quota, "192.0.2.1") && !Self.admits(quota, "192.0.2.1"))
  }

  @Test func thisMachineHasAllUnlessALimitIsGiven() {
    for address in ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1"] {
      let all = ConnectionQuota(limit: 5, ofClient: nil)
      #expect((0..<6).map { _ in Self.admits(all, address) } == [true, true, true, true, true, false])
      let limited = ConnectionQuota(limit: 5, ofClient: 2)
      #expect((0..<3).map { _ in Self.admits(limited, address) } == [true, true, false])
    }
    let quota = ConnectionQuota(limit: 2, ofClient: 1)
    #expect(quota.admit(nil) && quota.admit(nil) && !quota.admit(nil))
    quota.ended(nil)
    #expect(quota.admit(nil))
  }

  @Test func refusedConnectionsDoNotCount() {
    let quota = ConnectionQuota(limit: 100, ofClient: 1)
    #expect(Self.admits(quota, "192.0.2.1"))
    for _ in 0..<200 { #expect(!Self.admits(quota, "192.0.2.1")) }
    #expect((0..<99).allSatisfy { Self.admits(quota, "192.0.3.\($0)") })
    #expect(!Self.admits(quota, "192.0.4.1"))
  }
}
