import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels

/// Helpers for tests that migrate a shop and its books from one version of the definitions to another.
protocol BookDifferences {}

extension BookDifferences {
  /// The classes, with these properties of a book.
  func source(_ book: String, _ rest: String = "") -> String {
    """
    class Shop: Model { var id: String!; var books: [Book] = [] }
    class Book: ModelEntity { var id: String!; \(book) }
    \(rest)
    """
  }

  /// Migrates data from one version to another, and returns the reported changes.
  func migrate(
    _ json: String, _ from: String, _ to: String, _ answers: MigrationAnswers = MigrationAnswers()
  ) throws -> (model: MigratingModel, lines: [String]) {
    let bench = try MigrationBench(json, from, to: to)
    let changes = try DifferencePass.run(on: bench.model, answers)
    return (bench.model, changes.lines)
  }
}
