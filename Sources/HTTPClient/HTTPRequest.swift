/// A request to a server.
package struct HTTPRequest {
  /// The methods that okit sends.
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"

    /// True if the request changes nothing on the server, so that it can be sent again.
    var isSafe: Bool { self == .get || self == .head }
  }

  /// The bytes that a request sends. They are read while they are sent.
  package struct Body {
    /// The number of bytes.
    package let size: Int64
    /// Fills the buffer with the bytes from this offset on. Returns their number, 0 at the end.
    package let read: (_ offset: Int64, UnsafeMutableRawBufferPointer) throws -> Int

    package init(size: Int64, read: @escaping (_ offset: Int64, UnsafeMutableRawBufferPointer) throws -> Int) {
      self.size = size
      self.read = read
    }

    /// Bytes in memory.
    package init(_ bytes: [UInt8]) {
      self.init(size: Int64(bytes.count)) { offset, buffer in
        let rest = bytes[Int(offset)...].prefix(buffer.count)
        buffer.copyBytes(from: rest)
        return rest.count
      }
    }
  }

  /// The method.
  package let method: Method
  /// The URL.
  package let url: HTTPURL
  /// The header fields. Their values contain no line breaks.
  package var fields: [(name: String, value: String)] = []
  /// The bytes to send; nil for none.
  package var body: Body?
  /// True if the answer may be compressed. Some servers give compressed files other tags.
  package var acceptsCompression = true
  /// The maximum number of bytes that the answer may contain, after it is decompressed.
  package var largestAnswer: Int64 = .max

  package init(_ method: Method, _ url: HTTPURL) {
    self.method = method
    self.url = url
  }
}

/// The answer to a request, without its bytes.
package struct HTTPResponse: Equatable, Sendable {
  /// The status.
  package let status: Int
  /// The value of `ETag`; nil if there is none.
  package let etag: String?
  /// The value of `Location`.
  let location: String?
  /// True if the file was changed in the second of the answer. A server whose tags are made of such times, like nginx, gives another change in the same
  /// second the same tag.
  package let mayChangeUnnoticed: Bool
  /// The time after which the server wants to be asked again, in seconds; nil if it does not say.
  package let retryAfter: Int?
  /// The beginning of the answer's bytes if it is an error, at most 64 KB.
  package let problem: [UInt8]
  /// False if the answer's bytes end with the connection, so that nobody can tell whether all have arrived.
  package let isDelimited: Bool

  /// True for the statuses from 200 to 299.
  package var isSuccess: Bool { (200...299).contains(status) }
}
