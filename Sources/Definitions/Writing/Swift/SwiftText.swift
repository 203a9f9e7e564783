/// Lines of Swift, indented by the blocks that they are in.
struct SwiftText {
  private(set) var text = ""
  private var depth = 0
  /// Whether nothing stands in the innermost block yet, so that no empty line is wanted.
  private var isFresh = true

  mutating func line(_ line: String) {
    text += String(repeating: "  ", count: depth) + line + "\n"
    isFresh = false
  }

  /// Leaves an empty line, except at the beginning of a block.
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

  /// A documentation comment, and the name that the declaration below had before.
  mutating func comment(_ note: String?, formerName: String? = nil) {
    // A line feed of another kind would end the comment as well.
    let lines = note?.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" } ?? []
    for scalars in lines { line(scalars.isEmpty ? "///" : "/// " + String(scalars)) }
    if let formerName { line("// okit: was \(formerName)") }
  }

  /// `text` as a literal of one line.
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
