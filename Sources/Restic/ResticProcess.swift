import CSystem
package import Ciphers
import Glibc
import OKitStorage

/// A running restic. It ends with this process: the kernel sends it SIGINT, on which it removes its lock.
///
/// restic prints to files in memory, not to pipes. If this process is killed, nobody reads a pipe, so restic would end when it prints its next line,
/// before it removes its lock.
final class ResticProcess {
  /// The streams of which okit is the other end.
  enum Stream {
    case none
    case input
    case output
  }

  /// The time that restic has to end after SIGINT, in which it removes its lock.
  private static let grace = Duration.seconds(10)
  /// The size of the pipe for large data, in bytes, so that okit and restic seldom wait for each other.
  private static let pipeSize: Int32 = 1 << 20
  /// The limits of what is read of the output, in bytes.
  private static let maximumMessage = 16 << 10
  private static let maximumOutput = 256 << 20

  private let id: pid_t
  private let stream: Stream
  /// The end of the pipe that is the stream; -1 for none.
  private var pipe: Int32
  private let output: MemoryFile
  private let messages: MemoryFile
  /// The exit status, -1 if a signal ended it; nil while it runs.
  private(set) var status: Int32?
  private let whileWaiting: () throws -> Void

  /// Starts the program at `path` with `arguments`. The secrets can be read at `/dev/fd/3` and the following descriptors. Calls `whileWaiting`
  /// regularly, which may throw to give up.
  ///
  /// Throws `SystemError` if it cannot be started.
  init(
    at path: FilePath, _ arguments: [String], environment: [String: String], secrets: [SharedPassword],
    stream: Stream = .none, whileWaiting: @escaping () throws -> Void
  ) throws {
    self.whileWaiting = whileWaiting
    self.stream = stream
    // If SIGCHLD is ignored, the status of children is lost.
    signal(SIGCHLD, SIG_DFL)
    let data = try PipeEnds()
    output = try MemoryFile()
    messages = try MemoryFile()
    let secretPipes = try secrets.map { secret in
      let pipe = try PipeEnds()
      // A password is at most as long as the buffer of a pipe.
      try secret.bytes.withUnsafeBytes { bytes in
        guard Glibc.write(pipe.write, bytes.baseAddress, bytes.count) == bytes.count else {
          throw SystemError("write", "a password for restic")
        }
      }
      pipe.closeWrite()
      return pipe
    }
    // Unlike opening /dev/null, making a file in memory needs no path in a chroot.
    let empty = try MemoryFile()
    let standard = [
      stream == .input ? data.read : empty.descriptor, stream == .output ? data.write : output.descriptor,
      messages.descriptor,
    ]
    let descriptors = standard + secretPipes.map(\.read)
    let words: [UnsafeMutablePointer<CChar>?] = ([path.text] + arguments).map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let id = withExtendedLifetime((data, secretPipes, empty)) {
      okit_spawn_bound(path.text, words, variables, descriptors, Int32(descriptors.count))
    }
    guard id > 0 else { throw SystemError("run", path) }
    self.id = id
    switch stream {
    case .none: pipe = -1
    case .input: pipe = data.takeWrite()
    case .output: pipe = data.takeRead()
    }
    guard pipe >= 0 else { return }
    _ = fcntl(pipe, F_SETFL, O_NONBLOCK)
    _ = okit_set_pipe_size(pipe, Self.pipeSize)
  }

  deinit {
    if status == nil { cancel() }
    Self.close(&pipe)
  }

  // MARK: - Streams

  /// The last of what restic printed on standard error.
  var message: String { String(decoding: messages.end(Self.maximumMessage), as: UTF8.self) }

  /// Returns the standard output of restic if it is not a stream. Throws an error of kind `unsupported` if it is too large.
  func printed() throws -> [UInt8] {
    let bytes = output.end(Self.maximumOutput + 1)
    guard bytes.count <= Self.maximumOutput else { throw OKitError(.unsupported, "restic prints too much") }
    return bytes
  }

