/// A type with properties that are filled from a command line: ``Argument``, ``Option``, ``Flag`` and ``OptionGroup``.
package protocol ParsableArguments: SendableMetatype {
  /// Creates a value with the defaults of all properties.
  init()

  /// Checks combinations of properties, after all were filled.
  ///
  /// Throw a ``UsageError`` for wrong usage.
  func validate() throws

  /// Environment variables that replace options of the type, for the manual.
  static var environment: [ManualEntry] { get }
}

extension ParsableArguments {
  /// Accepts everything.
  package func validate() throws {}

  /// None.
  package static var environment: [ManualEntry] { [] }
}
