import Glibc
package import OKitStorage

/// A place where a server waits for connections.
package enum ListenAddress: Equatable, Sendable, CustomStringConvertible {
  /// A host, which is a name or an address, and a port.
  case tcp(host: String, port: UInt16)
  /// The path of a Unix socket.
  case unix(FilePath)

  /// Parses `127.0.0.1:8123`, `[::1]:8123`, `localhost:8123` or `unix:PATH`; nil for anything else.
  package init?(parsing text: String) {
    if text.utf8.starts(with: "unix:".utf8) {
      let path = String(decoding: text.utf8.dropFirst(5), as: UTF8.self)
      guard !path.isEmpty else { return nil }
      self = .unix(FilePath(text: path))
      return
    }
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
      let port = UInt16(String(decoding: text.utf8[text.utf8.index(after: colon)...], as: UTF8.self)),
      text.utf8[text.utf8.index(after: colon)...].allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    var host = text.utf8[..<colon]
    if host.first == UInt8(ascii: "["), host.last == UInt8(ascii: "]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(UInt8(ascii: ":")) {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self = .tcp(host: String(decoding: host, as: UTF8.self), port: port)
  }

  /// The address as ``init(parsing:)`` reads it.
  package var description: String {
    switch self {
    case .tcp(let host, let port): host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    case .unix(let path): "unix:\(path)"
    }
  }
}
