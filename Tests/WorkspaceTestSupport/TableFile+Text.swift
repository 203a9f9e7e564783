package import Tables

extension TableFile {
  /// Returns the table in a text.
  package static func of(text: String) throws -> TableFile { try TableFile(Array(text.utf8)) }
}
