package import Ciphers

/// The settings of connections to a server.
package struct HTTPSettings {
  /// The credentials of the user.
  package enum Credentials {
    /// Nothing.
    case none
    /// The value of the header `Authorization`.
    case authorization(SharedSecret)
    /// The entries for hosts in a file in the format of netrc.
    case netrc(path: String)
  }

  /// A certificate that proves to the server who asks.
  package struct ClientCertificate: Sendable {
    /// The path of the certificate in PEM.
    package let path: String
    /// The path of its key in PEM; nil if it is in the same file.
    package let keyPath: String?

    package init(path: String, keyPath: String?) {
      self.path = path
      self.keyPath = keyPath
    }
  }

  /// The credentials of the user.
  package var credentials = Credentials.none
  /// The path of the certificates of the authorities that are trusted, in PEM; nil for those of the system.
  package var authorities: String?
  /// The client's certificate.
  package var certificate: ClientCertificate?
  /// The time in which a connection must be established, in milliseconds.
  package var connectTimeout = 15_000
  /// The time in seconds in which something must arrive. A server that has received all of a body can take four times as long to answer.
  package var stallTimeout = 30
  /// The maximum number of times that a request is repeated.
  package var retries = 3

  package init() {}
}
