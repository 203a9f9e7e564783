/// A section of a manual page or help topic.
package struct ManualSection: Sendable, Equatable {
  /// The heading, not in capitals; empty for text before the first heading.
  package var title: String
  /// The content.
  package var blocks: [ManualBlock]

  /// Creates a section.
  package init(_ title: String = "", _ blocks: ManualBlock...) {
    self.title = title
    self.blocks = blocks
  }
}

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

/// A term and its meaning in a list of the manual: an exit status, a file or a variable.
package struct ManualEntry: Sendable, Equatable {
  /// The term, such as `77` or `$OKIT_ROOT`.
  package var term: String
  /// The meaning.
  package var meaning: String

  /// Creates an entry.
  package init(_ term: String, _ meaning: String) {
    self.term = term
    self.meaning = meaning
  }
}
