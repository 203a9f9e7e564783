/// An error of a request: there is no usable answer.
package struct HTTPError: Error, Equatable, CustomStringConvertible {
  /// The reason, which says how a caller can react.
  package enum Reason: Equatable, Sendable {
    /// libcurl is not installed.
    case missingLibrary
    /// The text is not the URL of an HTTP server.
    case invalidURL
    /// No connection to the server could be made, so that it cannot have begun with the request. It may work later.
    case unreachable
    /// The server does not answer in time, or ended the connection. It may work later.
    case interrupted
    /// The server did not prove its identity, or there is no common encryption.
    case insecure
    /// The answer is not one that a server may send: it is damaged or too large.
    case invalidAnswer
    /// The server sent the request to another place.
    case redirected
    /// A file that the settings name, such as a certificate, cannot be used.
    case invalidSettings
  }

  /// The reason.
  package let reason: Reason
  /// The message: lower case, without a full stop, without credentials.
  package let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
