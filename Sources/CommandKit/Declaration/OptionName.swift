/// The name of an option or a flag.
package enum OptionName: Sendable {
  /// The property's name: `dryRun` is `--dry-run`.
  case long
  /// The first letter of the property's name.
  case short
  /// Both names.
  case shortAndLong
  /// The given word, without dashes.
  case customLong(String)
  /// The given letter.
  case customShort(Character)

  func resolve(property: String) -> [SwitchName] {
    switch self {
    case .long: [.long(Self.hyphenated(property))]
    case .short: property.first.map { [.short($0)] } ?? []
    case .shortAndLong: OptionName.short.resolve(property: property) + OptionName.long.resolve(property: property)
    case .customLong(let name): [.long(name)]
    case .customShort(let letter): [.short(letter)]
    }
  }

  static func hyphenated(_ property: String) -> String {
    var result = ""
    for character in property {
      if character.isUppercase, !result.isEmpty { result += "-" }
      result += character.lowercased()
    }
    return result
  }
}

/// A name of an option or flag on a command line.
enum SwitchName: Hashable, Sendable {
  case short(Character)
  case long(String)

  var text: String {
    switch self {
    case .short(let letter): "-\(letter)"
    case .long(let word): "--\(word)"
    }
  }

  var isLong: Bool {
    if case .long = self { true } else { false }
  }
}
