/// One argument, option or flag, as data.
struct ArgumentDescription: Equatable {
  /// How it is given.
  let kind: Declaration.Kind
  /// Names with their dashes, in the order of the declaration; none for a positional argument.
  let names: [String]
  /// What the value is called, without brackets.
  let valueName: String
  /// One sentence.
  let abstract: String
  /// Whether it has to be given.
  let isRequired: Bool
  /// Whether it takes several values, or may be given several times.
  let isRepeating: Bool
  /// The default as it would be typed.
  let defaultValue: String?
  /// Every value there is, where they can be listed.
  let allValues: [String]?
  /// The heading it stands under, where it is not the usual one.
  let section: String?

  /// The name to use where there is room for one.
  var preferredName: String? {
    names.first { $0.hasPrefix("--") } ?? names.first
  }

  /// The names, letters before words.
  var orderedNames: [String] {
    names.filter { !$0.hasPrefix("--") } + names.filter { $0.hasPrefix("--") }
  }

  /// The abstract with the values that there are and the default.
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
  /// The headings of their own that some of them stand under, in order.
  var sections: [String] {
    var titles: [String] = []
    for title in compactMap(\.section) where !titles.contains(title) { titles.append(title) }
    return titles
  }
}
