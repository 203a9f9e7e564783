/// Formats a help topic.
struct TopicPage {
  let topic: HelpTopic
  let width: Int

  private var rows: HelpRows { HelpRows(width: width) }

  var text: String {
    var parts = [Wrapping.lines("OVERVIEW: " + topic.abstract, width: width)]
    for section in topic.sections() {
      // A heading and the following block stay together.
      let blocks = section.blocks.map(lines)
      let heading = section.title.isEmpty ? [] : [section.title.uppercased() + ":"]
      parts += blocks.enumerated().map { $0 == 0 ? heading + $1 : $1 }
    }
    if !topic.seeAlso.isEmpty { parts.append(["SEE ALSO: " + topic.seeAlso.joined(separator: ", ")]) }
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func lines(_ block: ManualBlock) -> [String] {
    switch block {
    case .heading(let title): [title + ":"]
    case .text(let text): Wrapping.lines(text, width: width)
    case .entries(let entries, let term):
      entries.flatMap { rows.entry((term == .variable ? "$" : "") + $0.term, $0.meaning) }
    case .examples(let examples): examples.flatMap(rows.example)
    }
  }
}
