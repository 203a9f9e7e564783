import Glibc
import TestSupport
import Testing

extension Bookshop {
  /// Makes a function of the workspace: a shell script in which `$okit` is the command.
  @discardableResult
  func function(_ name: String, _ script: String) throws -> String { try program("functions/\(name)", script) }

  /// Makes a hook of the workspace.
  @discardableResult
  func hook(_ name: String, _ script: String) throws -> String { try program("hooks/\(name)", script) }

  private func program(_ name: String, _ script: String) throws -> String {
    let path = "\(root)/okit/\(name)"
    let folder = String(path[..<path.lastIndex(of: "/")!])
    try Files.makeFolder(folder)
    try Files.write("#!/bin/sh\nokit='\(Machine.okit)'\n\(script)\n", to: path, mode: 0o755)
    // Independent of the umask in which the tests run.
    for place in [root, root + "/okit", folder] { chmod(place, 0o755) }
    return path
  }

  /// Starts okit and returns while it runs.
  func start(_ arguments: String..., errors: String = "streams/err") throws -> ChildProcess {
    try ChildProcess(
      [Machine.okit] + arguments, environment: machine.environment, in: root,
      streams: [.read("/dev/null"), .write(machine.path("streams/out")), .write(machine.path(errors))])
  }

  /// Waits until a file exists, as long as `child` runs.
  func wait(for path: String, _ child: ChildProcess) {
    while !Files.exists(path), child.isRunning { usleep(1000) }
  }

  /// A shell command that sleeps long, and that no other running test uses.
  static func sleeper(_ number: Int32) -> String { "sleep \(7000 + number).\(getpid())" }

  /// Waits until no process of `line` is left, and records an issue if one stays. The system may end a killed process later.
  func expectEnded(_ line: String, at location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<1000 {
      guard try Self.isRunning(line) else { return }
      usleep(10_000)
    }
    Issue.record("'\(line)' still runs", sourceLocation: location)
  }

  private static func isRunning(_ line: String) throws -> Bool {
    let words = line.utf8.map { $0 == UInt8(ascii: " ") ? 0 : $0 } + [0]
    return try Files.names(in: "/proc").contains { (try? Files.read("/proc/\($0)/cmdline")) == words }
  }
}
