/// A response.
package struct HTTPResponse: Sendable {
  /// The content of a response.
  package enum Body: Sendable {
    /// Bytes in memory.
    case bytes([UInt8])
    /// A part of an open file.
    case file(FilePart)
    /// Events, until the client or the server ends them.
    case events(EventStream)
  }

  /// The status, such as 200.
  package var status: Int
  /// The headers.
  package var headers: [(name: String, value: String)]
  /// The content.
  package var body: Body

  package init(_ status: Int, headers: [(name: String, value: String)] = [], body: Body = .bytes([])) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The number of bytes of the content; nil for events.
  package var size: Int64? {
    switch body {
    case .bytes(let bytes): Int64(bytes.count)
    case .file(let part): Int64(part.range.count)
    case .events: nil
    }
  }
}
