/// A help topic that is not a command.
public struct HelpTopic: Sendable {
  /// The word after `help`.
  public let name: String
  /// One line.
  public let abstract: String
  /// Related manual pages, such as `okit-bindings(7)`.
  public let seeAlso: [String]
  /// The text, created on demand.
  public let sections: @Sendable () -> [ManualSection]

  /// Creates a topic.
  public init(
    _ name: String, abstract: String, seeAlso: [String] = [], sections: @escaping @Sendable () -> [ManualSection]
  ) {
    self.name = name
    self.abstract = abstract
    self.seeAlso = seeAlso
    self.sections = sections
  }
}
