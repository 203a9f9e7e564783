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
    BindingFunction("uppercaseString", "the string in upper case") { .text(try $0.string.uppercased()) },
    BindingFunction("lowercaseString", "the string in lower case") { .text(try $0.string.lowercased()) },
  ]
}