  /// Writes all of `bytes` to the standard input of restic. Returns false if restic reads no more.
  func write(_ bytes: UnsafeRawBufferPointer) throws -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(pipe, rest.baseAddress, rest.count)
      if count >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } else if errno == EPIPE {
        return false
      } else if errno == EAGAIN {
        try wait()
      } else if errno != EINTR {
        throw SystemError("write to", "restic")
      }
    }
    return true
  }

  /// Reads up to `buffer.count` bytes of the standard output of restic, and returns their count; 0 at its end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = Glibc.read(pipe, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EAGAIN || errno == EINTR else { throw SystemError("read from", "restic") }
      try wait()
    }
  }

  /// Waits until restic reads or writes.
  private func wait() throws {
    try whileWaiting()
    var end = pollfd(fd: pipe, events: Int16(stream == .input ? POLLOUT : POLLIN), revents: 0)
    _ = poll(&end, 1, 100)
  }

  // MARK: - The end

  /// Ends the input and waits for the end. Returns the status, -1 if a signal ended it. Stops restic early if `shouldStop` returns true, which is called
  /// every few milliseconds.
  func finish(stoppingWhen shouldStop: () -> Bool = { false }) throws -> Int32 {
    if stream == .input { Self.close(&pipe) }
    var pause: UInt32 = 200
    while !reap() {
      try whileWaiting()
      if shouldStop() { cancel() }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    return status ?? -1
  }

  /// Stops restic before its input ends. Of an input that ended, it would make a snapshot. SIGTERM would leave its lock in the repository.
  func cancel() {
    guard status == nil else { return }
    kill(id, SIGINT)
    // Nobody reads its output any more.
    if stream == .output { Self.close(&pipe) }
    let deadline = Deadline(after: Self.grace)
    while !reap(), !deadline.isPast { usleep(2000) }
    guard status == nil else { return }
    kill(id, SIGKILL)
    while !reap() { usleep(2000) }
  }

  /// True if restic ended.
  private func reap() -> Bool {
    if status != nil { return true }
    var result: Int32 = 0
    guard waitpid(id, &result, WNOHANG) == id else { return false }
    status = okit_exit_status(result)
    return true
  }

  fileprivate static func close(_ descriptor: inout Int32) {
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
    descriptor = -1
  }
}

/// A file in memory that a program writes.
private final class MemoryFile {
  private(set) var descriptor: Int32

  init() throws {
    descriptor = try PassedDescriptor.moved(okit_memory_file("restic"))
  }

  deinit { ResticProcess.close(&descriptor) }

  /// Returns the last `count` bytes, or all if there are fewer.
  func end(_ count: Int) -> [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    let wanted = max(0, min(count, size))
    return [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
      while filled < wanted {
        let got = pread(descriptor, buffer.baseAddress! + filled, wanted - filled, off_t(size - wanted + filled))
        if got <= 0 { break }
        filled += got
      }
    }
  }
}

/// Descriptors that restic gets, with numbers above those that they have there.
private enum PassedDescriptor {
  private static let firstFree: Int32 = 20

  /// Returns a copy of a descriptor, and closes that. Throws `SystemError` if there is none.
  static func moved(_ descriptor: Int32) throws -> Int32 {
    guard descriptor >= 0 else { throw SystemError("run", "restic") }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, firstFree)
    let code = errno
    close(descriptor)
    guard copy >= 0 else { throw SystemError("run", "restic", code: code) }
    return copy
  }
}

/// A password that several calls of restic need.
package final class SharedPassword {
  let bytes: SecretBytes

  package init(_ bytes: consuming SecretBytes) { self.bytes = bytes }
}

/// The ends of a pipe. They are closed when it is deinitialized.
private final class PipeEnds {
  private(set) var read: Int32 = -1
  private(set) var write: Int32 = -1

  init() throws {
    var ends: (read: Int32, write: Int32) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress!) }
    guard result == 0 else { throw SystemError("run", "restic") }
    defer { ResticProcess.close(&ends.write) }
    read = try PassedDescriptor.moved(ends.read)
    let other = ends.write
    ends.write = -1
    write = try PassedDescriptor.moved(other)
  }

  deinit {
    ResticProcess.close(&read)
    ResticProcess.close(&write)
  }

  func closeWrite() { ResticProcess.close(&write) }

  func takeWrite() -> Int32 {
    defer { write = -1 }
    return write
  }

  func takeRead() -> Int32 {
    defer { read = -1 }
    return read
  }
}
