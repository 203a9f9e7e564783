/// Something that `help` explains besides of commands.
public struct HelpTopic: Sendable {
  /// The word that is typed after `help`.
  public let name: String
  /// One line.
  public let abstract: String
  /// Pages of the manual that say more, such as `okit-bindings(7)`.
  public let seeAlso: [String]
  /// The text, made only when it is asked for.
  public let sections: @Sendable () -> [ManualSection]

  /// A topic.
  public init(
    _ name: String, abstract: String, seeAlso: [String] = [], sections: @escaping @Sendable () -> [ManualSection]
  ) {
    self.name = name
    self.abstract = abstract
    self.seeAlso = seeAlso
    self.sections = sections
  }
}
