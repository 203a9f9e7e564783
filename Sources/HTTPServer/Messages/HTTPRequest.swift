/// A request without its body.
package struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  package let method: String
  /// The target; nil if it is malformed.
  package let target: RequestTarget?
  /// The target as it was sent.
  package let rawTarget: String
  /// The version, such as `HTTP/1.1`.
  package let version: String
  /// The address of the client; `unix` for a Unix socket.
  package let client: String
  /// The credential; nil if there is none. ``headers`` does not contain it.
  package let credential: Credential?
  /// True if there is a header `Authorization`, even one without a credential.
  package let hasAuthorization: Bool
  /// The headers with names in lower case, without `Authorization`.
  package let headers: [(name: String, value: String)]

  package init(
    method: String, rawTarget: String, version: String = "HTTP/1.1", client: String = "unix",
    credential: Credential? = nil, hasAuthorization: Bool = false, headers: [(name: String, value: String)] = []
  ) {
    self.method = method
    self.rawTarget = rawTarget
    target = RequestTarget(parsing: rawTarget)
    self.version = version
    self.client = client
    self.credential = credential
    self.hasAuthorization = hasAuthorization
    self.headers = headers
  }

  /// Returns the values of all headers with this name, which is in lower case.
  package func values(_ name: String) -> [String] {
    headers.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
  }

  /// Returns the value of the header with this name; nil if there is none, or several.
  package func value(_ name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }

  /// The declared size of the body in bytes; nil if it is not declared.
  package var declaredSize: Int64? { value("content-length").flatMap { Int64($0) } }

  /// True if a body follows.
  package var hasBody: Bool { declaredSize.map { $0 > 0 } ?? !values("transfer-encoding").isEmpty }

  /// The media type of the body in lower case, without parameters; nil if there is none.
  package var mediaType: String? {
    value("content-type").map { value in
      let type = value.utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
      return String(decoding: type.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
  }
}
