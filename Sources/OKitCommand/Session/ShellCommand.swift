import CSystem
import CommandKit
import Glibc
import OKit

/// A line of the user's, run by `sh`; it does not see variables that hold secrets.
struct ShellCommand {
  let line: String
  let environment: [String: String]

  /// In microseconds.
  private static let longestPause: UInt32 = 20_000

  /// Runs it with `input` on its standard input, and waits for its end. What it does not read is dropped.
  ///
  /// Returns its status, -1 where a signal ended it. Throws `SystemError` where it cannot be started, and `Interrupted`, after ending it as well.
  func run(input: [UInt8]) throws -> Int32 {
    var pipe: (read: Int32, write: Int32) = (0, 0)
    try withUnsafeMutableBytes(of: &pipe) { bytes in
      guard Glibc.pipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress!) == 0 else {
        throw SystemError("run", line)
      }
    }
    _ = fcntl(pipe.write, F_SETFD, FD_CLOEXEC)
    _ = fcntl(pipe.write, F_SETFL, O_NONBLOCK)
    let child = try spawn(reading: pipe.read, pipe.write)
    var status: Int32 = 0
    do {
      defer { close(pipe.write) }
      try feed(input, to: pipe.write)
    } catch {
      return try end(child, error)
    }
    // A signal that comes right before a call that waits would not be noticed, so none waits for long.
    var pause: UInt32 = 500
    while waitpid(child, &status, WNOHANG) == 0 {
      do { try Signals.check() } catch { return try end(child, error) }
      usleep(pause)
      pause = min(pause * 2, Self.longestPause)
    }
    return okit_exit_status(status)
  }

  private func spawn(reading input: Int32, _ output: Int32) throws -> pid_t {
    defer { close(input) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    if input != 0 { posix_spawn_file_actions_addclose(&actions, input) }
    let arguments = ["sh", "-c", line]
    let words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    let variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    var child = pid_t()
    let failure = posix_spawn(&child, "/bin/sh", &actions, nil, words, variables)
    guard failure == 0 else {
      close(output)
      throw SystemError("run", line, code: failure)
    }
    return child
  }

  private func feed(_ input: [UInt8], to descriptor: Int32) throws {
    var rest = input[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EINTR || errno == EAGAIN {
        try Signals.check()
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&waiting, 1, Int32(Self.longestPause / 1000))
      } else {
        // It does not want more.
        return
      }
    }
  }

  private func end(_ child: pid_t, _ error: any Error) throws -> Int32 {
    kill(child, SIGTERM)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    throw error
  }
}
