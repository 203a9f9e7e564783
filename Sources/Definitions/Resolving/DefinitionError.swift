/// Says why and where a class of a model cannot be understood.
package struct DefinitionError: Error, CustomStringConvertible, Equatable, Sendable {
  /// Where it is.
  package let place: SourcePlace
  /// What is wrong, in lower case and without a full stop.
  package let message: String
  /// The line of the source; of a very long one the part around the place.
  package let lineText: String
  /// The column within ``lineText``, in Unicode scalars from 0.
  package let caret: Int

  /// Place and message on one line.
  package var description: String { "\(place.path):\(place.line):\(place.column): \(message)" }
}
