import Glibc

/// strace(1), which records system calls and injects errors.
enum Strace {
  /// True if it is installed and may trace.
  static let works: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.run("strace", "-f", "-o", "/dev/null", "true")) != nil
  }()

  /// A pattern for `text` in the output of strace -xx.
  static func hexadecimal(_ text: String) -> String {
    text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
