/// A section of a manual page or help topic.
public struct ManualSection: Sendable, Equatable {
  /// The heading, not in capitals; empty for text before the first heading.
  public var title: String
  /// The content.
  public var blocks: [ManualBlock]

  /// Creates a section.
  public init(_ title: String = "", _ blocks: ManualBlock...) {
    self.title = title
    self.blocks = blocks
  }
}
