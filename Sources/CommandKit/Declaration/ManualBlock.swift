/// A block of a manual page or help topic.
package enum ManualBlock: Sendable, Equatable {
  /// A subheading.
  case heading(String)
  /// Paragraphs. A line that begins with a space is shown unchanged; other lines are wrapped.
  case text(String)
  /// Terms and their meanings.
  case entries([ManualEntry], ManualTerm = .literal)
  /// Command lines to copy.
  case examples([Example])
}

/// The kind of the terms in a list, which determines their style.
package enum ManualTerm: Sendable, Equatable {
  /// Literal text.
  case literal
  /// A file.
  case file
  /// An environment variable, without a dollar sign.
  case variable
}
