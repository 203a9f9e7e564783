package import Definitions
package import OKitStorage

extension AppliedDefinitions {
  /// Records that the data of models conform to `definitions`, as far as these define their classes and `fits` finds that; of the others nothing is known any more,
  /// which is warned of where their data do not fit.
  ///
  /// Migrations up to the number `migration` do not apply to them. Without definitions, since they cannot be read, nothing is recorded.
  package mutating func record(
    _ names: [ModelName], by definitions: WorkspaceDefinitions?, migration: Int, observer: any Observer,
    where fits: (ModelName, ModelSnapshot) throws -> Bool
  ) rethrows {
    for name in names {
      models[name] = nil
      guard let snapshot = definitions?.snapshot(of: name) else { continue }
      guard try fits(name, snapshot) else {
        observer.warned(
          "the data of model \(name) does not match the definitions or cannot be read; run 'okit migrate status' for details"
        )
        continue
      }
      record(name, snapshot, migration: migration)
    }
  }

  /// Records that the data of a new model conform to `snapshot`.
  package mutating func record(_ name: ModelName, _ snapshot: ModelSnapshot, migration: Int) {
    models[name] = Model(snapshot: snapshot, migration: migration)
  }

  /// Records of models what `other` says of them, also that it says nothing, and the migrations that they went through.
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
