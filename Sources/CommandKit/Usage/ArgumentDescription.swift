/// One argument, option or flag, as data.
public struct ArgumentDescription: Codable, Equatable, Sendable {
  /// How it is given.
  public enum Kind: String, Codable, Sendable {
    /// By its place.
    case positional
    /// By a name, with a value.
    case option
    /// By a name alone.
    case flag
  }

  /// How it is given.
  public var kind: Kind
  /// Names with their dashes, in the order of the declaration; none for a positional argument.
  public var names: [String]
  /// What the value is called, without brackets.
  public var valueName: String
  /// One sentence.
  public var abstract: String
  /// More, for the manual.
  public var discussion: String
  /// Whether it has to be given.
  public var isRequired: Bool
  /// Whether it takes several values, or may be given several times.
  public var isRepeating: Bool
  /// The default as it would be typed.
  public var defaultValue: String?
  /// Every value there is, where they can be listed.
  public var allValues: [String]?
  /// How a shell completes the value.
  public var completion: CompletionKind
  /// The heading it stands under, where it is not the usual one.
  public var section: String?
  /// Whether help, manual and completions leave it out.
  public var isHidden: Bool

  /// The name to use where there is room for one.
  public var preferredName: String? {
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
    kind =
      switch declaration.kind {
      case .positional: .positional
      case .option: .option
      case .flag: .flag
      }
    names = argument.names.map(\.text)
    valueName = argument.valueName
    abstract = declaration.help.abstract
    discussion = declaration.help.discussion
    isRequired = declaration.value.isRequired
    isRepeating = declaration.value.isRepeating
    defaultValue = declaration.value.defaultText
    allValues = declaration.value.allValues
    completion = argument.completion
    section = argument.section
    isHidden = declaration.help.isHidden
  }

  init(_ builtIn: BuiltIn) {
    self.init(
      kind: .flag, names: builtIn.names.map(\.text), valueName: "", abstract: builtIn.abstract, discussion: "",
      isRequired: false, isRepeating: false, completion: .none, isHidden: false)
  }
}
