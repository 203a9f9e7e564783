import HTTPServer
import OKitEditing
import OKitStorage
import Synchronization

/// Decides which requests are allowed.
final class AccessControl: Sendable {
  private let served: AccessScope
  private let isReadOnly: Bool
  private let requiresLoopbackHost: Bool
  /// The tokens; nil if requests need none.
  private let tokens: Mutex<AccessTokens?>

  /// Throws an error of kind `malformed` if the name of a served model is not valid.
  init(models: [String]?, isReadOnly: Bool, requiresLoopbackHost: Bool, _ tokens: AccessTokens?) throws {
    served = AccessScope(mayWrite: !isReadOnly, names: models)
    try served.requireValidNames()
    self.isReadOnly = isReadOnly
    self.requiresLoopbackHost = requiresLoopbackHost
    self.tokens = Mutex(tokens)
  }

  /// Replaces the tokens.
  func replaceTokens(by new: AccessTokens) { tokens.withLock { $0 = new } }

  /// Returns the token of a request; nil if it has none that is known.
  func token(of request: HTTPRequest) -> AccessTokens.Entry? {
    guard let digest = request.credential?.digest else { return nil }
    return tokens.withLock { $0 }?.entry(digest)
  }

  /// The scopes in which a file must be for a request to use it.
  func scopes(of request: HTTPRequest) -> [AccessScope] {
    guard tokens.withLock({ $0 != nil }) else { return [served] }
    return [served, token(of: request)?.scope ?? AccessScope(mayWrite: false, names: [])]
  }

  /// Throws a ``Refusal`` for the request of a web page of another origin.
  func requireOwnHost(_ request: HTTPRequest) throws {
    let host = request.value("host") ?? ""
    if requiresLoopbackHost, !HostName.isLoopback(host) {
      throw Refusal(421, "without tokens, only requests to localhost are answered")
    }
    for origin in request.values("origin") where !HostName.isSame(origin: origin, host: host) {
      throw Refusal(403, "requests of web pages of another origin are not answered")
    }
  }

  /// Throws a ``Refusal`` unless the request has a token, if it needs one.
  func requireToken(_ request: HTTPRequest) throws {
    guard tokens.withLock({ $0 != nil }), token(of: request) == nil else { return }
    throw Refusal(
      401, request.hasAuthorization ? "the token is not valid" : "a token is required",
      headers: [("WWW-Authenticate", "Bearer realm=\"okit\"")])
  }

  /// Throws a ``Refusal`` if the file is not in the scope of the request.
  func require(_ file: StoredFile, isWriting: Bool, _ request: HTTPRequest) throws {
    guard served.contains(file.scope) else { throw Refusal(404, "no such file") }
    if isWriting, isReadOnly { throw Refusal(403, "the server is read-only") }
    for scope in scopes(of: request) {
      guard scope.contains(file.scope) else {
        throw Refusal(403, "\(PathComponent.printable(file.scope)) is not in the scope of the token")
      }
      guard !isWriting || scope.mayWrite else { throw Refusal(403, "the token can only read") }
    }
  }
}
