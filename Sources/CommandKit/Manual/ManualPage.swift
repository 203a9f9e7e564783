/// A page of the manual in mdoc, ready to be written to a file.
public struct ManualPage: Sendable {
  /// Its name, such as `okit-backup`.
  public var name: String
  /// Its part of the manual: 1 for commands, 5 for formats, 7 for all else.
  public var part: Int
  /// The page itself.
  public var mdoc: String

  /// The name of its file.
  public var fileName: String { "\(name).\(part)" }

  init(_ name: String, part: Int, writer: MdocWriter) {
    self.name = name
    self.part = part
    mdoc = writer.text
  }

  /// A page that is no command's.
  ///
  /// The first section is the description; `seeAlso` names pages such as `okit(1)`.
  public init(
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
