import Glibc

/// strace(1): what a program asks of the system, and where it is stopped.
enum Strace {
  /// Whether it is here and may trace.
  static let works: Bool = {
    guard let machine = try? Machine() else { return false }
    return (try? machine.run("strace", "-f", "-o", "/dev/null", "true")) != nil
  }()

  /// A pattern for `text` as strace writes it with -xx.
  static func hexadecimal(_ text: String) -> String {
    text.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
