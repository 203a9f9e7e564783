import Glibc
import Synchronization

/// Counts the open connections, of all clients and of each address, so that neither all clients together nor a single one can have too many.
final class ConnectionQuota: Sendable {
  private struct Counts {
    var all = 0
    var ofClients: [ClientNetwork: Int] = [:]
  }

  private let limit: Int
  private let limitOfClient: Int
  /// True if connections of this machine are counted. A local proxy connects on behalf of all clients.
  private let countsThisMachine: Bool
  private let counts = Mutex(Counts())

  /// A quota of `limit` connections, of which one address can have `limitOfClient`; nil for a quarter of them, and for all of them on this machine.
  init(limit: Int, ofClient limitOfClient: Int?) {
    self.limit = limit
    self.limitOfClient = limitOfClient ?? max(1, limit / 4)
    countsThisMachine = limitOfClient != nil
  }

  /// Counts a connection. Returns false if there are too many; then it does not count.
  func admit(_ address: UnsafePointer<sockaddr>?) -> Bool {
    let network = network(address)
    return counts.withLock { counts in
      let former = network.flatMap { counts.ofClients[$0] } ?? 0
      guard counts.all < limit, network == nil || former < limitOfClient else { return false }
      counts.all += 1
      if let network { counts.ofClients[network] = former + 1 }
      return true
    }
  }

  /// Counts the end of a connection that was admitted.
  func ended(_ address: UnsafePointer<sockaddr>?) {
    let network = network(address)
    counts.withLock { counts in
      counts.all -= 1
      guard let network, let former = counts.ofClients[network] else { return }
      counts.ofClients[network] = former > 1 ? former - 1 : nil
    }
  }

  private func network(_ address: UnsafePointer<sockaddr>?) -> ClientNetwork? {
    guard let network = address.flatMap(ClientNetwork.init), countsThisMachine || !network.isThisMachine else {
      return nil
    }
    return network
  }
}

/// The network of a client: its IPv4 address, or the first half of its IPv6 address, because one client has all addresses of such a network.
struct ClientNetwork: Hashable {
  private let bytes: UInt64
  private let isIPv6: Bool
  /// True for clients on the same machine.
  let isThisMachine: Bool

  /// The network of a client; nil for a Unix socket.
  init?(_ address: UnsafePointer<sockaddr>) {
    let start = UnsafeRawPointer(address)
    switch Int32(start.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET: self.init(ipv4: UInt32(bigEndian: start.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr))
    case AF_INET6:
      let (high, low) = withUnsafeBytes(of: start.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { bytes in
        (
          UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
          UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        )
      }
      // A socket for both families shows IPv4 addresses as ::ffff:0:0/96 (RFC 4291, 2.5.5.2).
      if high == 0, low >> 32 == 0xffff {
        self.init(ipv4: UInt32(truncatingIfNeeded: low))
      } else {
        self.init(bytes: high, isIPv6: true, isThisMachine: high == 0 && low == 1)
      }
    default: return nil
    }
  }

  private init(ipv4 address: UInt32) {
    self.init(bytes: UInt64(address), isIPv6: false, isThisMachine: address >> 24 == 127)
  }

  private init(bytes: UInt64, isIPv6: Bool, isThisMachine: Bool) {
    (self.bytes, self.isIPv6, self.isThisMachine) = (bytes, isIPv6, isThisMachine)
  }
}
