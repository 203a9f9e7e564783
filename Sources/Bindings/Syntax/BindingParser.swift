extension Binding {
  /// Parses the text of a binding.
  ///
  /// Throws `BindingError` of kind `syntax` or `unsupported`.
  public init(parsing text: String) throws(BindingError) {
    var parser = BindingParser(text)
    self = try parser.parse()
  }
}

/// Reads a binding from left to right.
private struct BindingParser {
  private let text: String
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(BindingError) -> Binding {
    let all = 0..<bytes.count
    guard bytes.contains(where: { !Self.isSpace($0) }) else {
      throw error(.syntax, "an empty path; the root of a model is '.'", all)
    }
    let model = try parseModel()
    var segments: [Binding.Segment] = []
    if position < bytes.count, bytes[position] == UInt8(ascii: "/") { position += 1 }
    while position < bytes.count {
      try parseSegment(into: &segments)
      if position < bytes.count { position += 1 }
    }
    return Binding(model: model, segments: segments, description: text)
  }

  /// `NAME>` or `NAME:` in front.
  private mutating func parseModel() throws(BindingError) -> String? {
    guard
      let end = bytes.firstIndex(where: { [UInt8(ascii: ">"), UInt8(ascii: ":"), UInt8(ascii: "/")].contains($0) }),
      bytes[end] != UInt8(ascii: "/")
    else { return nil }
    let name = trimmed(0..<end)
    guard !name.isEmpty else {
      throw error(.syntax, "no model in front of '\(Character(UnicodeScalar(bytes[end])))'", 0..<end + 1)
    }
    position = end + 1
    return try unescaped(name)
  }

  private mutating func parseSegment(into segments: inout [Binding.Segment]) throws(BindingError) {
    let start = position
    var end = start
    while end < bytes.count, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "[") {
      if let fault = Self.unsupported[bytes[end]] {
        throw error(.unsupported, "\(fault) cannot be used yet", end..<end + 1)
      }
      if bytes[end] == UInt8(ascii: "]") { throw error(.syntax, "']' without '['", end..<end + 1) }
      end += 1
    }
    position = end
    let range = trimmed(start..<end)
    let name = try unescaped(range)
    switch string(range) {
    case "", ".":
      if position == bytes.count || bytes[position] == UInt8(ascii: "/") {
        segments.append(.init(step: .current, range: range))
      }
    case "..": throw error(.unsupported, "the parent '..' cannot be used yet", range)
    default: segments.append(.init(step: .property(name), range: range))
    }
    while position < bytes.count, bytes[position] == UInt8(ascii: "[") { try parseIndex(into: &segments) }
    if position < bytes.count, bytes[position] != UInt8(ascii: "/") {
      throw error(.syntax, "expected '/' after ']'", position..<position + 1)
    }
  }

  private mutating func parseIndex(into segments: inout [Binding.Segment]) throws(BindingError) {
    let start = position
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else {
      throw error(.syntax, "'[' without ']'", start..<start + 1)
    }
    let inside = string(trimmed(start + 1..<end))
    guard let index = Int(inside) else {
      if inside == "*" || inside.contains("=") {
        throw error(.unsupported, "several matches cannot be used yet", start..<end + 1)
      }
      throw error(.syntax, "an index is a whole number", start..<end + 1)
    }
    segments.append(.init(step: .index(index), range: start..<end + 1))
    position = end + 1
  }

  /// Syntax of the language that is refused rather than taken for part of a name.
  private static let unsupported: [UInt8: String] = [
    UInt8(ascii: "#"): "a constant '#'", UInt8(ascii: "%"): "a localized text '%'", UInt8(ascii: "!"): "negation '!'",
    UInt8(ascii: "$"): "a reference '$'", UInt8(ascii: "("): "a function '('", UInt8(ascii: ")"): "a function ')'",
    UInt8(ascii: ","): "several bindings ','", UInt8(ascii: "@"): "'@'", UInt8(ascii: "<"): "the root '<'",
    UInt8(ascii: "~"): "the root '~'", UInt8(ascii: ">"): "a second model '>'",
  ]

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Self.isSpace(bytes[start]) { start += 1 }
    while end > start, Self.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  /// The text of a name, with each `\\u{…}` the character of that hexadecimal number.
  private func unescaped(_ range: Range<Int>) throws(BindingError) -> String {
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return string(range) }
    var name = String.UnicodeScalarView()
    var rest = string(range).unicodeScalars[...]
    while let scalar = rest.first {
      guard scalar == "\\" else {
        name.append(scalar)
        rest.removeFirst()
        continue
      }
      let digits = rest.dropFirst(3).prefix { $0 != "}" }
      let number = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
      guard rest.dropFirst().first == "u", rest.dropFirst(2).first == "{",
        rest.dropFirst(3 + digits.count).first == "}", digits.isEmpty || number.flatMap(Unicode.Scalar.init) != nil
      else { throw error(.syntax, "an escape is \\u{…} with a hexadecimal number", range) }
      // Without a number it stands for nothing, so that an empty name can be written.
      if let escaped = number.flatMap(Unicode.Scalar.init) { name.append(escaped) }
      rest = rest.dropFirst(4 + digits.count)
    }
    return String(name)
  }

  private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func error(_ kind: BindingError.Kind, _ description: String, _ range: Range<Int>) -> BindingError {
    BindingError(kind, description, in: text, at: range)
  }
}
