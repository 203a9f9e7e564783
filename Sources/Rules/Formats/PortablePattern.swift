package import LocalText

/// A regular expression in the part of the syntax that means the same in all implementations of JSON Schema: characters, classes, groups,
/// alternatives, quantifiers and the anchors `^` and `$`.
///
/// JSON Schema uses the dialect of ECMA-262 and recommends only such expressions. ICU, which searches for them here, differs in details, such as the
/// line feed before which its `$` matches. The expression is therefore translated.
package final class PortablePattern {
  /// The expression as it is written in the rule.
  package let text: String
  /// The expression for ICU.
  let translation: String
  private var expression: RegularExpression?

  /// Parses an expression. Throws if it is not valid or not portable.
  package init(_ text: String) throws(PatternError) {
    self.text = text
    var translator = PatternTranslator(text, to: .icu)
    translation = try translator.translation()
  }

  /// The expression for other programs, without the parts that they understand in different ways, such as `\d`, which can include the digits of all
  /// scripts.
  package var schemaText: String {
    var translator = PatternTranslator(text, to: .jsonSchema)
    // What can be translated for ICU can also be translated for others.
    return (try? translator.translation()) ?? text
  }

  /// True if a text contains a match. Throws if ICU is missing or matching takes too long.
  package func isFound(in text: String) throws(ICUError) -> Bool {
    if let expression { return try expression.isFound(in: text) }
    guard let library = ICULibrary.installed else {
      throw .notInstalled
    }
    let expression = try RegularExpression(translation, library: library)
    self.expression = expression
    return try expression.isFound(in: text)
  }
}

/// An error in a regular expression.
package struct PatternError: Error, Equatable {
  /// The message, in lower case and without a full stop.
  package let message: String
}

/// Translates a portable regular expression to another syntax.
private struct PatternTranslator {
  /// A syntax of regular expressions.
  enum Syntax {
    case icu
    /// The syntax that means the same in every implementation of JSON Schema.
    case jsonSchema
  }

  /// The maximum nesting depth of groups.
  private static let maximumDepth = 100
  /// The largest number in a quantifier. ICU needs memory in proportion to it.
  private static let maximumCount = 10_000

  private let syntax: Syntax
  private var rest: Substring.UnicodeScalarView
  private var result = ""
  private var depth = 0

  init(_ text: String, to syntax: Syntax) {
    self.syntax = syntax
    rest = Substring(text).unicodeScalars
  }

  mutating func translation() throws(PatternError) -> String {
    try alternatives()
    if !rest.isEmpty { throw PatternError(message: "')' without '('") }
    return result
  }

  private mutating func alternatives() throws(PatternError) {
    while let next = rest.first, next != ")" {
      if next == "|" {
        rest.removeFirst()
        result += "|"
      } else {
        try quantifiedAtom()
      }
    }
  }

  private mutating func quantifiedAtom() throws(PatternError) {
    let isAnchor = rest.first == "^" || rest.first == "$"
    try atom()
    guard try takeQuantifier() else { return }
    if isAnchor { throw PatternError(message: "'^' and '$' cannot be repeated") }
    if take("?") { result += "?" }
    if let next = rest.first, "*+?{".unicodeScalars.contains(next) {
      throw PatternError(message: "'\(next)' after a quantifier; write a group around it")
    }
  }

  private mutating func atom() throws(PatternError) {
    let scalar = rest.removeFirst()
    switch scalar {
    case ".": result += #"[^\n\r\u2028\u2029]"#
    case "^": result += "^"
    // In Python, '$' also matches before a line feed at the end, but what excludes that is not portable.
    case "$": result += syntax == .icu ? #"\z"# : "$"
    case "(": try group()
    case "[": try characterClass()
    case "\\": result += try escape()
    case "*", "+", "?", "{": throw PatternError(message: "'\(scalar)' has nothing to repeat; write '\\\(scalar)'")
    case "]", "}": throw PatternError(message: "'\(scalar)' without its beginning; write '\\\(scalar)'")
    default: result += literal(scalar)
    }
  }

  private mutating func group() throws(PatternError) {
    depth += 1
    if depth > Self.maximumDepth { throw PatternError(message: "groups are nested too deeply") }
    result += "(?:"
    if take("?"), !take(":") {
      throw PatternError(message: "'(?' begins a group that is not portable; only '(?:' is")
    }
    try alternatives()
    guard take(")") else { throw PatternError(message: "'(' without ')'") }
    result += ")"
    depth -= 1
  }

  /// Translates a quantifier if there is one.
  private mutating func takeQuantifier() throws(PatternError) -> Bool {
    guard let next = rest.first else { return false }
    switch next {
    case "*", "+", "?":
      rest.removeFirst()
      result.unicodeScalars.append(next)
      return true
    case "{":
      rest.removeFirst()
      guard let minimum = try takeCount() else { throw PatternError(message: "'{' without a number; write '\\{'") }
      var maximum: Int? = minimum
      if take(",") { maximum = try takeCount() }
      guard take("}") else { throw PatternError(message: "'{' without '}'") }
      if let maximum, maximum < minimum {
        throw PatternError(message: "{\(minimum),\(maximum)} has a maximum below its minimum")
      }
      result += maximum == minimum ? "{\(minimum)}" : "{\(minimum),\(maximum.map(String.init) ?? "")}"
      return true
    default: return false
    }
  }

