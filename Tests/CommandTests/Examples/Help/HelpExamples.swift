import Testing

/// What the built command's help says of each command.
struct HelpExamples {
  /// A command with the lines that its help gives as examples.
  struct Entry {
    /// The words that lead to it, without the tool's name.
    let words: [String]
    let lines: [String]

    var name: String { (["okit"] + words).joined(separator: " ") }
  }

  private(set) var entries: [Entry] = []
  private let machine: Machine

  init() throws {
    machine = try Machine()
    try visit([])
  }

  /// Every line, once.
  var lines: Set<String> { Set(entries.flatMap(\.lines)) }

  private mutating func visit(_ words: [String]) throws {
    let help = try machine.okit(words + ["--help"]).lines
    // An example is the line below its explanation, further in.
    let lines = Self.section("EXAMPLES:", help).filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    entries.append(Entry(words: words, lines: lines))
    for line in Self.section("SUBCOMMANDS:", help) where line.hasPrefix("  ") && !line.hasPrefix("   ") {
      try visit(words + [String(line.dropFirst(2).prefix { $0 != " " })])
    }
  }

  private static func section(_ title: String, _ help: [String]) -> some Sequence<String> {
    help.drop { $0 != title }.dropFirst().prefix { !$0.isEmpty }
  }
}
