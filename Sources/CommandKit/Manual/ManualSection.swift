/// A part of a manual page or of a help topic.
public struct ManualSection: Sendable, Equatable {
  /// The heading, in ordinary letters; empty for what comes before the first one.
  public var title: String
  /// What stands below it.
  public var blocks: [ManualBlock]

  /// A section.
  public init(_ title: String = "", _ blocks: ManualBlock...) {
    self.title = title
    self.blocks = blocks
  }
}
