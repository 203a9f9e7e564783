/// A help topic that is not a command.
package struct HelpTopic: Sendable {
  /// The word after `help`.
  package let name: String
  /// One line.
  package let abstract: String
  /// Related manual pages, such as `okit-bindings(7)`.
  package let seeAlso: [String]
  /// The text, created on demand.
  package let sections: @Sendable () -> [ManualSection]

  /// Creates a topic.
  package init(
    _ name: String, abstract: String, seeAlso: [String] = [], sections: @escaping @Sendable () -> [ManualSection]
  ) {
    self.name = name
    self.abstract = abstract
    self.seeAlso = seeAlso
    self.sections = sections
  }
}
