/// A type whose properties, marked with ``Argument``, ``Option``, ``Flag`` and ``OptionGroup``, are filled from a command line.
public protocol ParsableArguments: SendableMetatype {
  /// Makes a value with every property at its default.
  init()

  /// Checks what no single property can check, after all were filled.
  ///
  /// Throw a ``UsageError`` for what the user should have written otherwise.
  func validate() throws

  /// Variables that are looked at where an option of the type is not given, for the manual.
  static var environment: [ManualEntry] { get }
}

extension ParsableArguments {
  /// Accepts everything.
  public func validate() throws {}

  /// None.
  public static var environment: [ManualEntry] { [] }
}
