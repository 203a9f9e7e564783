import TestSupport
import Testing

/// The printed help of one command.
struct HelpText {
  /// The words of the command, without `okit`.
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

  /// True if the command has a dry run, as all commands that change something.
  var canBeTried: Bool { section("OPTIONS:").contains { $0.hasPrefix("  -n, --dry-run ") } }

  /// The lines of its examples. Each is indented below its explanation.
  var examples: [String] {
    section("EXAMPLES:").filter { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
  }

  var subcommands: [String] {
    section("SUBCOMMANDS:").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") && !$0.hasPrefix("  See ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  /// The headings of help in the order of swift-argument-parser, with examples before the arguments.
  static let headings = [
    "OVERVIEW", "USAGE", "EXAMPLES", "ARGUMENTS", "OPTIONS", "OPTIONS OF --FROM", "GLOBAL OPTIONS", "SUBCOMMANDS",
  ]

  /// The headings in their order; text follows the first two on the same line.
  var headings: [String] {
    lines.compactMap { line in Self.headings.first { line.hasPrefix("\($0):") } }
  }

  /// The lines under a heading on a line of its own.
  func section(_ heading: String) -> [String] {
    guard let start = lines.firstIndex(of: heading) else { return [] }
    return Array(lines[(start + 1)...].prefix { !$0.isEmpty })
  }
}
