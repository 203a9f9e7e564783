/// A value as it is written, as far as its type or its JSON can be told.
indirect enum ValueSyntax: Sendable {
  /// What is given to an initializer.
  struct Arguments: Sendable {
    var firstLabel: String?
    /// The values; nil if some have labels or there is a closure.
    var values: [ValueSyntax]?
  }

  /// A string literal; nil if it has interpolations.
  case string(String?)
  case number(NumberLiteral)
  case bool(Bool)
  case null
  case array([ValueSyntax])
  case dictionary([(key: ValueSyntax, value: ValueSyntax)])
  /// `.fantasy`.
  case implicitMember(String)
  /// `.init()`.
  case implicitInitializer
  /// `Genre.fantasy`.
  case member([String])
  /// `Date()`, `URL(string: "…")`.
  case call(TypeSyntax, Arguments)
  /// `URL(string: "…")!`.
  case forced(ValueSyntax)
  /// `… as Double`.
  case cast(TypeSyntax)
  /// The last member of something longer: `UUID().uuidString`.
  case property(String)
  /// `60 * 60`: it has the type of the literal, and a value that is not worked out.
  case arithmetic(ValueSyntax)
  /// One of two: `isOpen ? 1 : 2`.
  case choice(ValueSyntax, ValueSyntax)
  /// The first of two that is there: `limit ?? 5`.
  case fallback(ValueSyntax, ValueSyntax)
  case unknown

  /// Values nested more deeply are not looked into.
  static let greatestDepth = 64
}
