import CSystem
import Glibc
import OKitStorage
import Synchronization

/// A socket that accepts connections.
package final class ListenSocket: Sendable {
  /// The descriptor.
  let descriptor: Int32
  /// The address that clients connect to, with the port that the system chose for port 0.
  package let address: ListenAddress
  /// True if only programs on this machine can connect.
  package let isLocal: Bool
  /// The socket file to remove at the end.
  private let file: FileStatus?
  /// True if the service manager passed the socket.
  private let isPassed: Bool
  private let isClosed = Atomic(false)

  private static let backlog: Int32 = 1024

  /// Begins to listen at `address`.
  ///
  /// Throws an error of kind `exists` if another program listens there, of kind `usage` if a host is unknown, and `SystemError`.
  package init(_ address: ListenAddress) throws {
    isPassed = false
    switch address {
    case .tcp(let host, let port):
      descriptor = try Self.bound(host, port, address)
      file = nil
    case .unix(let path):
      descriptor = try Self.bound(path)
      file = try FileStatus.of(path)
    }
    guard listen(descriptor, Self.backlog) == 0 else {
      let error = SystemError("listen at", address.description)
      close(descriptor)
      throw error
    }
    (self.address, isLocal) = Self.name(of: descriptor) ?? (address, false)
  }

  /// Takes over a socket that already listens, from the service manager. Throws an error of kind `configuration` if it does not.
  package init(taking descriptor: Int32) throws {
    var (listens, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
    guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0, listens != 0,
      let (address, isLocal) = Self.name(of: descriptor)
    else { throw OKitError(.configuration, "the service manager passed no listening stream socket") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    self.descriptor = descriptor
    self.address = address
    self.isLocal = isLocal
    // The service manager keeps the socket for the next start.
    file = nil
    isPassed = true
  }

  deinit { closeOnce() }

  /// Stops listening: new connections are refused. A socket of the service manager stays open, because the next start answers them.
  func stopListening() {
    if !isPassed { closeOnce() }
  }

  private func closeOnce() {
    if !isClosed.exchange(true, ordering: .relaxed) { close(descriptor) }
  }

  /// Removes the socket file, unless another program replaced it.
  package func removeFile() {
    guard case .unix(let path) = address, let file, file.isSameFile(as: try? FileStatus.of(path)) else { return }
    unlink(path.text)
  }

  private static func bound(_ host: String, _ port: UInt16, _ address: ListenAddress) throws -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_ADDRCONFIG
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &found)
    guard failure == 0, let info = found else {
      throw OKitError(.usage, "cannot listen at \(address): \(String(cString: gai_strerror(failure)))")
    }
    defer { freeaddrinfo(found) }
    let descriptor = socket(info.pointee.ai_family, Int32(SOCK_STREAM.rawValue) | socketFlags, 0)
    guard descriptor >= 0 else { throw SystemError("listen at", address.description) }
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    guard bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 else {
      let error = SystemError("listen at", address.description)
      close(descriptor)
      guard error.code == EADDRINUSE else { throw error }
      throw OKitError(.exists, "another program already listens at \(address)")
    }
    return descriptor
  }

  private static func bound(_ path: FilePath) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | socketFlags, 0)
    guard descriptor >= 0 else { throw SystemError("listen at", path) }
    do {
      try removeUnused(path)
      // Others get no access, not even for a moment. Members of the file's group do, such as a proxy.
      let before = umask(0o117)
      defer { umask(before) }
      guard try withAddress(path, { bind(descriptor, $0, $1) }) == 0 else { throw SystemError("listen at", path) }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Removes the socket of a server that was killed. Throws an error of kind `exists` if a server listens there or it is another kind of file.
  private static func removeUnused(_ path: FilePath) throws {
    guard let status = try FileStatus.of(path) else { return }
    guard status.raw.st_mode & S_IFMT == S_IFSOCK else {
      throw OKitError(.exists, "\(path) already exists and is not a socket")
    }
    let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | socketFlags, 0)
    guard probe >= 0 else { throw SystemError("listen at", path) }
    defer { close(probe) }
    guard try withAddress(path, { connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
      throw OKitError(.exists, "another program already listens at unix:\(path)")
    }
    unlink(path.text)
  }

  private static var socketFlags: Int32 { Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue) }

  private static func withAddress<Result>(
    _ path: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) throws -> Result {
    guard let address = UnixAddress(path.text) else {
      throw OKitError(.usage, "the path of a Unix socket is too long: \(path)")
    }
    return address.withAddress(body)
  }

  /// Returns the address of a socket, and true if only programs on this machine can connect.
  private static func name(of descriptor: Int32) -> (ListenAddress, Bool)? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isNamed = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) == 0 }
    }
    guard isNamed else { return nil }
    return withUnsafeBytes(of: &storage) { SocketName.parse($0, size: Int(size)) }
  }
}
