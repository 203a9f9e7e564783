import TestSupport
import Testing

/// The help of one command, as it is printed.
struct HelpText {
  /// The words that lead to it, without `okit`.
  let path: [String]
  let lines: [String]

  init(_ machine: Machine, _ path: [String]) throws {
    self.path = path
    lines = try machine.okit(path + ["--help"]).lines
  }

  /// The help of every command and group, okit's own first.
  static func all(_ machine: Machine, below path: [String] = []) throws -> [HelpText] {
    let help = try HelpText(machine, path)
    return try [help] + help.subcommands.flatMap { try all(machine, below: path + [$0]) }
  }

  var isGroup: Bool { !subcommands.isEmpty }

  /// Whether it can be tried with -n, as all that changes something.
  var canBeTried: Bool { section("OPTIONS:").contains { $0.hasPrefix("  -n, --dry-run ") } }

  /// The lines of its examples; each stands below its explanation, further in.
  var examples: [String] {
    section("EXAMPLES:").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  var subcommands: [String] {
    section("SUBCOMMANDS:").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// The headings that help can have, as swift-argument-parser orders them; examples come before what they are made of.
  static let headings = [
    "OVERVIEW", "USAGE", "EXAMPLES", "ARGUMENTS", "OPTIONS", "OPTIONS OF --FROM", "GLOBAL OPTIONS", "SUBCOMMANDS",
  ]

  /// Those that it has, as they come; the first two have text behind them.
  var headings: [String] {
    lines.compactMap { line in Self.headings.first { line.hasPrefix("\($0):") } }
  }

  /// The lines under a heading that stands for itself.
  func section(_ heading: String) -> [String] {
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
  }
}
