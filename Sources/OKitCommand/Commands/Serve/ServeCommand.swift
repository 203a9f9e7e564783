import CommandKit
import HTTPServer
import OKitServer
import OKitStorage

struct ServeCommand: Command {
  private static let largestNumberOfConnections = 1_000_000
  /// The largest body in bytes.
  private static let largestBody: Int64 = 1_000_000_000_000

  static let configuration = CommandConfiguration(
    "serve",
    abstract: "Serve the models over HTTP.",
    discussion: """
      Answers the requests of apps that store models over HTTP: GET, HEAD, POST, PUT and DELETE of NAME.json, \
      NAME/KEY.json, _image/ID.EXT and _data/ID.raw. Files are sent and accepted as they are stored; an encrypted \
      model takes only encrypted bytes. Each change is one step of the log: it must fit the classes and rules, runs \
      the hooks, and is on the disk before it is confirmed. ETag, If-Match and If-None-Match protect against lost \
      updates. Other okit commands can run at the same time.

      GET /value?path=PATH and /list?path=PATH answer questions like 'okit get --json' and 'okit list --json'. \
      /events sends changes as 'okit watch --json' prints them, as server-sent events. /healthz and /metrics are for \
      monitoring. Encrypted models are decrypted for these only with -i.

      okit listens at 127.0.0.1. To listen at another address, give --tokens, --tls-cert and --tls-key, or --insecure. \
      A file of tokens has a line for each: the token or sha256:HASH, then 'read' or 'write', then the names of models, \
      with _image and _data for attachments; without names, the token is for all. Clients send 'Authorization: Bearer \
      TOKEN'.

      SIGHUP reads the tokens and the certificate again, and ends event streams if there are tokens. SIGTERM ends the server after the running requests. systemd can pass the socket. \
      Standard output is the access log, in the combined format or with --json as JSON.
      """,
    examples: [
      Example("okit serve", "serve all models to programs on this machine"),
      Example("okit serve --read-only --models directory --listen 127.0.0.1:0", "serve one model at any free port"),
      Example(
        "okit serve --listen 0.0.0.0:8443 --tokens tokens --tls-cert cert.pem --tls-key key.pem",
        "serve to other machines"),
      Example("okit serve --listen unix:okit.sock --json >access.log", "serve to a proxy on this machine"),
    ],
    environment: [
      ManualEntry("LISTEN_FDS, LISTEN_PID", "the socket from systemd, if --listen is not given"),
      ManualEntry("NOTIFY_SOCKET", "where systemd waits for the message that the server is ready"),
    ])

  @Option(
    .long, help: "Where to listen: HOST:PORT or unix:PATH. (default: the socket from systemd, or 127.0.0.1:8123)",
    valueName: "address")
  var listen: String?
  @Option(
    .long, help: "Serve only this model; _image and _data are the attachments. Can be repeated.", valueName: "model",
    completion: .workspace(.models))
  var models: [String] = []
  @Flag(.long, help: "Refuse all changes.")
  var readOnly: Bool
  @Option(.long, help: "A file with the tokens that clients need.", valueName: "file", completion: .file)
  var tokens: String?
  @Option(.long, help: "A certificate in PEM, with those of its issuers.", valueName: "file", completion: .file)
  var tlsCert: String?
  @Option(.long, help: "The private key of the certificate in PEM.", valueName: "file", completion: .file)
  var tlsKey: String?
  @Flag(.long, help: "Allow other machines to connect without tokens or TLS.")
  var insecure: Bool
  @Option(.long, help: "The largest body of a request.", valueName: "size")
  var maxBody = SizeValue(100_000_000)
  @Option(.long, help: "The largest number of connections.", valueName: "number")
  var maxConnections: Int = 1024
  @Option(
    .long,
    help:
      "The largest number of connections of one address, or of an IPv6 network of 64 bits. (default: a quarter of all, and no limit for this machine)",
    valueName: "number")
  var maxConnectionsPerAddress: Int?
  @Option(
    .long, help: "How long a client may take for a request or be silent.", valueName: "duration")
  var timeout = DurationValue(.seconds(30))
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func validate() throws {
    if (tlsCert == nil) != (tlsKey == nil) {
      throw UsageError("--tls-cert and --tls-key need each other", showsUsage: true)
    }
    if let listen, ListenAddress(parsing: listen) == nil {
      throw UsageError("'\(listen)' is not an address; write HOST:PORT or unix:PATH")
    }
    if let limit = maxConnectionsPerAddress, limit < 1 {
      throw UsageError("--max-connections-per-address must be at least 1")
    }
    guard 1...Self.largestNumberOfConnections ~= maxConnections else {
      throw UsageError("--max-connections must be from 1 to \(Self.largestNumberOfConnections)")
    }
    if maxBody.bytes > Self.largestBody { throw UsageError("--max-body must be at most 1 TB") }
    if timeout.duration < .seconds(1) { throw UsageError("--timeout must be at least 1s") }
  }

  func run(_ console: Console) throws {
    let session = Session(console, global)
    try ServerRun(session, self).run()
  }
}
