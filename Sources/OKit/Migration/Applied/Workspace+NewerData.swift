import Ciphers
import Definitions

extension Workspace {
  /// Throws an error of kind `configuration`, which says why and what to do, where data are newer than this okit or than the definitions: whoever changed them
  /// then would damage them. Called by all that changes models, under the lock; reading them, and bringing a backup back, is possible all the same.
  func requireDataNotNewer() throws {
    guard try FileStatus.of(absolute(AppliedDefinitions.path)) != nil else { return }
    try AppliedDefinitions(of: self).requireNotNewer(in: self)
  }
}

extension AppliedDefinitions {
  /// Throws an error of kind `configuration` where the data of these models are newer than the migrations or definitions of `workspace`. Definitions that cannot be
  /// read say nothing.
  func requireNotNewer(in workspace: Workspace) throws {
    if let missing = missingMigration(above: try MigrationNumber.highest(in: workspace.root)) {
      throw OKitError(
        .configuration, "the data went through migration \(missing.name), which is not in okit/migrations",
        remedy: Self.wayOn)
    }
    guard models.values.contains(where: { !$0.former.isEmpty }),
      let definitions = try? workspace.definitions(by: workspace.currentConfiguration())
    else { return }
    for name in models.keys.sorted() where isNewer(name, than: definitions) {
      throw OKitError(
        .configuration,
        "the data of model \(PathComponent.printable(name.description)) are newer than its definitions, "
          + "which are those of before a migration", remedy: Self.wayOn)
    }
  }

  private static let wayOn = OKitError.Remedy.words(
    "bring the newer definitions and migrations, or take the data back with 'okit migrate rollback'")

  /// The first migration with a number above all that are there.
  func missingMigration(above highest: Int) -> Migration? { migrations.first { $0.number > highest } }

  /// Whether definitions say of a model what its data conformed to before, and no longer do.
  func isNewer(_ name: ModelName, than definitions: WorkspaceDefinitions) -> Bool {
    guard let model = models[name], !model.former.isEmpty, let root = definitions.rootClass(of: name) else {
      return false
    }
    let digest = ModelSnapshot(of: root.name, in: definitions.definitions).digest
    return model.former.contains(digest) && model.snapshot.digest != digest
  }
}
