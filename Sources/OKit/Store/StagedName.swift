import Ciphers

/// Names of files and folders that are not in place yet: `.okit-` and 16 random hexadecimal digits.
///
/// One that no journal names is left over from a crash.
enum StagedName {
  private static let prefix = ".okit-"
  private static let digits = 16

  static func new() -> String {
    prefix
      + randomBytes(digits / 2).map { byte in
        let text = String(byte, radix: 16)
        return text.count == 1 ? "0" + text : text
      }.joined()
  }

  static func isOne(_ name: String) -> Bool {
    guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + digits else { return false }
    return name.dropFirst(prefix.count).allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}
