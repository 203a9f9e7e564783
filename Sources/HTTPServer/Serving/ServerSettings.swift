package import Ciphers
package import OKitStorage

/// The limits and the certificate of a server.
package struct ServerSettings: Sendable {
  /// A certificate with its key, both in the PEM format.
  package struct Certificate: @unchecked Sendable {
    /// The certificate, followed by those of its issuers.
    package let chain: SharedSecret
    /// The private key. Nothing changes it, so several threads can use it.
    package let key: SharedSecret

    package init(chain: SharedSecret, key: SharedSecret) {
      self.chain = chain
      self.key = key
    }
  }

  /// The time that a client has for the next request, for its header, and to make progress. A body gets more time with each piece that arrives.
  package var timeout = Duration.seconds(30)
  /// The largest number of connections. Further ones are closed at once.
  package var maximumConnections = 1024
  /// The largest number of connections of a client; nil for a quarter of all, and no limit for clients on this machine.
  package var maximumConnectionsOfClient: Int?
  /// The folder for large bodies that are being received; nil to keep them in memory.
  package var bodyFolder: FilePath?
  /// The largest number of bytes that all bodies may have together while they are received and answered.
  package var bodyBudget: Int64 = 512 << 20
  /// The certificate for TLS; nil for plain HTTP.
  package var certificate: Certificate?
  /// The number of threads for connections.
  package var connectionThreads = 2
  /// The number of threads for large files.
  package var fileThreads = 2
  /// The number of requests of each lane that may wait.
  package var maximumWaiting = 1024

  /// The rate in bytes per second below which a client is too slow.
  var minimumRate: Int64 = 8 << 10

  package init() {}

  /// Returns the time in which a client must take or must have sent `size` bytes.
  func time(for size: Int64) -> Duration { timeout + .seconds(min(size / minimumRate, 1_000_000)) }
}
