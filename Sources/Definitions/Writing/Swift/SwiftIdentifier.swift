/// Names as Swift's grammar wants them.
package enum SwiftIdentifier {
  /// The words that cannot name a declaration without backticks.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Whether `text` is a name: letters, digits and underscores, no digit first.
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.isLetter else { return false }
    return text != "_" && text.unicodeScalars.allSatisfy { $0 == "_" || $0.isLetter || $0.isDigit }
  }

  /// `name` as it stands in a declaration: in backticks where it is a word of the language.
  package static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// A property's name for a key: itself where it is a name, else its words put together, `first-name` as `firstName`.
  package static func property(for key: String) -> String {
    if isValid(key) { return key }
    let words = words(of: key)
    guard let first = words.first else { return "property" }
    let name = ([first.firstLowered] + words.dropFirst().map(\.firstRaised)).joined()
    return isValid(name) ? name : "property" + name.firstRaised
  }

  /// A class's name for a key or the name of a model: `price-list` as `PriceList`.
  package static func type(for key: String) -> String {
    let name = words(of: key).map(\.firstRaised).joined()
    return isValid(name) && !keywords.contains(name) ? name : "Class" + name
  }

  /// `text` as a literal of a string.
  package static func literal(_ text: String) -> String { SwiftText.quoted(text) }

  /// What lies between characters that are no part of a name.
  private static func words(of text: String) -> [String] {
    text.unicodeScalars.split { !$0.isLetter && !$0.isDigit }.map { String(String.UnicodeScalarView($0)) }
  }
}

extension String {
  /// With its first letter as a capital.
  var firstRaised: String { prefix(1).uppercased() + dropFirst() }
  /// With its first letter small.
  var firstLowered: String { prefix(1).lowercased() + dropFirst() }
}

extension Unicode.Scalar {
  /// Whether it can begin a name. Marks and other scripts' digits are left out, where not every reader agrees.
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
