/// Leaves the tool with a status and without a word.
public struct ExitStatus: Error, Equatable, Sendable {
  /// The status.
  public var code: Int32

  /// Leaves with this status.
  public init(_ code: Int32) {
    self.code = code
  }

  static let usage: Int32 = 64
  static let software: Int32 = 70
  static let inputOutput: Int32 = 74
}
