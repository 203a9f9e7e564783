/// Valid names in Swift.
package enum SwiftIdentifier {
  /// The words that need backticks as the name of a declaration.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "actor", "as", "associatedtype", "async", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
    "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// True if `text` is a valid name: letters, digits and underscores, not beginning with a digit.
  package static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.isLetter else { return false }
    return text != "_" && text.unicodeScalars.allSatisfy { $0 == "_" || $0.isLetter || $0.isDigit }
  }

  /// Returns `name` for a declaration: in backticks if it is a keyword.
  package static func quoted(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

  /// Returns the name of a property for a key. A key that is not a valid name is converted to camel case: `first-name` to `firstName`.
  package static func property(for key: String) -> String {
    if isValid(key) { return key }
    let words = words(of: key)
    guard let first = words.first else { return "property" }
    let name = ([first.firstLowered] + words.dropFirst().map(\.firstRaised)).joined()
    return isValid(name) ? name : "property" + name.firstRaised
  }

  /// Returns the name of a class for a key or the name of a model: `PriceList` for `price-list`.
  package static func type(for key: String) -> String {
    let name = words(of: key).map(\.firstRaised).joined()
    return isValid(name) && !keywords.contains(name) ? name : "Class" + name
  }

  /// Returns `text` as a string literal.
  package static func literal(_ text: String) -> String { SwiftText.quoted(text) }

  /// Returns the parts between characters that cannot be in a name.
  private static func words(of text: String) -> [String] {
    text.unicodeScalars.split { !$0.isLetter && !$0.isDigit }.map { String(String.UnicodeScalarView($0)) }
  }
}

extension String {
  /// The string with its first letter in upper case.
  var firstRaised: String { prefix(1).uppercased() + dropFirst() }
  /// The string with its first letter in lower case.
  var firstLowered: String { prefix(1).lowercased() + dropFirst() }
}

extension Unicode.Scalar {
  /// True if it can begin a name. Marks and the digits of other scripts are excluded, because parsers treat them differently.
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
