package import HTTPClient
import OKitModels
package import OKitStorage

/// The servers that one command asks, with one connection to each, and the credentials for them.
package final class RemoteConnections {
  /// The URL for models for which `okit.json` names none; nil if there is none.
  let endpoint: String?
  private let readSettings: () throws -> HTTPSettings
  private let observer: any Observer
  private var settings: HTTPSettings?
  private var servers: [(settings: EndpointSettings, server: RemoteServer)] = []

  /// Connections to no server yet.
  ///
  /// - Parameters:
  ///   - endpoint: The URL for models for which `okit.json` names none; nil if there is none.
  ///   - observer: Learns of the bytes that are sent and received.
  ///   - settings: Returns the settings with the credentials. Called once, when the first server is asked.
  package init(
    endpoint: String?, observer: any Observer,
    settings: @escaping () throws -> HTTPSettings
  ) {
    self.endpoint = endpoint
    self.observer = observer
    readSettings = settings
  }

  /// True if the credentials are a token, which is for one server.
  var usesToken: Bool {
    get throws {
      let settings = try self.settings ?? readSettings()
      self.settings = settings
      if case .authorization = settings.credentials { return true }
      return false
    }
  }

  /// Connections of their own to the same servers that give up after seconds, for work that can wait.
  var withShortTimeouts: RemoteConnections {
    RemoteConnections(endpoint: endpoint, observer: observer) { [self] in
      var settings = try self.settings ?? readSettings()
      self.settings = settings
      settings.retries = 0
      settings.connectTimeout = 3_000
      settings.stallTimeout = 5
      return settings
    }
  }

  /// Returns the server at an endpoint.
  ///
  /// Throws an error of kind `configuration` if the URL is not valid, and of kind `usage` if a token would go to a second server.
  func server(_ endpoint: EndpointSettings) throws -> RemoteServer {
    if let known = servers.first(where: { $0.settings == endpoint }) { return known.server }
    let settings: HTTPSettings
    do {
      settings = try self.settings ?? readSettings()
    } catch let error as SystemError {
      // A file that does not exist is not a model that does not exist.
      throw OKitError(.inputOutput, error.description)
    }
    self.settings = settings
    let server = try RemoteServer(endpoint, settings) { [observer] in try observer.advanced(byBytes: $0) }
    if case .authorization = settings.credentials, let first = servers.first?.server.url.origin,
      first != server.url.origin
    {
      throw OKitError(
        .usage, "a token is for one server, but the models are on \(first) and \(server.url.origin)",
        remedy: .words("name the models of one server, or use a netrc file"))
    }
    servers.append((endpoint, server))
    return server
  }
}
