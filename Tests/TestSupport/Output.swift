package import Testing

/// The output and the end of a program.
package struct Output {
  package let end: ChildProcess.End
  /// Its standard output.
  package let bytes: [UInt8]
  /// Its standard error.
  package let errors: String

  package init(end: ChildProcess.End, bytes: [UInt8], errors: String = "") {
    self.end = end
    self.bytes = bytes
    self.errors = errors
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  /// The text without its last line feed.
  package var line: String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
  package var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Records an issue unless the program ended as expected.
  package func check(_ expected: ChildProcess.End, _ arguments: [String], _ location: SourceLocation) {
    if end == expected { return }
    let words = arguments.joined(separator: " ")
    Issue.record(
      "\(words): \(end) instead of \(expected)\nstandard error: \(errors)standard output: \(text.prefix(500))",
      sourceLocation: location)
  }

  /// Returns the output; throws unless the program ended with the status (nil: any).
  package func ending(with status: Int32?, _ arguments: [String]) throws -> Output {
    guard let status, end != .status(status) else { return self }
    throw ChildProcess.Failure("\(arguments): \(end): \(errors)\(text)")
  }
}
