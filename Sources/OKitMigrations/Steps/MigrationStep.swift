/// Something that is done to all data of a model.
package protocol MigrationStep {
  /// Whether the step is about this model, by what its data conform to by now.
  func concerns(_ model: MigratingModel) -> Bool

  /// Changes the documents and the snapshot of `model`, and tells what that meant for its data; nothing where it does not concern the model.
  ///
  /// Throws errors of kind `configuration` where the step makes no sense for the definitions, and `malformed` where the data do not allow it.
  func run(on model: MigratingModel) throws -> [MigrationChange]
}
