/// The part of a header that tells where a request ends.
///
/// If two programs on the way disagree about that, the end of one client's body becomes the next client's request. libmicrohttpd uses the first of
/// several values and ignores encodings that it does not know, so such requests must not get past the header.
package enum RequestFraming {
  /// Returns what is wrong with the header of a request; nil if all programs agree about its end.
  package static func fault(of request: HTTPRequest) -> String? {
    let isOld = request.version.utf8.elementsEqual("HTTP/1.0".utf8)
    if request.rawTarget.utf8.contains(UInt8(ascii: " ")) { return "the target contains a space" }
    for (name, _) in request.headers where !isToken(name) { return "the name of a header field is not valid" }
    let (lengths, encodings) = (request.values("content-length"), request.values("transfer-encoding"))
    let hosts = request.values("host").count
    if hosts > 1 { return "the header field 'Host' is repeated" }
    if hosts == 0, !isOld { return "the header field 'Host' is missing" }
    if lengths.count > 1 { return "the header field 'Content-Length' is repeated" }
    if let length = lengths.first, length.isEmpty || !length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return "'Content-Length' is not a number"
    }
    if encodings.isEmpty { return nil }
    if !lengths.isEmpty { return "'Transfer-Encoding' and 'Content-Length' exclude each other" }
    guard encodings.count == 1, isChunked(encodings[0]) else {
      return "'Transfer-Encoding' must be 'chunked'"
    }
    return isOld ? "HTTP/1.0 has no 'Transfer-Encoding'" : nil
  }

  private static func isChunked(_ encoding: String) -> Bool {
    encoding.utf8.lazy.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }.elementsEqual("chunked".utf8)
  }

  /// True if the text is a token of RFC 9110, such as the name of a header field.
  private static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
