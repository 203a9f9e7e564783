/// The fixed pattern of a text, such as `+# (###) ###-##-##`.
package struct FieldFormat: Equatable, Sendable {
  /// The pattern, in which each `#` is a digit; nil if any text can stand between the prefix and the suffix.
  package let pattern: String?
  /// The text before each value.
  package let prefix: String
  /// The text after each value.
  package let suffix: String

  private static let place: Unicode.Scalar = "#"

  /// A pattern, or a prefix and a suffix.
  package init(pattern: String? = nil, prefix: String = "", suffix: String = "") {
    self.pattern = pattern
    self.prefix = prefix
    self.suffix = suffix
  }

  /// The pattern for people.
  package var description: String { prefix + (pattern ?? "…") + suffix }

  /// Returns the whole text for what a person typed: only the digits, the part without the prefix and suffix, or the whole. Nil if it does not fit.
  package func text(of typed: String) -> String? {
    // Characters that combine with those of the prefix and suffix are texts of their own.
    var inner = typed.unicodeScalars[...]
    if !prefix.isEmpty, inner.starts(with: prefix.unicodeScalars) {
      inner = inner.dropFirst(prefix.unicodeScalars.count)
    }
    if !suffix.isEmpty, inner.reversed().starts(with: suffix.unicodeScalars.reversed()) {
      inner = inner.dropLast(suffix.unicodeScalars.count)
    }
    guard let pattern = pattern?.unicodeScalars else { return inner.isEmpty ? nil : whole(String(inner)) }
    let isComplete =
      inner.count == pattern.count && zip(pattern, inner).allSatisfy { $0 == Self.place ? Self.isDigit($1) : $0 == $1 }
    if isComplete { return whole(String(inner)) }
    // Other characters are the separators of the pattern, in its order.
    var fixed = pattern.filter { $0 != Self.place }[...]
    for character in inner where character != " " && !Self.isDigit(character) {
      guard let index = fixed.firstIndex(of: character) else { return nil }
      fixed = fixed[fixed.index(after: index)...]
    }
    var rest = inner.filter(Self.isDigit)[...]
    // A digit in the pattern itself belongs to the text that the person saw.
    let places = pattern.count { $0 == Self.place }
    if rest.count > places {
      let own = pattern.filter(Self.isDigit)
      guard rest.starts(with: own), rest.count - own.count == places else { return nil }
      rest = rest.dropFirst(own.count)
    }
    guard rest.count == places else { return nil }
    var text = String.UnicodeScalarView()
    for character in pattern { text.append(character == Self.place ? rest.removeFirst() : character) }
    return whole(String(text))
  }

  private func whole(_ inner: String) -> String { prefix + inner + suffix }

  private static func isDigit(_ character: Unicode.Scalar) -> Bool { "0"..."9" ~= character }
}
