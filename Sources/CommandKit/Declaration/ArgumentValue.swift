/// A type that an argument's text can be turned into.
///
/// An enumeration of strings needs nothing but the conformance: `enum Cipher: String, CaseIterable, ArgumentValue`.
public protocol ArgumentValue {
  /// Reads a value; `nil` refuses the text.
  init?(argument: String)

  /// The value as one would type it.
  var argumentText: String { get }

  /// What is accepted, to end the sentence "please provide …".
  static var valueDescription: String? { get }

  /// Every text that is accepted, where they can be listed.
  static var allValues: [String]? { get }
}

extension ArgumentValue {
  /// The value's description.
  public var argumentText: String { String(describing: self) }

  /// Nothing in particular.
  public static var valueDescription: String? { nil }

  /// Not to be listed.
  public static var allValues: [String]? { nil }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The case with this raw value.
  public init?(argument: String) { self.init(rawValue: argument) }

  /// The raw value.
  public var argumentText: String { rawValue }

  /// The raw values of all cases.
  public static var allValues: [String]? { allCases.map(\.rawValue) }
}

extension String: ArgumentValue {
  /// Every text.
  public init?(argument: String) { self = argument }
}

extension Int: ArgumentValue {
  /// A whole number in decimal digits.
  public init?(argument: String) { self.init(argument) }

  /// A whole number.
  public static var valueDescription: String? { "a whole number" }
}
