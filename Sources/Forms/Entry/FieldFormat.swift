/// The fixed pattern of a text, such as `+# (###) ###-##-##`.
package struct FieldFormat: Equatable, Sendable {
  /// The pattern, in which each `#` is a digit; nil if any text can stand between the prefix and the suffix.
  package let pattern: String?
  /// The text before each value.
  package let prefix: String
  /// The text after each value.
  package let suffix: String

  private static let place: Character = "#"

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
    var inner = typed[...]
    if !prefix.isEmpty, inner.hasPrefix(prefix) { inner = inner.dropFirst(prefix.count) }
    if !suffix.isEmpty, inner.hasSuffix(suffix) { inner = inner.dropLast(suffix.count) }
    guard let pattern else { return inner.isEmpty ? nil : prefix + inner + suffix }
    let digits = inner.filter { $0.isASCII && $0.isNumber }
    let others = inner.filter { !($0.isASCII && $0.isNumber) }
    // Other characters are the separators of the pattern, in its order.
    var fixed = pattern.filter { $0 != Self.place }[...]
    for character in others where character != " " {
      guard let index = fixed.firstIndex(of: character) else { return nil }
      fixed = fixed[fixed.index(after: index)...]
    }
    var rest = digits[...]
    // A digit in the pattern itself belongs to the text that the person saw.
    let places = pattern.count { $0 == Self.place }
    if rest.count > places {
      let own = pattern.filter { $0.isASCII && $0.isNumber }
      guard rest.hasPrefix(own), rest.count - own.count == places else { return nil }
      rest = rest.dropFirst(own.count)
    }
    guard rest.count == places else { return nil }
    return prefix + String(pattern.map { $0 == Self.place ? rest.removeFirst() : $0 }) + suffix
  }
}
