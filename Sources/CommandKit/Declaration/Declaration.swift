/// The declaration of a property wrapper, shared by the wrapper, the parser and the help.
final class Declaration {
  enum Kind { case positional, option, flag }

  let kind: Kind
  let names: [OptionName]
  /// One sentence.
  let help: String
  let customValueName: String?
  let completion: CompletionKind?
  let value: ValueTraits
  /// Stores one text; returns false if it is invalid.
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

/// The type and default of a declared property.
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
