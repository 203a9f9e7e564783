import JSONDocument
import OKitStorage

/// The HTTP server that stores models, as `endpoint` in `okit.json` describes it.
package struct EndpointSettings: Equatable, Sendable {
  /// The method that stores a file.
  package enum Method: String, CaseIterable, Sendable {
    /// POST, as the framework does.
    case post = "POST"
    /// PUT, as WebDAV servers want it.
    case put = "PUT"
  }

  /// The URL of the folder of models, as it was written.
  package let url: String
  /// The method that stores a file.
  package let method: Method
  /// True if the server refuses a request whose `If-Match` does not match.
  package let honorsPreconditions: Bool
  /// The maximum size in bytes of a document that the server may send. Documents are read into memory.
  package let largestDocument: Int64
  /// The maximum size in bytes of an attachment that the server may send.
  package let largestAttachment: Int64

  /// A server with this URL.
  package init(
    url: String, method: Method = .post, honorsPreconditions: Bool = false, largestDocument: Int64 = 1_000_000_000,
    largestAttachment: Int64 = 16_000_000_000
  ) {
    self.url = url
    self.method = method
    self.honorsPreconditions = honorsPreconditions
    self.largestDocument = largestDocument
    self.largestAttachment = largestAttachment
  }

  /// Reads the settings: the URL as a string, or an object with `url`, `method`, `preconditions` and `limit`; nil without a value. Throws the error that
  /// `wrong` returns for a value that is not valid.
  init?(_ value: JSONValue?, _ wrong: (JSONValue?, String) -> OKitError) throws {
    guard let value else { return nil }
    if let url = value.string {
      self.init(url: url)
      return
    }
    guard value.kind == .object else { throw wrong(value, "endpoint is neither a URL nor an object with a url") }
    guard let url = value["url"]?.string else { throw wrong(value["url"] ?? value, "endpoint has no url") }
    let method = try value["method"].map { method in
      guard let known = method.string.flatMap(Method.init(rawValue:)) else {
        throw wrong(method, "method is neither POST nor PUT")
      }
      return known
    }
    let preconditions = try value["preconditions"].map { preconditions in
      guard let isHonored = preconditions.bool else { throw wrong(preconditions, "preconditions is not true or false") }
      return isHonored
    }
    guard let limit = value["limit"] else {
      self.init(url: url, method: method ?? .post, honorsPreconditions: preconditions ?? false)
      return
    }
    guard let bytes = SettingAmount.bytes(limit) else {
      throw wrong(limit, "limit is neither a number of bytes nor a text such as \"500 MB\"")
    }
    self.init(
      url: url, method: method ?? .post, honorsPreconditions: preconditions ?? false, largestDocument: bytes,
      largestAttachment: bytes)
  }
}
