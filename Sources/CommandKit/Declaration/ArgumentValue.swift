/// A type that can be parsed from an argument.
///
/// A string enumeration needs only the conformance: `enum Cipher: String, CaseIterable, ArgumentValue`.
public protocol ArgumentValue {
  /// Parses a value; returns `nil` for invalid text.
  init?(argument: String)

  /// The value as typed on a command line.
  var argumentText: String { get }

  /// The accepted values, to complete the sentence "please provide …".
  static var valueDescription: String? { get }

  /// All accepted texts, if they can be listed.
  static var allValues: [String]? { get }
}

extension ArgumentValue {
  /// The value's description.
  public var argumentText: String { String(describing: self) }

  /// No description.
  public static var valueDescription: String? { nil }

  /// No list.
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
  /// Accepts any text.
  public init?(argument: String) { self = argument }
}

extension Int: ArgumentValue {
  /// Parses a whole number in decimal digits.
  public init?(argument: String) { self.init(argument) }

  /// A whole number.
  public static var valueDescription: String? { "a whole number" }
}
