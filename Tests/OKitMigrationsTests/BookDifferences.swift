import TestSupport
import Testing
import WorkspaceTestSupport

@testable import OKitMigrations
@testable import OKitModels

/// Tests of the difference between the definitions of a shop and its books, applied to data.
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

  /// Brings data from one to another, with what is told of it.
  func migrate(
    _ json: String, _ from: String, _ to: String, _ answers: MigrationAnswers = MigrationAnswers()
  ) throws -> (model: MigratingModel, lines: [String]) {
    let bench = try MigrationBench(json, from, to: to)
    let changes = try DifferencePass.run(on: bench.model, answers)
    return (bench.model, changes.lines)
  }
}
