/// A place in a Swift file.
public struct SourcePlace: Hashable, Sendable {
  /// The file, as it was given to the reader.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// A place in a file.
  public init(path: String, line: Int, column: Int) {
    self.path = path
    self.line = line
    self.column = column
  }
}
