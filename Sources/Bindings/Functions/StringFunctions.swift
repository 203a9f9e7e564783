extension BindingFunction {
  /// The functions of strings.
  static let stringFunctions = [
    BindingFunction("initial") { .text(try $0.string.first.map(String.init) ?? "") },
    BindingFunction("localized") { .text(try $0.localized($0.string)) },
    BindingFunction("capitalize") { call in
      let text = try call.string
      return .text((text.first?.uppercased() ?? "") + text.dropFirst())
    },
    // Foundation counts units of UTF-16.
    BindingFunction("length") { .number(BindingNumber(try $0.string.utf16.count)) },
    BindingFunction("uppercaseString") { .text(try $0.string.uppercased()) },
    BindingFunction("lowercaseString") { .text(try $0.string.lowercased()) },
  ]
}
