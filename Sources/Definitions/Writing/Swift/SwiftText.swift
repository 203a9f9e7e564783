/// Lines of Swift, indented by their blocks.
struct SwiftText {
  private(set) var text = ""
  private var depth = 0
  /// True at the beginning of a block, which is not followed by an empty line.
  private var isFresh = true

  mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
    isFresh = false
  }

  /// Writes an empty line, except at the beginning of a block.
  mutating func space() {
    if !isFresh { text += "\n" }
  }

  mutating func block(_ header: String, _ body: (inout Self) -> Void) {
    line(header + " {")
    depth += 1
    isFresh = true
    body(&self)
    depth -= 1
    line("}")
  }

  /// Writes a documentation comment, and the former name of the declaration that follows.
  mutating func comment(_ note: String?, formerName: String? = nil) {
    // A carriage return would also end the comment.
    let lines = note?.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" } ?? []
    for scalars in lines { line(scalars.isEmpty ? "///" : "/// " + String(scalars)) }
    if let formerName { line("// okit: was \(formerName)") }
  }

  /// Returns `text` as a string literal on one line.
  static func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }
}
