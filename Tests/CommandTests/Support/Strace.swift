import Glibc
import TestSupport

/// strace(1), which records system calls and injects errors.
enum Strace {
  /// True if it is installed and may trace.
  static let works: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.run("strace", "-f", "-o", "/dev/null", "true")) != nil
  }()

  /// The options with which a trace has the texts of the calls. Without privileges, strace can read them only if okit's call to forbid that
  /// (`PR_SET_DUMPABLE`) has no effect.
  static let showingTexts = ["-e", "inject=prctl:retval=0"]

  /// A pattern for `text` in the output of strace -xx.
  static func hexadecimal(_ text: String) -> String {
    text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A system call of a program, which is the first, second … of its name. strace counts the calls in the same way.
  struct Call: CustomStringConvertible {
    let name: String
    let number: Int
    /// The arguments and the result, as strace writes them.
    fileprivate let rest: Substring

    var description: String { "\(name) \(number)" }

    /// True if it has read `text`, as strace writes it.
    func hasRead(_ text: String) -> Bool { name == "read" && rest.contains(", \"\(text)\", ") }

    /// The option of strace that does something at this call: `signal=KILL`, `error=ENOSPC`.
    func injecting(_ action: String) -> [String] { ["-e", "inject=\(name):\(action):when=\(number)"] }
  }

  /// The words before a program that strace starts. The trace goes to the file at `path`. Without `-f`, other programs and threads are not traced.
  static func words(_ options: [String] = [], to path: String = "/dev/null") -> [String] {
    ["strace", "-qq", "-o", path] + options
  }

  /// The calls in the trace at `path`.
  static func calls(inTraceAt path: String) throws -> [Call] {
    var numbers: [Substring: Int] = [:]
    return try Files.text(path).split(separator: "\n").compactMap { line in
      guard let parts = line.wholeMatch(of: /([a-z0-9_]+)\((.*)/)?.output else { return nil }
      numbers[parts.1, default: 0] += 1
      return Call(name: String(parts.1), number: numbers[parts.1] ?? 0, rest: parts.2)
    }
  }
}
