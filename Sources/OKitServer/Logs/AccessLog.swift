import Glibc
import HTTPServer
import JSONDocument
import OKitStorage
import Synchronization

/// The log of requests, a line for each, in the combined format of web servers or as JSON.
///
/// It contains no tokens and no parameters: a path in a question can contain values of encrypted models.
package final class AccessLog: Sendable {
  /// The format of the lines.
  package enum Format: Sendable {
    /// The combined format of Apache and nginx.
    case combined
    /// An object for each line.
    case json
  }

  private let descriptor: Int32
  private let format: Format
  private struct State {
    /// True if the last line was dropped because nobody reads the pipe that the log goes to.
    var isBlocked = false
    /// True if only a part of the last line was written.
    var isInLine = false
  }

  private let state = Mutex(State())
  /// The time in milliseconds to wait for a reader of the log. Requests wait for it, too.
  private static let readerTimeout: Int32 = 200

  /// Writes to an open file, terminal or pipe.
  package init(to descriptor: Int32, as format: Format) {
    self.descriptor = descriptor
    self.format = format
  }

  /// Writes the line of a request. `token` is the line of its token in the file of tokens. A failure does not matter to the server. While nobody reads the
  /// log, lines are dropped.
  func write(_ record: RequestRecord, token: Int?, at seconds: Int64 = Timestamp.now()) {
    let line = Self.line(record, token: token, as: format, at: seconds)
    state.withLock { state in
      // The rest of a line that was cut is lost.
      var rest = (state.isInLine ? [UInt8(ascii: "\n")] + line : line)[...]
      while !rest.isEmpty {
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        let isReady = poll(&place, 1, state.isBlocked ? 0 : Self.readerTimeout) != 0
        state.isBlocked = !isReady
        guard isReady else { return }
        // A pipe that is ready has room for this much.
        let piece = rest.prefix(Int(PIPE_BUF))
        let count = piece.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
        state.isInLine = !rest.isEmpty
      }
    }
  }

  /// Returns the line of a request, with its line feed.
  static func line(_ record: RequestRecord, token: Int?, as format: Format, at seconds: Int64) -> [UInt8] {
    let request = record.request
    let path = withoutParameters(request.rawTarget)
    let agent = request.value("user-agent")
    switch format {
    case .combined:
      let referrer = request.value("referer").map(withoutParameters)
      return Array(
        ("\(request.client) - \(token.map { "token\($0)" } ?? "-") [\(time(seconds))] "
          + "\"\(escaped(request.method)) \(escaped(path)) \(escaped(request.version))\" \(record.status) \(record.size) "
          + "\"\(referrer.map(escaped) ?? "-")\" \"\(agent.map(escaped) ?? "-")\"\n").utf8)
    case .json:
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("time", Timestamp.internet(seconds))
        writer.member("client", request.client)
        writer.member("token", token)
        writer.member("method", request.method)
        writer.member("path", path)
        writer.member("status", record.status)
        writer.member("bytes", Int(record.size))
        writer.member("received", Int(record.received))
        writer.member("microseconds", Int(record.microseconds))
        writer.member("complete", record.isComplete)
        writer.member("agent", agent)
      }
      return JSONWriter.escapingControls(writer.bytes) + [UInt8(ascii: "\n")]
    }
  }

  private static func withoutParameters(_ target: String) -> String {
    String(decoding: target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }, as: UTF8.self)
  }

  /// Returns `21/Nov/2026:07:50:14 +0000`.
  private static func time(_ seconds: Int64) -> String {
    let text = Array(HTTPDate.text(seconds).utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
    return "\(part(5..<7))/\(part(8..<11))/\(part(12..<16)):\(part(17..<25)) +0000"
  }

  /// Returns the text without quotes, backslashes and bytes that are not printable ASCII, which become `\xNN`.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      if (0x20..<0x7f).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return result
  }
}
