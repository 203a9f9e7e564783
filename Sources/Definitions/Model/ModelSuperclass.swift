/// The framework class that a model's class derives from. It determines how the model is stored.
package enum ModelSuperclass: String, CaseIterable, Sendable {
  /// A JSON file.
  case model = "Model"
  /// An encrypted file.
  case encrypted = "ModelEncrypted"
  /// Never stored.
  case transient = "ModelTransient"
  /// JSON at an endpoint.
  case http = "ModelHttp"
  /// Encrypted at an endpoint.
  case encryptedHttp = "ModelEncryptedHttp"
  /// The framework's own settings.
  case settings = "ModelSettings"
}
