import Foundation

/// Other programs, for comparisons and for work that a test should not leave to okit.
package enum Tool {
  /// Runs a program in a folder and returns its output; throws unless it ends with `status` (nil: any).
  @discardableResult
  package static func run(
    _ arguments: String..., status: Int32? = 0, input: [UInt8] = [], in folder: String = "/tmp",
    locale: String = "C.UTF-8"
  ) throws -> Output {
    try run(arguments, status: status, input: input, in: folder, locale: locale)
  }

  @discardableResult
  package static func run(
    _ arguments: [String], status: Int32? = 0, input: [UInt8] = [], in folder: String = "/tmp",
    locale: String = "C.UTF-8", limits: ChildProcess.Limits = .init()
  ) throws -> Output {
    let environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": locale]) { $1 }
    return try ChildProcess.run(arguments, environment: environment, in: folder, input: input, limits: limits)
      .ending(with: status, arguments)
  }

  /// Runs a line in `sh`.
  @discardableResult
  package static func shell(_ line: String, in folder: String = "/tmp") throws -> Output {
    try run("sh", "-c", line, in: folder)
  }

  /// Runs a program on a terminal of its own and answers each passphrase prompt with the same text.
  package static func runOnTerminal(_ command: String, passphrase: String) throws {
    let script = """
      set timeout 120
      log_user 0
      spawn \(command)
      expect {
        -nocase "passphrase" { send -- "\(passphrase)\\r"; exp_continue }
        timeout { exit 99 }
        eof
      }
      exit [lindex [wait] 3]
      """
    try run("expect", "-c", script)
  }
}
