/// Says why and where a class of a model cannot be understood.
public struct DefinitionError: Error, CustomStringConvertible, Equatable, Sendable {
  /// Where it is.
  public let place: SourcePlace
  /// What is wrong, in lower case and without a full stop.
  public let message: String
  /// The line of the source; of a very long one the part around the place.
  public let lineText: String
  /// The column within ``lineText``, in Unicode scalars from 0.
  public let caret: Int

  /// Place and message on one line.
  public var description: String { "\(place.path):\(place.line):\(place.column): \(message)" }
}
