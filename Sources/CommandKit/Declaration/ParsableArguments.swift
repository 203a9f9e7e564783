/// A type whose properties, marked with ``Argument``, ``Option``, ``Flag`` and ``OptionGroup``, are filled from a command line.
public protocol ParsableArguments: SendableMetatype {
  /// Makes a value with every property at its default.
  init()

  /// Checks what no single property can check, after all were filled.
  ///
  /// Throw a ``UsageError`` for what the user should have written otherwise.
  func validate() throws
}

extension ParsableArguments {
  /// Accepts everything.
  public func validate() throws {}
}
