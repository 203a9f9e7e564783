import Ciphers
import CommandKit
import HTTPClient
import OKitModels
import OKitRemote
import OKitStorage

/// Options of commands that ask an HTTP server.
struct RemoteOptions: ParsableArguments {
  @Option(
    .long, help: "A file with the token for the server; '-' is standard input.", valueName: "file", completion: .file)
  var tokenFile: String?
  @Option(.long, help: "A command that prints the token for the server.", valueName: "command")
  var tokenCommand: String?
  @Option(.long, help: "The user for the server; the token is then the password.", valueName: "name")
  var user: String?
  @Option(
    .long, help: "A file with users and passwords of servers. (default: ~/.netrc)", valueName: "file", completion: .file
  )
  var netrcFile: String?
  @Option(.long, help: "The certificates that are trusted, in PEM.", valueName: "file", completion: .file)
  var cacert: String?
  @Option(.long, help: "The client's certificate, in PEM.", valueName: "file", completion: .file)
  var cert: String?
  @Option(.long, help: "The key of the client's certificate, in PEM.", valueName: "file", completion: .file)
  var key: String?

  static let environment = [
    ManualEntry("OKIT_ENDPOINT", "the URL of remote models, if okit.json has none"),
    ManualEntry("OKIT_TOKEN_FILE", "a file with the token for the server"),
    ManualEntry("OKIT_TOKEN_COMMAND", "a command that prints the token for the server"),
    ManualEntry("OKIT_REMOTE_USER", "the user for the server, as --user"),
    ManualEntry("OKIT_CACERT, OKIT_CERT, OKIT_CERT_KEY", "certificates, as --cacert, --cert and --key"),
  ]

  func validate() throws {
    if key != nil, cert == nil { throw UsageError("--key needs --cert", showsUsage: true) }
    if netrcFile != nil, tokenFile != nil || tokenCommand != nil || user != nil {
      throw UsageError("--netrc-file cannot be used with a token or a user", showsUsage: true)
    }
    if let user, user.isEmpty || user.utf8.contains(UInt8(ascii: ":")) {
      throw UsageError("the name given with --user is empty or contains a colon")
    }
  }

  /// The request for the token, or for the password of `user`.
  fileprivate func request(for user: String?) -> Secrets.Request {
    Secrets.Request(
      what: user == nil ? "token" : "password", file: ("--token-file", tokenFile),
      command: ("--token-command", tokenCommand), fileVariable: "OKIT_TOKEN_FILE",
      commandVariable: "OKIT_TOKEN_COMMAND", prompt: user.map { "Password of \($0)" } ?? "Token", isNew: false,
      hint: "use --token-file, --token-command or $OKIT_TOKEN_FILE")
  }
}

extension Session {
  /// The remote models of a workspace.
  func remoteModels(_ workspace: Workspace) -> RemoteModels {
    workspace.remoteEditing as? RemoteModels ?? RemoteModels(workspace, connections)
  }

  /// The connections to servers, with the credentials that ``remoteOptions`` and the environment name.
  func makeConnections() -> RemoteConnections {
    RemoteConnections(
      endpoint: environment("OKIT_ENDPOINT"), observer: observer,
      settings: { [self] in try connectionSettings() })
  }

  private func connectionSettings() throws -> HTTPSettings {
    let options = remoteOptions
    var settings = HTTPSettings()
    settings.authorities = try (options.cacert ?? environment("OKIT_CACERT")).map { try readable($0).text }
    // A key belongs to the certificate beside it.
    let key = options.cert == nil ? environment("OKIT_CERT_KEY") : options.key
    settings.certificate = try (options.cert ?? environment("OKIT_CERT")).map { path in
      HTTPSettings.ClientCertificate(path: try readable(path).text, keyPath: try key.map { try readable($0).text })
    }
    let user = options.netrcFile == nil ? options.user ?? environment("OKIT_REMOTE_USER") : nil
    let request = options.request(for: user)
    if options.netrcFile == nil, user != nil || secrets.isGiven(request) {
      settings.credentials = .authorization(SharedSecret(try authorization(secrets.read(request), user)))
    } else if let path = options.netrcFile {
      settings.credentials = try netrc(readable(path))
    } else if let home = environment("HOME"), try FileStatus.of(FilePath(text: home).appending(".netrc")) != nil {
      settings.credentials = try netrc(FilePath(text: home).appending(".netrc"))
    }
    return settings
  }

  private func netrc(_ path: FilePath) throws -> HTTPSettings.Credentials {
    if let status = try FileStatus.of(path, followingLinks: true), status.kind == .file, status.mode & 0o077 != 0 {
      console.warn("other users can read \(path); run 'chmod 600' on it")
    }
    return .netrc(path: path.text)
  }

  /// Returns the absolute path of a file that libcurl reads. Its own message would not name it.
  private func readable(_ path: String) throws -> FilePath {
    let place = try absolute(path)
    _ = try OpenFile(place, followingLinks: true)
    return place
  }

  /// Returns the value of the header: a bearer token, or a user with a password, or the whole value if it begins with a scheme.
  private func authorization(_ secret: borrowing SecretBytes, _ user: String?) throws -> SecretBytes {
    let isPrintable = secret.withUnsafeBytes { $0.allSatisfy { user != nil || 0x20...0x7E ~= $0 } }
    guard isPrintable else { throw UsageError("the token contains a control character or a letter that is not ASCII") }
    if let user {
      return Base64.padded(secret.joined(after: "\(user):")).joined(after: "Basic ")
    }
    let hasScheme = secret.withUnsafeBytes { $0.contains(0x20) }
    return hasScheme ? secret.copy() : secret.joined(after: "Bearer ")
  }
}
