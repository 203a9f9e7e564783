extension BindingFunction {
  /// The functions of strings.
  static let stringFunctions = [
    BindingFunction("initial", "the first character of a string") { .text(try $0.string.first.map(String.init) ?? "") },
    BindingFunction("localized", "the string looked up in the reader's language") {
      .text(try $0.localized($0.string))
    },
    BindingFunction("capitalize", "the string with its first letter in upper case") { call in
      let text = try call.string
      return .text((text.first?.uppercased() ?? "") + text.dropFirst())
    },
    // Foundation counts UTF-16 code units.
    BindingFunction("length", "the length of a string in UTF-16 code units") {
      .number(BindingNumber(try $0.string.utf16.count))
    },
    BindingFunction("trim", "the string without white space at its ends") { .text(try $0.string.trimmed) },
    BindingFunction("upper", "the string in upper case") { .text(try $0.string.uppercased()) },
    BindingFunction("lower", "the string in lower case") { .text(try $0.string.lowercased()) },
    BindingFunction("uppercaseString", "the string in upper case") { .text(try $0.string.uppercased()) },
    BindingFunction("lowercaseString", "the string in lower case") { .text(try $0.string.lowercased()) },
  ]
}

extension String {
  /// The text without white space at its ends.
  package var trimmed: String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
    let rest = unicodeScalars.drop(while: isSpace)
    let end = rest.lastIndex { !isSpace($0) }.map { rest.index(after: $0) } ?? rest.startIndex
    return String(rest[rest.startIndex..<end])
  }
}
