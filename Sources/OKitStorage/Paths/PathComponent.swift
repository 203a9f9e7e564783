/// The rule for whatever becomes part of a path: an id, a key, a model's name, a file ending.
package enum PathComponent {
  /// The longest name that Linux file systems take, in bytes.
  package static let longest = 255

  /// Throws an error of kind `malformed` that calls `name` a `role` unless it can be one path component.
  package static func check(_ name: String, as role: String, ending: String = "") throws {
    if let fault = fault(of: name, ending: ending) {
      throw OKitError(.malformed, "\(printable(name)) is not a valid \(role) name: \(fault)")
    }
  }

  /// What is wrong with `name` as one component of a path; nil where nothing is.
  package static func fault(of name: String, ending: String = "") -> String? {
    if name.isEmpty { return "it is empty" }
    if name.utf8.first == UInt8(ascii: ".") { return "it begins with a dot" }
    if name.utf8.contains(UInt8(ascii: "/")) { return "it contains a slash" }
    if name.utf8.contains(0) { return "it contains a NUL byte" }
    if name.utf8.count + ending.utf8.count > longest { return "it is longer than \(longest) bytes" }
    return nil
  }

  /// Whether `ending` can follow an image's id: `[a-z0-9.+-]{1,32}`.
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

  /// `name` in quotes, with control characters shown as escapes, so that it stays on one line.
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
