/// The rules for names that become part of a path: ids, keys, model names and file extensions.
package enum PathComponent {
  /// The maximum length of a file name on Linux, in bytes.
  package static let maximumLength = 255

  /// Throws an error of kind `malformed` unless `name` with `ending` can be one path component. `role` names its purpose in the message.
  package static func check(_ name: String, as role: String, ending: String = "") throws {
    try require(fault(of: name, ending: ending), name, role)
  }

  /// Throws an error of kind `malformed` unless okit accepts `name` with `ending` for a new file. `role` names its purpose in the message.
  package static func check(new name: String, as role: String, ending: String = "") throws {
    try require(fault(ofNew: name, ending: ending), name, role)
  }

  private static func require(_ fault: String?, _ name: String, _ role: String) throws {
    guard let fault else { return }
    throw OKitError(.malformed, "\(printable(name)) is not a valid \(role) name: \(fault)")
  }

  /// Returns the reason why `name` cannot be one path component; nil if it can.
  package static func fault(of name: String, ending: String = "") -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.first == UInt8(ascii: ".") { return "it begins with a dot" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "it contains a slash" }
    if name.utf8.contains(0) { return "it contains a NUL byte" }
    if name.utf8.count + ending.utf8.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
    return nil
  }

  /// Returns the reason why okit does not accept `name` for a new file; nil if it does. No archive could contain a name with a control character, but
  /// earlier versions created such files, which stay readable.
  package static func fault(ofNew name: String, ending: String = "") -> String? {
    fault(of: name, ending: ending) ?? (hasControlCharacter(name) ? "it contains a control character" : nil)
  }

  /// True if `name` contains a control character, of ASCII or of C1.
  package static func hasControlCharacter(_ name: String) -> Bool {
    name.unicodeScalars.contains { $0.value < 0x20 || (0x7f...0x9f).contains($0.value) }
  }

  /// True if `ending` is a valid file extension of an image: `[a-z0-9.+-]{1,32}`.
  package static func isImageEnding(_ ending: String) -> Bool {
    (1...32).contains(ending.utf8.count)
      && ending.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
          UInt8(ascii: "+"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Returns `name` in quotes with control characters as escapes, so that it stays on one line.
  package static func printable(_ name: String) -> String {
    var text = "'"
    for scalar in name.unicodeScalars {
      switch scalar.value {
      case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "'"
  }
}
