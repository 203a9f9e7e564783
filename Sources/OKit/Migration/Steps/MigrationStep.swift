/// Something that is done to all data of a model.
protocol MigrationStep {
  /// Changes the documents and the snapshot of `model`, and tells what that meant for its data; nothing where it does not concern the model.
  ///
  /// Throws errors of kind `configuration` where the step makes no sense for the definitions, and `malformed` where the data do not allow it.
  func run(on model: MigratingModel) throws -> [MigrationChange]
}
