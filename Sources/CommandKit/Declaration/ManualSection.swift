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
