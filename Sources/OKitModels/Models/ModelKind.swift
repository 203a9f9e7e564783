/// The kind of a model, which determines how it is stored: the framework superclass of its class.
package enum ModelKind: String, CaseIterable, Sendable {
  /// `Model`: a JSON file.
  case plain
  /// `ModelEncrypted`: an encrypted file.
  case encrypted
  /// `ModelTransient`: never stored.
  case transient
  /// `ModelHttp`: JSON at an endpoint.
  case http
  /// `ModelEncryptedHttp`: encrypted at an endpoint.
  case encryptedHttp = "encrypted-http"
  /// `ModelSettings`: the framework's settings in a JSON file.
  case settings

  /// True if its files should be encrypted.
  package var isEncrypted: Bool { self == .encrypted || self == .encryptedHttp }
  /// True if it is stored on an HTTP server.
  var isRemote: Bool { self == .http || self == .encryptedHttp }
  /// True if its file should be in the data folder.
  package var hasFile: Bool { self != .transient && !isRemote }
}
