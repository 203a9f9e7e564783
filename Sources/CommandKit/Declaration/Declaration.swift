/// What one property wrapper declares; shared by the wrapper, the parser and the help.
final class Declaration {
  enum Kind { case positional, option, flag }

  let kind: Kind
  let names: [OptionName]
  /// One sentence.
  let help: String
  let customValueName: String?
  let completion: CompletionKind?
  let value: ValueTraits
  /// Takes one text; false refuses it.
  let store: (String) -> Bool

  init(
    _ kind: Kind, names: [OptionName] = [], help: String, valueName: String? = nil,
    completion: CompletionKind? = nil, value: ValueTraits, store: @escaping (String) -> Bool
  ) {
    self.kind = kind
    self.names = names.isEmpty && kind != .positional ? [.long] : names
    self.help = help
    self.customValueName = valueName
    self.completion = completion
    self.value = value
    self.store = store
  }
}

/// What is known of a declared property's type and default.
struct ValueTraits {
  var isRequired = false
  var isRepeating = false
  var defaultText: String?
  var allValues: [String]?
  var description: String?

  init() {}

  init<Value: ArgumentValue>(_ type: Value.Type, required: Bool = false, repeating: Bool = false, shown: [Value] = []) {
    isRequired = required
    isRepeating = repeating
    allValues = type.allValues
    description = type.valueDescription
    let text = shown.map(\.argumentText).joined(separator: ", ")
    defaultText = text.isEmpty ? nil : text
  }
}
