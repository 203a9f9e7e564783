/// How a model should be stored: the superclass of its class in the framework.
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
  /// `ModelSettings`: the JSON file that the framework brings.
  case settings

  /// Whether its files should be encrypted.
  package var isEncrypted: Bool { self == .encrypted || self == .encryptedHttp }
  /// Whether it is stored behind HTTP.
  var isRemote: Bool { self == .http || self == .encryptedHttp }
  /// Whether a file of it is expected in the data folder.
  package var hasFile: Bool { self != .transient && !isRemote }
}
