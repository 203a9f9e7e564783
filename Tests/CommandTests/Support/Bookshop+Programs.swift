import Glibc

extension Bookshop {
  /// Makes a function of the workspace, a shell script in which `$okit` is the command.
  @discardableResult
  func function(_ name: String, _ script: String) throws -> String { try program("functions/\(name)", script) }

  /// Makes a hook of the workspace.
  @discardableResult
  func hook(_ name: String, _ script: String) throws -> String { try program("hooks/\(name)", script) }

  private func program(_ name: String, _ script: String) throws -> String {
    let path = "\(root)/okit/\(name)"
    let folder = String(path[..<path.lastIndex(of: "/")!])
    try Files.makeFolder(folder)
    try Files.write("#!/bin/sh\nokit='\(Machine.okit)'\n\(script)\n".utf8, path, mode: 0o755)
    // Whatever the umask of whoever runs the tests.
    for place in [root, root + "/okit", folder] { chmod(place, 0o755) }
    return path
  }

  /// Starts okit, and gives it back while it runs.
  func start(_ arguments: String..., errors: String = "streams/err") throws -> ChildProcess {
    try ChildProcess(
      [Machine.okit] + arguments, environment: machine.environment, in: root,
      streams: [.read("/dev/null"), .write(machine.path("streams/out")), .write(machine.path(errors))])
  }

  /// Waits until there is a file, as long as `child` runs.
  func wait(for path: String, _ child: ChildProcess) {
    while !Files.exists(path), child.isRunning { usleep(1000) }
  }
}
