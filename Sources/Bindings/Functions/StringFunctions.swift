extension BindingFunction {
  /// The functions of strings.
  static let stringFunctions = [
    BindingFunction("initial", "the first character of a string") { .text(try $0.string.first.map(String.init) ?? "") },
    BindingFunction("localized", "the string looked up in the reader's language") {
      .text(try $0.localized($0.string))
    },
    BindingFunction("capitalize", "the string with a capital at its beginning") { call in
      let text = try call.string
      return .text((text.first?.uppercased() ?? "") + text.dropFirst())
    },
    // Foundation counts units of UTF-16.
    BindingFunction("length", "the length of a string, in units of UTF-16") {
      .number(BindingNumber(try $0.string.utf16.count))
    },
    BindingFunction("uppercaseString", "the string in capitals") { .text(try $0.string.uppercased()) },
    BindingFunction("lowercaseString", "the string in small letters") { .text(try $0.string.lowercased()) },
  ]
}
