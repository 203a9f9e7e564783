/// A manual page in mdoc.
package struct ManualPage: Sendable {
  /// The name, such as `okit-backup`.
  package var name: String
  /// The section of the manual: 1 for commands, 5 for formats, 7 for other topics.
  package var part: Int
  /// The text of the page.
  package var mdoc: String

  /// The file name.
  package var fileName: String { "\(name).\(part)" }

  init(_ name: String, part: Int, writer: MdocWriter) {
    self.name = name
    self.part = part
    mdoc = writer.text
  }

  /// Creates a page that does not describe a command.
  ///
  /// The first section is the description; `seeAlso` names pages such as `okit(1)`.
  package init(
    _ name: String, part: Int, abstract: String, sections: [ManualSection], seeAlso: [String], edition: ManualEdition
  ) {
    var writer = MdocWriter(name: name, part: part, abstract: abstract, edition: edition)
    for section in sections {
      writer.heading(section.title.isEmpty ? "DESCRIPTION" : section.title)
      writer.blocks(section.blocks)
    }
    writer.seeAlso(seeAlso)
    self.init(name, part: part, writer: writer)
  }
}
