import JSONDocument

/// Single JSON values as text, as definitions have them for cases and defaults.
enum JSONLiteral {
  /// The text of a JSON string; nil for anything else.
  static func string(_ json: String) -> String? { (try? JSONDocument(parsing: json))?.root.string }
}
