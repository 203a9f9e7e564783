package import OKitModels
import OKitStorage

/// The applies that a rollback undoes.
package struct RollbackPlan: Equatable {
  /// The undone applies, the oldest first; at least one.
  package let undone: [MigrationHistory.StandingApply]

  /// The oldest of them. The data returns to the state before it.
  package var first: MigrationApply { undone[0].apply }
  /// The names of the migrations, in the order of their application.
  package var migrations: [String] { undone.flatMap(\.apply.migrations) }
  /// The number of the last applied migration now.
  package var from: Int { undone[undone.count - 1].apply.to }
  /// The number of the last applied migration afterwards.
  package var to: Int { first.from }

  /// Plans to undo the last apply, or all applies after migration `number`; with 0, all.
  ///
  /// Throws an error of kind `notFound` if there is nothing to undo, or if the data was never at that migration.
  package init(to number: Int?, in history: MigrationHistory) throws {
    let standing = history.standing
    guard let last = standing.last?.apply else {
      throw OKitError(.notFound, "nothing to undo: no migration was applied on this machine, or all were rolled back")
    }
    guard let number else {
      undone = [standing[standing.count - 1]]
      return
    }
    guard number == 0 || number != last.to else {
      throw OKitError(.notFound, "nothing to undo: the last applied migration is \(number)")
    }
    // If several applies started with the same number, only the last one is undone, except for 0.
    let index = number == 0 ? 0 : standing.lastIndex { $0.apply.from == number }
    guard let index, standing[index].apply.from == number else {
      let known = Set(standing.map(\.apply.from)).subtracting([last.to]).sorted().map(String.init)
      throw OKitError(
        .notFound, "migration \(number) was never the last one applied on this machine",
        remedy: known.isEmpty ? nil : .words("use --to with one of: \(known.joined(separator: ", "))"))
    }
    undone = Array(standing[index...])
  }

  /// Returns the name of a model before all of them.
  package func formerName(of model: ModelName) -> ModelName {
    var name = model
    for change in undone.reversed().flatMap({ $0.apply.models.flatMap(\.changes) }) {
      guard change.kind == .modelRenamed, change.detail == name.description else { continue }
      name = (try? ModelName(change.subject)) ?? name
    }
    return name
  }
}
