import JSONDocument
package import OKitModels
import OKitStorage

/// The entities that models lost and got since their common states.
package struct EntityMoves {
  private var lost: [ModelName: Set<ExactText>] = [:]
  private var gained: [ModelName: Set<ExactText>] = [:]

  /// No moves.
  package init() {}

  /// Adds the changes in the documents of a model on one side. `files` are the stored bytes of its documents there.
  ///
  /// Throws the errors of reading the common documents.
  mutating func add(
    _ model: ModelName, since common: CommonVersions, _ documents: [DataPath: ModelDocument],
    _ files: [DataPath: Journal.Fingerprint]
  ) throws {
    var (before, after): (Set<ExactText>, Set<ExactText>) = ([], [])
    for path in Set(common.documents).union(files.keys) where common.files[path]?.content != files[path] {
      before.formUnion(try common.document(path)?.root.ids ?? [])
      after.formUnion(documents[path]?.json.root.ids ?? [])
    }
    lost[model, default: []].formUnion(before.subtracting(after))
    gained[model, default: []].formUnion(after.subtracting(before))
  }

  /// The pairs of models between which entities were moved.
  var pairs: [(source: ModelName, target: ModelName)] {
    lost.flatMap { source, ids in
      gained.filter { $0.key != source && !$0.value.isDisjoint(with: ids) }.map { (source, $0.key) }
    }
  }

  /// Returns the models in the order in which they are sent: one that got entities before the one that lost them.
  package func inSendingOrder(_ models: [ModelName]) -> [ModelName] {
    let pairs = pairs
    var (open, ordered) = (models, [ModelName]())
    while !open.isEmpty {
      // Entities can have been moved in a circle.
      let next = open.first { model in !pairs.contains { $0.source == model && open.contains($0.target) } } ?? open[0]
      open.removeAll { $0 == next }
      ordered.append(next)
    }
    return ordered
  }

  /// True if entities were moved between two models.
  package func connect(_ first: ModelName, _ second: ModelName) -> Bool {
    pairs.contains { [$0.source, $0.target].contains(first) && [$0.source, $0.target].contains(second) }
  }
}
