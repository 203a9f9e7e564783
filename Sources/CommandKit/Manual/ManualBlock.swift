/// A piece of text that manual pages and help topics are made of.
public enum ManualBlock: Sendable, Equatable {
  /// The heading of a part of a section.
  case heading(String)
  /// Paragraphs. A line that begins with a space is shown as it is; other lines are wrapped.
  case text(String)
  /// Terms and what they mean.
  case entries([ManualEntry], ManualTerm = .literal)
  /// Command lines to copy.
  case examples([Example])
}

/// What the terms of a list are, which says how they look.
public enum ManualTerm: Sendable, Equatable {
  /// What is typed as it stands.
  case literal
  /// A file.
  case file
  /// A variable of the environment, without a dollar sign.
  case variable
}