  private mutating func takeCount() throws(PatternError) -> Int? {
    let digits = rest.prefix { "0"..."9" ~= $0 }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    guard let count = Int(String(digits)), count <= Self.maximumCount else {
      throw PatternError(message: "a quantifier cannot be larger than \(Self.maximumCount)")
    }
    return count
  }

  // MARK: - Characters

  private mutating func characterClass() throws(PatternError) {
    result += "["
    if take("^") { result += "^" }
    if rest.first == "]" { throw PatternError(message: "an empty class is not portable") }
    while let next = rest.first, next != "]" {
      let start = try classMember()
      guard rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
        result += start.text
        continue
      }
      rest.removeFirst()
      let last = try classMember()
      guard let lower = start.scalar, let upper = last.scalar else {
        throw PatternError(message: "a class such as \\d cannot be part of a range")
      }
      guard lower <= upper else { throw PatternError(message: "the range '\(lower)-\(upper)' is in the wrong order") }
      result += "\(start.text)-\(last.text)"
    }
    guard take("]") else { throw PatternError(message: "'[' without ']'") }
    result += "]"
  }

  /// Translates a character of a class. Its scalar is nil for an escape that stands for several characters.
  private mutating func classMember() throws(PatternError) -> (text: String, scalar: Unicode.Scalar?) {
    let scalar = rest.removeFirst()
    guard scalar == "\\" else { return (literal(scalar, inClass: true), scalar) }
    if let (ranges, isOther) = takeClass() {
      return (Self.members(isOther ? Self.complement(of: ranges) : ranges), nil)
    }
    let escaped = try escapedScalar()
    return (literal(escaped, inClass: true), escaped)
  }

  /// Translates what follows a backslash outside of a class.
  private mutating func escape() throws(PatternError) -> String {
    if let (ranges, isOther) = takeClass() { return "[\(isOther ? "^" : "")\(Self.members(ranges))]" }
    return literal(try escapedScalar())
  }

  /// Reads the letter of a class, if there is one. In upper case, it stands for all other characters.
  private mutating func takeClass() -> (ranges: [ClosedRange<UInt32>], isOther: Bool)? {
    guard let letter = rest.first, let ranges = Self.classes[Self.lowercased(letter)] else { return nil }
    rest.removeFirst()
    return (ranges, letter.properties.isUppercase)
  }

  /// Reads what follows a backslash as one character.
  private mutating func escapedScalar() throws(PatternError) -> Unicode.Scalar {
    guard let next = rest.popFirst() else { throw PatternError(message: "the last backslash escapes nothing") }
    switch next {
    case "t": return "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "v": return "\u{0B}"
    case "x": return try hexadecimal(2)
    case "u": return try hexadecimal(4)
    default:
      guard next.isASCII, !next.properties.isAlphabetic, !("0"..."9" ~= next) else {
        throw PatternError(message: "'\\\(next)' is not portable")
      }
      return next
    }
  }

  private mutating func hexadecimal(_ count: Int) throws(PatternError) -> Unicode.Scalar {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let number = UInt32(String(digits), radix: 16), let scalar = Unicode.Scalar(number)
    else {
      throw PatternError(message: "'\\\(count == 2 ? "x" : "u")' needs \(count) hexadecimal digits of a character")
    }
    rest.removeFirst(count)
    return scalar
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  /// The members of the classes that an escape stands for, as ECMA-262 defines them. Other implementations also count letters of other scripts.
  private static let classes: [Unicode.Scalar: [ClosedRange<UInt32>]] = [
    "d": [0x30...0x39], "w": [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A],
    "s": [
      0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
      0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ],
  ]

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    "A"..."Z" ~= scalar ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
  }

  private static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var start: UInt32 = 0
    var others: [ClosedRange<UInt32>] = []
    for range in ranges {
      if start < range.lowerBound { others.append(start...range.lowerBound - 1) }
      start = range.upperBound + 1
    }
    return others + [start...0x10FFFF]
  }

  private static func members(_ ranges: [ClosedRange<UInt32>]) -> String {
    ranges.map { range in
      let bounds = range.count == 1 ? [range.lowerBound] : [range.lowerBound, range.upperBound]
      return bounds.map { Unicode.Scalar($0).map(escaped) ?? "" }.joined(separator: "-")
    }.joined()
  }

  /// Returns a character so that it has no other meaning. With its flag for Unicode, ECMA-262 allows no other escapes.
  private func literal(_ scalar: Unicode.Scalar, inClass: Bool = false) -> String {
    if syntax == .icu || scalar.value < 0x20 || scalar.value == 0x7F { return Self.escaped(scalar) }
    let isSign = #"^$\.*+?()[]{}|/"#.unicodeScalars.contains(scalar) || inClass && scalar == "-"
    return isSign ? "\\\(scalar)" : String(scalar)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    guard scalar.isASCII, scalar != "_", !scalar.properties.isAlphabetic, !("0"..."9" ~= scalar) else {
      return String(scalar)
    }
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }
}
