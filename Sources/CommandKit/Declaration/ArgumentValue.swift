/// A type that can be parsed from an argument.
///
/// A string enumeration needs only the conformance: `enum Cipher: String, CaseIterable, ArgumentValue`.
package protocol ArgumentValue {
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
  package var argumentText: String { String(describing: self) }

  /// No description.
  package static var valueDescription: String? { nil }

  /// No list.
  package static var allValues: [String]? { nil }
}

extension ArgumentValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  /// The case with this raw value.
  package init?(argument: String) { self.init(rawValue: argument) }

  /// The raw value.
  package var argumentText: String { rawValue }

  /// The raw values of all cases.
  package static var allValues: [String]? { allCases.map(\.rawValue) }
}

extension String: ArgumentValue {
  /// Accepts any text.
  package init?(argument: String) { self = argument }
}

extension Int: ArgumentValue {
  /// Parses a whole number in decimal digits.
  package init?(argument: String) { self.init(argument) }

  /// A whole number.
  package static var valueDescription: String? { "a whole number" }
}

extension ColorMode: ArgumentValue {}
