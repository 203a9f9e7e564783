extension Binding {
  /// A condition that selects elements, as in `books[price>9 && type=paperback]`.
  package indirect enum Predicate: Equatable, Sendable {
    /// One comparison.
    case comparison(Comparison)
    /// True if all are true: `a && b`. There are at least two.
    case all([Predicate])
    /// True if at least one is true: `a || b`. There are at least two.
    case any([Predicate])
    /// True if the other one is false: `!(a)`.
    case not(Predicate)
  }

  /// A comparison of two values, such as `price>9`.
  package struct Comparison: Sendable {
    /// The left side, which starts from the element.
    package let left: Operand
    /// The operator.
    package let sign: ComparisonOperator
    /// The right side; several values only for ``ComparisonOperator/isIn``.
    package let right: [Operand]

    /// A comparison of `left` with `right`.
    package init(_ left: Operand, _ sign: ComparisonOperator, _ right: [Operand]) {
      self.left = left
      self.sign = sign
      self.right = right
    }
  }

  /// One side of a comparison.
  package struct Operand: Sendable {
    /// The content of an operand.
    package enum Content: Equatable, Sendable {
      /// A binding that starts from the element.
      case parts([Part])
      /// A text that takes the type of the other side.
      case text(String)
      /// `null`, which only an absent value equals.
      case null
      /// No text, as in `[name=]`, which an absent value and an empty text equal.
      case nothing
    }

    /// The content.
    package let content: Content
    /// The position in the text, in UTF-8 bytes.
    package let range: Range<Int>

    /// An operand. The default range is for an operand that was not parsed.
    package init(_ content: Content, range: Range<Int> = 0..<0) {
      self.content = content
      self.range = range
    }
  }
}

extension Binding.Comparison: Equatable {
  /// True if both compare the same.
  package static func == (left: Self, right: Self) -> Bool {
    left.left == right.left && left.sign == right.sign && left.right == right.right
  }
}

extension Binding.Operand: Equatable {
  /// True if both have the same content.
  package static func == (left: Self, right: Self) -> Bool { left.content == right.content }
}

/// An operator between the two sides of a comparison.
package enum ComparisonOperator: String, CaseIterable, Sendable {
  /// Both sides are equal.
  case equals = "="
  /// Both are present and not equal.
  case differs = "!="
  /// The left one is smaller, or comes earlier.
  case isLess = "<"
  /// The left one is smaller or equal.
  case isAtMost = "<="
  /// The left one is larger, or comes later.
  case isGreater = ">"
  /// The left one is larger or equal.
  case isAtLeast = ">="
  /// The left text contains the right one. Case, diacritics and width do not matter.
  case contains = "~"
  /// The left text begins with the right one.
  case hasPrefix = "^="
  /// The left text ends with the right one.
  case hasSuffix = "$="
  /// The left one equals one of the values in parentheses.
  case isIn = "in"

  /// A description in a few words.
  package var summary: String {
    switch self {
    case .equals: "equal"
    case .differs: "different, and not missing"
    case .isLess: "less than, or earlier"
    case .isAtMost: "at most"
    case .isGreater: "greater than, or later"
    case .isAtLeast: "at least"
    case .contains: "contains the text; case, accents and width do not matter"
    case .hasPrefix: "begins with the text"
    case .hasSuffix: "ends with the text"
    case .isIn: "equal to one of the values in parentheses"
    }
  }

  /// True if the operator needs an order of the values.
  var isOrdering: Bool {
    switch self {
    case .isLess, .isAtMost, .isGreater, .isAtLeast: true
    default: false
    }
  }

  /// True if the operator compares parts of texts.
  var isTextual: Bool {
    switch self {
    case .contains, .hasPrefix, .hasSuffix: true
    default: false
    }
  }
}

/// A condition without brackets around it, such as `price>9 && type=paperback`.
package struct BindingCondition: Sendable {
  /// The conditions that must all be met: the parts of `a && b`, or this one.
  package var conjuncts: [BindingCondition] {
    guard case .all(let parts) = predicate else { return [self] }
    return parts.map { BindingCondition(predicate: $0, text: text) }
  }

  /// The condition.
  package let predicate: Binding.Predicate
  /// The text.
  package let text: String
}
