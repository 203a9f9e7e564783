/// Exits with a status and without a message.
package struct ExitStatus: Error, Equatable, Sendable {
  /// The status.
  package var code: Int32

  /// Creates an error that exits with this status.
  package init(_ code: Int32) {
    self.code = code
  }

  static let usage: Int32 = 64
  static let inputOutput: Int32 = 74
}
