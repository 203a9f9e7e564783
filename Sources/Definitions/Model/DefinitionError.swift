/// The reason why a class of a model cannot be understood, with its place.
package struct DefinitionError: Error, CustomStringConvertible, Equatable, Sendable {
  /// The place in the source.
  package let place: SourcePlace
  /// The message, in lower case and without a full stop.
  package let message: String
  /// The line of the source; for a very long line, the part around the place.
  package let lineText: String
  /// The column within ``lineText``, in Unicode scalars from 0.
  package let caret: Int

  /// Place and message on one line.
  package var description: String { "\(place.path):\(place.line):\(place.column): \(message)" }
}
