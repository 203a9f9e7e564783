import Foundation
import Glibc
import TestSupport
import Testing

/// A running nginx with TLS, a certificate of its own authority, and WebDAV.
final class SecureSite {
  let folder: String
  let port: UInt16
  /// The path of the certificate of the authority.
  let authority: String
  /// The path of the log: the version of HTTP, the request, the status, whether the answer was compressed, and the subject of the client's certificate.
  let log: String
  private let child: ChildProcess

  /// Starts the server `host`, whose certificate is valid for `days`, which can be negative. With `asksForCertificate`, it answers only those whose certificate
  /// is of the same authority.
  init(_ machine: Machine, _ host: String, days: Int = 2, asksForCertificate: Bool = false) throws {
    let place = machine.path("site")
    folder = place + "/www"
    authority = place + "/authority.pem"
    try Files.makeFolder(place)
    try Files.makeFolder(folder)
    try machine.run(
      "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", place + "/authority.key", "-out",
      authority,
      "-days", "2", "-subj", "/CN=okit tests")
    log = place + "/access.log"
    _ = try Self.certificate("site", for: host, in: place, machine, days: days)
    port = try Self.freePort()
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(place)/t;" }
    try Files.write(
      """
      daemon off; worker_processes 1; pid \(place)/pid; error_log \(place)/error.log;
      events {}
      http {
        log_format seen '$server_protocol "$request" $status "$sent_http_content_encoding" "$ssl_client_s_dn"';
        access_log \(log) seen; gzip on; default_type application/json; gzip_types application/json; gzip_min_length 1; \(temporary.joined(separator: " "))
        server {
          listen 127.0.0.1:\(port) ssl http2; root \(folder); client_max_body_size 1g;
          ssl_certificate \(place)/site.pem; ssl_certificate_key \(place)/site.key;
          \(asksForCertificate ? "ssl_client_certificate \(authority); ssl_verify_client on;" : "")
          location / { dav_methods PUT DELETE; create_full_put_path on; }
        }
      }
      """, to: place + "/nginx.conf")
    let user = getuid() == 0 ? ["-g", "user root;"] : []
    child = try ChildProcess(
      ["nginx", "-e", place + "/error.log", "-c", place + "/nginx.conf"] + user,
      environment: ["PATH": "/usr/sbin:/usr/bin:/bin"], in: place,
      streams: [.read("/dev/null"), .write(place + "/out"), .write(place + "/err")])
    for _ in 0..<1000 {
      if Self.answers(port) { return }
      usleep(10_000)
    }
    throw ChildProcess.Failure("nginx does not listen: \((try? Files.text(place + "/err")) ?? "")")
  }

  /// Makes a certificate of the authority. Returns the paths of the certificate and of its key.
  func certificate(_ name: String, _ machine: Machine) throws -> (certificate: String, key: String) {
    try Self.certificate(name, for: name, in: machine.path("site"), machine, days: 2)
  }

  private static func certificate(
    _ name: String, for host: String, in place: String, _ machine: Machine, days: Int
  ) throws -> (certificate: String, key: String) {
    let path = "\(place)/\(name)"
    try machine.run(
      "openssl", "req", "-newkey", "rsa:2048", "-nodes", "-keyout", path + ".key", "-out", path + ".csr", "-subj",
      "/CN=\(host)")
    try Files.write("subjectAltName=DNS:\(host)\n", to: path + ".ext")
    try machine.run(
      "openssl", "x509", "-req", "-in", path + ".csr", "-CA", place + "/authority.pem", "-CAkey",
      place + "/authority.key", "-CAcreateserial", "-out", path + ".pem", "-days", String(days), "-extfile",
      path + ".ext")
    return (path + ".pem", path + ".key")
  }

  deinit {
    child.send(SIGTERM)
    _ = child.wait()
  }

  private static func socketAddress(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }

  private static func withSocket<Result>(_ body: (Int32) -> Result) -> Result {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    defer { close(descriptor) }
    return body(descriptor)
  }

  private static func freePort() throws -> UInt16 {
    var address = socketAddress(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withSocket { descriptor in
      withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          _ = bind(descriptor, $0, size)
          _ = getsockname(descriptor, $0, &size)
        }
      }
      return UInt16(bigEndian: address.sin_port)
    }
  }

  private static func answers(_ port: UInt16) -> Bool {
    var address = socketAddress(port)
    return withSocket { descriptor in
      withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
  }
}
