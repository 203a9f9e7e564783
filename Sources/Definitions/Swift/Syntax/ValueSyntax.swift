/// A value as it is written, as far as its type or its JSON can be told.
indirect enum ValueSyntax: Sendable {
  /// What is given to an initializer.
  struct Arguments: Sendable {
    struct Argument: Sendable {
      let label: String?
      let value: ValueSyntax
    }

    /// The arguments in their order; nil if there is a trailing closure.
    var all: [Argument]?

    var firstLabel: String? { all?.first?.label }
    /// The values; nil if some have labels or there is a closure.
    var values: [ValueSyntax]? {
      guard let all, all.allSatisfy({ $0.label == nil }) else { return nil }
      return all.map(\.value)
    }
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
  /// `.init()`, `.card(number: 5)`.
  case implicitCall(String, Arguments)
  /// `name`.
  case name(String)
  /// `Genre.fantasy`.
  case member([String])
  /// `Date()`, `URL(string: "…")`.
  case call(TypeSyntax, Arguments)
  /// `URL(string: "…")!`.
  case forced(ValueSyntax)
  /// `5 as Double`.
  case cast(TypeSyntax, ValueSyntax)
  /// The last member of something longer: `UUID().uuidString`, `"Name".localized`.
  case property(String, of: ValueSyntax)
  /// `60 * 60`: it has the type of the literal.
  case arithmetic(ValueSyntax, Arithmetic?)
  /// `{ return [1, 2] }()`.
  case closure(ValueSyntax)
  /// One of two: `isOpen ? 1 : 2`.
  case choice(ValueSyntax, ValueSyntax)
  /// The first of two that is there: `limit ?? 5`.
  case fallback(ValueSyntax, ValueSyntax)
  case unknown

  /// Literals with operators between them.
  indirect enum Arithmetic: Sendable {
    case literal(ValueSyntax)
    case operation(UInt8, Arithmetic, Arithmetic)
  }

  /// Values nested more deeply are not looked into.
  static let greatestDepth = 64
}
