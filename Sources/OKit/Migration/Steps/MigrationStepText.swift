/// A step as it stands in a file of migrations.
enum MigrationStepText: Equatable {
  /// The property, class (no dot) or model (a colon at its end) `subject` becomes `name`.
  case rename(subject: String, name: String)
}
