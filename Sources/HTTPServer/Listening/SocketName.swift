import CMicroHTTPD
import Glibc
import OKitStorage

/// The address of a Unix socket, as system calls need it.
struct UnixAddress {
  private var address = sockaddr_un()
  private let size: socklen_t

  /// The address of a path, or of a name outside of the file system if it begins with `@`; nil if it is too long.
  init?(_ path: String) {
    var bytes = Array(path.utf8)
    let isAbstract = bytes.first == UInt8(ascii: "@")
    if isAbstract { bytes[0] = 0 } else { bytes.append(0) }
    guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path), !bytes.isEmpty else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    size = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path)! + bytes.count)
  }

  func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, size) }
    }
  }
}

/// Reads the addresses of sockets.
enum SocketName {
  /// Returns the address, and true if only programs on this machine have it; nil for another family of addresses.
  static func parse(_ bytes: UnsafeRawBufferPointer, size: Int) -> (ListenAddress, Bool)? {
    guard size >= MemoryLayout<sa_family_t>.size else { return nil }
    switch Int32(bytes.loadUnaligned(as: sa_family_t.self)) {
    case AF_UNIX:
      let path = bytes[..<size].dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
      return (.unix(FilePath(text: String(decoding: path, as: UTF8.self))), true)
    case AF_INET:
      let address = bytes.loadUnaligned(as: sockaddr_in.self)
      let isLoopback = UInt32(bigEndian: address.sin_addr.s_addr) >> 24 == 127
      return (.tcp(host: text(AF_INET, address.sin_addr), port: UInt16(bigEndian: address.sin_port)), isLoopback)
    case AF_INET6:
      let address = bytes.loadUnaligned(as: sockaddr_in6.self)
      let octets = withUnsafeBytes(of: address.sin6_addr) { Array($0) }
      let isLoopback = octets == [UInt8](repeating: 0, count: 15) + [1]
      return (.tcp(host: text(AF_INET6, address.sin6_addr), port: UInt16(bigEndian: address.sin6_port)), isLoopback)
    default: return nil
    }
  }

  private static func text<Address>(_ family: Int32, _ address: Address) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    return withUnsafePointer(to: address) { pointer in
      inet_ntop(family, pointer, &text, socklen_t(text.count)).map { String(cString: $0) } ?? ""
    }
  }
}

extension SocketName {
  /// The name of all clients of a Unix socket.
  static let unixClient = "unix"

  /// Returns the address of a client for logs, without its port. Only the bytes that its family has are read: the address of a Unix socket without a
  /// name has two.
  static func client(_ address: UnsafeRawPointer) -> String {
    let size: Int
    switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
    case AF_INET: size = MemoryLayout<sockaddr_in>.size
    case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
    default: return unixClient
    }
    let found = parse(UnsafeRawBufferPointer(start: address, count: size), size: size)
    if case .tcp(let host, _)? = found?.0 { return host }
    return unixClient
  }
}
