import Ciphers
import Definitions
import OKitStorage

extension Workspace {
  /// Throws an error of kind `configuration`, with the reason and a remedy, if the data is newer than this okit or than the definitions.
  ///
  /// A change with older definitions would damage the data. Everything that changes models calls this under the lock. Reading models and restoring a
  /// backup remain possible.
  package func requireDataNotNewer() throws {
    try AppliedDefinitions(of: self).requireNotNewer(in: self)
  }
}

extension AppliedDefinitions {
  /// Throws an error of kind `configuration` if the data of these models is newer than the definitions of `workspace`. Models whose class is not
  /// understood are not checked.
  package func requireNotNewer(in workspace: Workspace) throws {
    guard models.values.contains(where: { !$0.former.isEmpty }) || !migrations.isEmpty else { return }
    let definitions = try workspace.definitions(by: workspace.currentConfiguration(), warns: false)
    let highest = try MigrationNumber.highest(in: workspace.root)
    for name in models.keys.sorted() {
      guard let reason = newness(of: name, than: definitions, highest) else { continue }
      throw OKitError(
        .configuration, "the data of model \(PathComponent.printable(name.description)) \(reason)",
        remedy: .words(
          "install the newer definitions and migrations, run 'okit migrate rollback' to roll back the data, "
            + "or run 'okit migrate new NAME' to create a migration to these definitions"
        ))
    }
  }

  /// Returns why the data of a model is newer than the definitions and migrations; nil if it is not. `highest` is the highest migration number.
  /// Data that exactly matches the definitions is not newer, even if migrations are missing.
  package func newness(of name: ModelName, than definitions: WorkspaceDefinitions, _ highest: Int) -> String? {
    guard let model = models[name], let current = definitions.snapshot(of: name) else { return nil }
    let missing = migrations.first { $0.number > highest && $0.number <= model.migration }
    guard !model.former.isEmpty || missing != nil else { return nil }
    let digest = current.digest
    guard model.snapshot.digest != digest else { return nil }
    if model.former.contains(digest) {
      return "is newer than its definitions, which are from before a migration"
    }
    return missing.map {
      "does not match its definitions: migration \($0.name) was applied but is missing from okit/migrations"
    }
  }
}
