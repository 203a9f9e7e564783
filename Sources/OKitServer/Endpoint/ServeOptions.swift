import OKitModels

/// The settings of an endpoint.
package struct ServeOptions: Sendable {
  /// The names of the served models, and of `_image` and `_data` for attachments; nil for all.
  package var models: [String]?
  /// True if no request may change anything.
  package var isReadOnly = false
  /// True if models are decrypted to answer questions and to check changes.
  package var decrypts = false
  /// The largest body of a request, in bytes.
  package var maximumBody: Int64 = 100 << 20
  /// True if requests must name this machine as their host: without tokens, a web page could send requests under a name of its own.
  package var requiresLoopbackHost = false
  /// True if clients use TLS.
  package var usesTLS = false

  package init() {}

  /// The models that may be created although nothing names them.
  var newModels: Set<ModelName> { Set((models ?? []).compactMap { try? ModelName($0) }) }
}
