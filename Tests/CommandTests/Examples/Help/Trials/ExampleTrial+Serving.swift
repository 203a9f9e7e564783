import Glibc
import TestSupport
import Testing

extension ExampleTrial {
  /// `serve`, until Ctrl-C is pressed after a request.
  static let serving = [
    ExampleTrial(
      "okit serve", person: { try request("/default.json", $0, $1) }, says: ["listening at http://127.0.0.1:8123"]),
    ExampleTrial(
      "okit serve --read-only --models directory --listen 127.0.0.1:0",
      person: { try request("/directory.json", $0, $1) }, says: ["listening at http://127.0.0.1:"]),
    ExampleTrial(
      "okit serve --listen 0.0.0.0:8443 --tokens tokens --tls-cert cert.pem --tls-key key.pem",
      prepare: { scene in
        try scene.write("0123456789abcdef read\n", "tokens")
        let folder = scene.folder(.shop)
        try scene.machine.run(
          "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
          "/CN=localhost", "-keyout", folder + "/key.pem", "-out", folder + "/cert.pem")
        chmod(folder + "/tokens", 0o600)
        chmod(folder + "/key.pem", 0o600)
      },
      person: { try request("/default.json", $0, $1, "-k", "-H", "Authorization: Bearer 0123456789abcdef") },
      says: ["listening at https://0.0.0.0:8443"]),
    ExampleTrial(
      "okit serve --listen unix:okit.sock --json >access.log",
      person: { scene, terminal in
        try request("/default.json", scene, terminal, "--unix-socket", scene.folder(.shop) + "/okit.sock")
      },
      check: { scene, _ in
        let folder = scene.folder(.shop)
        let log = try Files.text(folder + "/access.log")
        #expect(log.contains(#""path":"/default.json","status":200"#))
      }),
  ]

  /// Sends a request when the server listens, and ends the server.
  private static func request(
    _ target: String, _ scene: ExampleScene, _ terminal: Terminal, _ arguments: String...
  ) throws {
    try terminal.wait(for: "listen")
    try terminal.wait(for: "\r\n")
    let text = terminal.transcript
    // The ports of the examples are fixed.
    if text.contains("another program already listens at ") { try Test.cancel("\(text)") }
    let line = text.split(separator: "\r\n").first { $0.contains("listening at ") } ?? ""
    let address = line.split(separator: " ").last.map(String.init) ?? ""
    let url = address.hasPrefix("unix:") ? "http://localhost" : address.replacing("0.0.0.0", with: "127.0.0.1")
    let words = ["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}"] + arguments + [url + target]
    let status = try scene.machine.launch(words, [], [:], nil).text
    #expect(status == "200")
    terminal.type("\u{3}", ending: "")
  }
}
