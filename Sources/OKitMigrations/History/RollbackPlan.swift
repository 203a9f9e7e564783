package import OKitModels
import OKitStorage

/// Which applies a rollback undoes.
package struct RollbackPlan: Equatable {
  /// The oldest first; at least one.
  package let undone: [MigrationHistory.StandingApply]

  /// The first of them, before which the data become what they were.
  package var first: MigrationApply { undone[0].apply }
  /// The names of the migrations, in the order in which they were applied.
  package var migrations: [String] { undone.flatMap(\.apply.migrations) }
  /// The number of the last migration applied, now.
  package var from: Int { undone[undone.count - 1].apply.to }
  /// The number of the last migration applied, then.
  package var to: Int { first.from }

  /// The plan to undo the last apply, or to go back to where `number` was the last migration applied: 0 is before all.
  ///
  /// Throws an error of kind `notFound` where there is nothing to undo, or where the data never were there.
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
    // Where several applies left the same number, as few as possible are undone, but all of them for 0.
    let index = number == 0 ? 0 : standing.lastIndex { $0.apply.from == number }
    guard let index, standing[index].apply.from == number else {
      let known = Set(standing.map(\.apply.from)).subtracting([last.to]).sorted().map(String.init)
      throw OKitError(
        .notFound, "migration \(number) was never the last one applied on this machine",
        remedy: known.isEmpty ? nil : .words("the data can be rolled back to \(known.joined(separator: ", "))"))
    }
    undone = Array(standing[index...])
  }

  /// What a model of now was called before all of them.
  package func formerName(of model: ModelName) -> ModelName {
    var name = model
    for change in undone.reversed().flatMap({ $0.apply.models.flatMap(\.changes) }) {
      guard change.kind == .modelRenamed, change.detail == name.description else { continue }
      name = (try? ModelName(change.subject)) ?? name
    }
    return name
  }
}
