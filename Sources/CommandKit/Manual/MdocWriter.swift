/// Writes an mdoc page.
struct MdocWriter {
  private var lines: [String]
  /// True if the next block needs a paragraph break before it.
  private var isContinued = false

  /// Begins a page; `abstract` is its one-line description.
  init(name: String, part: Int, abstract: String, edition: ManualEdition) {
    let summary = abstract.prefix(1).lowercased() + abstract.dropFirst()
    lines = [
      ".Dd \(edition.date)", ".Dt \(name.uppercased()) \(part)", ".Os \(MdocText.argument(edition.subject))",
      ".Sh NAME", ".Nm \(name)",
      ".Nd \(MdocText.words(summary.last == "." ? String(summary.dropLast()) : summary))",
    ]
  }

  /// The whole page.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Begins a section.
  mutating func heading(_ title: String) {
    lines.append(".Sh \(MdocText.words(title.uppercased()))")
    isContinued = false
  }

  /// Begins a subsection.
  mutating func subheading(_ title: String) {
    lines.append(".Ss \(MdocText.words(title))")
    isContinued = false
  }

  /// Adds macros unchanged.
  mutating func macros(_ macros: [String]) {
    lines += macros
    isContinued = true
  }

  mutating func blocks(_ blocks: [ManualBlock]) {
    for block in blocks {
      switch block {
      case .heading(let title): subheading(title)
      case .text(let text): self.text(text)
      case .entries(let entries, let term): self.entries(entries, term)
      case .examples(let examples): self.examples(examples)
      }
    }
  }

  /// Adds paragraphs, and literal blocks for lines that begin with a space.
  mutating func text(_ text: String) {
    var shown: [Substring] = []
    for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.first == " " {
        shown.append(line)
        continue
      }
      literal(shown)
      shown = []
      if !line.isEmpty { paragraph(String(line)) }
    }
  }

  private mutating func paragraph(_ line: String) {
    if isContinued { lines.append(".Pp") }
    lines += MdocText.lines(line)
    isContinued = true
  }

  private mutating func literal(_ shown: [Substring]) {
    guard let margin = shown.map({ $0.prefix { $0 == " " }.count }).min() else { return }
    lines.append(".Bd -literal -offset indent")
    lines += shown.map { MdocText.literal($0.dropFirst(margin)) }
    lines.append(".Ed")
    isContinued = true
  }

  mutating func entries(_ entries: [ManualEntry], _ term: ManualTerm) {
    list(entries.map { (Self.label($0.term, term), $0.meaning) })
  }

  private static func label(_ text: String, _ term: ManualTerm) -> String {
    switch term {
    case .literal: "Li \(MdocText.argument(text))"
    case .file: "Pa \(MdocText.argument(text))"
    case .variable: text.split(separator: ",").map { "Ev \($0.drop { $0 == " " })" }.joined(separator: " , ")
    }
  }

  /// Adds a list of labels, given as macros, and texts.
  mutating func list(_ items: [(label: String, text: String)]) {
    if items.isEmpty { return }
    lines.append(".Bl -tag -width Ds")
    for item in items {
      lines.append(".It \(item.label)")
      isContinued = false
      text(item.text)
    }
    lines.append(".El")
    isContinued = true
  }

  mutating func examples(_ examples: [Example]) {
    for example in examples {
      if !example.explanation.isEmpty { paragraph(example.explanation + ":") }
      literal([" \(example.commandLine)"])
    }
  }

  /// Adds the list of related pages, sorted by section and name.
  mutating func seeAlso(_ pages: [String]) {
    let references = Set(pages).compactMap(Self.reference).sorted { ($0.part, $0.name) < ($1.part, $1.name) }
    if references.isEmpty { return }
    heading("SEE ALSO")
    for (index, reference) in references.enumerated() {
      lines.append(".Xr \(reference.name) \(reference.part)" + (index == references.count - 1 ? "" : " ,"))
    }
  }

  private static func reference(_ page: String) -> (name: Substring, part: Substring)? {
    guard page.last == ")", let bracket = page.lastIndex(of: "(") else { return nil }
    return (page[..<bracket], page[page.index(after: bracket)...].dropLast())
  }
}
