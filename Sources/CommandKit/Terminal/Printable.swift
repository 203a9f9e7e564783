extension Console {
  /// Returns untrusted text with control characters and direction overrides escaped.
  ///
  /// Otherwise a file name could move the cursor or hide a part of itself.
  package static func printable(_ text: String) -> String { escaped(text, except: []) }

  /// Returns untrusted text like ``printable(_:)``, but keeps line feeds and tabs.
  package static func printableLines(_ text: String) -> String { escaped(text, except: ["\n", "\t"]) }

  private static func escaped(_ text: String, except kept: [Unicode.Scalar]) -> String {
    guard text.unicodeScalars.contains(where: isHarmful) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case _ where kept.contains(scalar): result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where isHarmful(scalar):
        result += "\\u" + scalar.hexadecimal
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// The code point in at least four hexadecimal digits.
  var hexadecimal: String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
