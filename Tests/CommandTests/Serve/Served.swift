import Foundation
import Glibc
import TestSupport
import Testing

/// A running `okit serve`, and curl as its client.
final class Served {
  struct Failure: Error {
    let message: String
  }

  /// A response that curl got.
  struct Response {
    let status: Int
    let headers: [String: String]
    let bytes: [UInt8]

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var etag: String { headers["etag"] ?? "" }
    /// The member `detail` of a problem.
    var detail: String? {
      let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      return object?["detail"] as? String
    }
  }

  let machine: Machine
  let address: String
  private let child: ChildProcess
  private let errorsPath: String
  private let outputPath: String
  private var isOver = false

  /// Starts it for the workspace `root` at a free port, and waits until it listens.
  init(
    _ machine: Machine, _ root: String, _ arguments: [String] = [], listen: String? = "127.0.0.1:0",
    through tool: [String] = [], with variables: [String: String] = [:]
  ) throws {
    self.machine = machine
    let place = machine.path("streams/\(UUID().uuidString)")
    (outputPath, errorsPath) = (place + ".out", place + ".err")
    child = try ChildProcess(
      tool + [Machine.okit, "serve"] + (listen.map { ["--listen", $0] } ?? []) + arguments,
      environment: machine.environment.merging(variables) { $1 }, in: root,
      streams: [.read("/dev/null"), .write(outputPath), .write(errorsPath)])
    let mark = "listening at "
    var found: String?
    for _ in 0..<3000 {
      let text = (try? Files.text(errorsPath)) ?? ""
      if let line = text.split(separator: "\n").first(where: { $0.hasPrefix(mark) }), text.hasSuffix("\n") {
        found = String(line.dropFirst(mark.count))
        break
      }
      if !child.isRunning { break }
      usleep(10_000)
    }
    guard let found else { throw Failure(message: "it does not listen: \((try? Files.text(errorsPath)) ?? "")") }
    address = found
  }

  deinit {
    if !isOver {
      child.send(SIGKILL)
      _ = child.wait()
    }
  }

  /// The lines of the access log.
  var log: [String] { get throws { try Files.text(outputPath).split(separator: "\n").map(String.init) } }
  var errors: String { get throws { try Files.text(errorsPath) } }

  var processID: pid_t { child.id }

  func send(_ signal: Int32) { child.send(signal) }

  /// Waits for a text on standard error.
  func waitForMessage(_ text: String) throws {
    for _ in 0..<3000 {
      if try errors.contains(text) { return }
      usleep(10_000)
    }
    throw Failure(message: "'\(text)' was never said: \(try errors)")
  }

  /// Ends it with a signal, and returns how it ended.
  @discardableResult
  func stop(_ signal: Int32 = SIGTERM) -> ChildProcess.End {
    child.send(signal)
    isOver = true
    return child.wait()
  }

  // MARK: - Requests

  /// The words before the target of a request.
  static let curl = ["curl", "-sS", "--max-time", "60", "--path-as-is", "-D", "/dev/stderr"]

  private var url: String {
    address.hasPrefix("unix:") ? "http://localhost" : address
  }

  private var socket: [String] {
    address.hasPrefix("unix:") ? ["--unix-socket", String(address.dropFirst(5))] : []
  }

  /// Sends a request. `body` is sent as a file.
  @discardableResult
  func request(
    _ method: String, _ target: String, body: [UInt8]? = nil, type: String? = "application/json",
    _ arguments: String...
  ) throws -> Response {
    var words = Self.curl + socket
    words += method == "HEAD" ? ["-I"] : ["-X", method]
    if let body {
      let path = machine.path("streams/\(UUID().uuidString).body")
      try Files.write(body, to: path)
      words += ["--data-binary", "@" + path, "-H", "Content-Type:" + (type.map { " " + $0 } ?? "")]
    }
    let output = try machine.launch(words + arguments + [url + target], [], [:], nil)
    guard output.end == .status(0) else { throw Failure(message: "curl: \(output.end): \(output.errors)") }
    return Self.response(output, isHead: method == "HEAD")
  }

  func get(_ target: String, _ arguments: String...) throws -> Response {
    let output = try machine.launch(Self.curl + socket + arguments + [url + target], [], [:], nil)
    guard output.end == .status(0) else { throw Failure(message: "curl: \(output.end): \(output.errors)") }
    return Self.response(output, isHead: false)
  }

  private static func response(_ output: Output, isHead: Bool) -> Response {
    // An interim response precedes the final one.
    let header = output.errors.components(separatedBy: "\r\n\r\n").last { $0.contains("HTTP/") } ?? ""
    let lines = header.components(separatedBy: "\r\n")
    let status = lines.first.flatMap { $0.split(separator: " ").dropFirst().first }.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    return Response(status: status, headers: headers, bytes: isHead ? [] : output.bytes)
  }
}

extension FormedShop {
  /// Starts a server for the shop.
  func serve(_ arguments: String..., listen: String = "127.0.0.1:0") throws -> Served {
    try Served(machine, root, arguments, listen: listen)
  }
}
