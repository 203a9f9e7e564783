/// The description of an argument, option or flag.
struct ArgumentDescription: Equatable {
  /// The kind of argument.
  let kind: Declaration.Kind
  /// The names with dashes, in declaration order; none for a positional argument.
  let names: [String]
  /// The name of the value, without brackets.
  let valueName: String
  /// One sentence.
  let abstract: String
  /// True if it must be given.
  let isRequired: Bool
  /// True if it takes several values or can be repeated.
  let isRepeating: Bool
  /// The default as typed.
  let defaultValue: String?
  /// All values, if they can be listed.
  let allValues: [String]?
  /// The section heading, if it is not the default one.
  let section: String?

  /// The name to use if only one is shown.
  var preferredName: String? {
    names.first { $0.hasPrefix("--") } ?? names.first
  }

  /// The names, short before long.
  var orderedNames: [String] {
    names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
  }

  /// The abstract with all values and the default.
  var helpText: String {
    let values = allValues.map { "values: " + $0.joined(separator: ", ") }
    let fallback = defaultValue.map { "default: \($0)" }
    let facts = [values, fallback].compactMap { $0 }.joined(separator: "; ")
    return facts.isEmpty ? abstract : (abstract.isEmpty ? "" : abstract + " ") + "(\(facts))"
  }
}

extension ArgumentDescription {
  init(_ argument: DeclaredArgument) {
    let declaration = argument.declaration
    self.init(
      kind: declaration.kind, names: argument.names.map(\.text), valueName: argument.valueName,
      abstract: declaration.help, isRequired: declaration.value.isRequired,
      isRepeating: declaration.value.isRepeating, defaultValue: declaration.value.defaultText,
      allValues: declaration.value.allValues, section: argument.section)
  }

  init(_ builtIn: BuiltIn) {
    self.init(
      kind: .flag, names: builtIn.names.map(\.text), valueName: "", abstract: builtIn.abstract, isRequired: false,
      isRepeating: false, defaultValue: nil, allValues: nil, section: nil)
  }
}

extension [ArgumentDescription] {
  /// The custom section headings, in order.
  var sections: [String] {
    var titles: [String] = []
    for title in compactMap(\.section) where !titles.contains(title) { titles.append(title) }
    return titles
  }
}
