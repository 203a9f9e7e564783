/// A value in the source code, as far as needed for its type and its JSON.
indirect enum ValueSyntax: Sendable {
  /// The arguments of a call.
  struct Arguments: Sendable {
    struct Argument: Sendable {
      let label: String?
      let value: ValueSyntax
    }

    /// The arguments in order; nil if there is a trailing closure.
    var all: [Argument]?

    var firstLabel: String? { all?.first?.label }
    /// The values; nil if an argument has a label or there is a trailing closure.
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
  /// The last member of a longer expression: `UUID().uuidString`, `"Name".localized`.
  case property(String, of: ValueSyntax)
  /// `60 * 60`. It has the type of the literal.
  case arithmetic(ValueSyntax, Arithmetic?)
  /// `{ return [1, 2] }()`.
  case closure(ValueSyntax)
  /// A conditional: `isOpen ? 1 : 2`.
  case choice(ValueSyntax, ValueSyntax)
  /// The first value that is not nil: `limit ?? 5`.
  case fallback(ValueSyntax, ValueSyntax)
  case unknown

  /// Literals with operators between them.
  indirect enum Arithmetic: Sendable {
    case literal(ValueSyntax)
    case operation(UInt8, Arithmetic, Arithmetic)
  }

  /// The maximum nesting depth of a value.
  static let maximumDepth = 64
}
