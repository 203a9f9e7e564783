import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations

/// Data before and after a change of their definitions.
struct MigrationCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The classes before and after.
  let old: String
  let new: String
  /// The steps of a migration; empty if definitions and answers suffice.
  var steps: [String] = []
  /// Answers such as `Book.title=name`.
  var renames: [String] = []
  var losses: [String] = []
  /// A program's output for each line of its input.
  var program: (@Sendable (String) -> String)?
  /// The files of the model before, by their paths below the data folder.
  let before: [String: String]
  /// The files that differ after.
  let after: [String: String]
  /// The files that no longer exist.
  var gone: [String] = []
  /// The reported changes: kind, old, new, count and number of losses.
  let changes: [String]

  var testDescription: String { name }

  var answers: MigrationAnswers {
    MigrationAnswers(
      renames: renames.map { text in
        let parts = text.split(separator: "=", maxSplits: 1)
        return .init(subject: String(parts[0]), name: String(parts[1]))
      }, losses: losses)
  }

  /// A case in which the properties of a book change. The members of the four books have these texts in turn.
  static func book(
    _ name: String, _ old: String, _ new: String, _ texts: [(before: String, after: String)], steps: [String] = [],
    renames: [String] = [], losses: [String] = [], more: (old: String, new: String) = ("", ""),
    program: (@Sendable (String) -> String)? = nil, _ changes: String...
  ) -> MigrationCase {
    let (before, after) = (SampleShop.bookFiles(texts.map(\.before)), SampleShop.bookFiles(texts.map(\.after)))
    return MigrationCase(
      name: name, old: SampleShop.bookClasses(old, more: more.old), new: SampleShop.bookClasses(new, more: more.new),
      steps: steps,
      renames: renames, losses: losses, program: program, before: before,
      after: after.filter { $0.value != before[$0.key] }, changes: changes)
  }

  static let all = properties + types + structure + steps
}
