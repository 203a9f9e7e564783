package import JSONDocument

/// An error in rules.
package struct RuleError: Error {
  /// The message, in lower case and without a full stop.
  package let message: String
  /// The source that contains the error.
  package let source: RuleSource
  /// The value at the error in the source.
  package let json: JSONValue
  /// A name that is not known; nil for other errors.
  package let unknownName: String?
  /// The names that are known in its place.
  package let candidates: [String]

  package init(
    _ message: String, at json: JSONValue, in source: RuleSource, unknownName: String? = nil, candidates: [String] = []
  ) {
    self.message = message
    self.source = source
    self.json = json
    self.unknownName = unknownName
    self.candidates = candidates
  }
}
