package import Definitions
import JSONDocument
package import OKitStorage

extension AppliedDefinitions {
  /// Records for each model that its data conforms to `definitions`. The record of a model is removed if its class is undefined or if `fits`
  /// returns false, which also gives a warning.
  ///
  /// Migrations up to the number `migration` will not apply to these models. If `definitions` is nil because they cannot be read, their records are
  /// removed.
  package mutating func record(
    _ names: [ModelName], by definitions: WorkspaceDefinitions?, migration: Int, observer: any Observer,
    where fits: (ModelName, ModelSnapshot) throws -> Bool
  ) rethrows {
    for name in names {
      models[name] = nil
      guard let snapshot = definitions?.snapshot(of: name) else { continue }
      guard try fits(name, snapshot) else {
        observer.warned(
          of: Warning(
            "the data of model \(name) does not match the definitions or cannot be read",
            remedy: .words("run 'okit migrate status' for details")))
        continue
      }
      record(name, snapshot, migration: migration)
    }
  }

  /// Records that the data of a new model conforms to `snapshot`.
  package mutating func record(_ name: ModelName, _ snapshot: ModelSnapshot, migration: Int) {
    models[name] = Model(snapshot: snapshot, migration: migration)
  }

  /// Replaces the records of these models with those of `other`, which can be none, and adds the migrations that they went through.
  package mutating func take(_ names: [ModelName], from other: AppliedDefinitions) {
    var last = 0
    for name in names {
      models[name] = other.models[name]
      last = max(last, other.models[name]?.migration ?? 0)
    }
    let known = Set(migrations.map { ExactText($0.name) })
    migrations += other.migrations.filter { $0.number <= last && !known.contains(ExactText($0.name)) }
    migrations.sort()
  }
}
