/// What commands declare their arguments to be completed with, by the name in the declaration.
enum CompletionSource: String, CaseIterable {
  /// Models, by name.
  case models
  /// Paths, step by step.
  case paths
  /// An entity: its path, or its id.
  case entities
  /// Paths and values for them in turn.
  case edits
  /// Backups of the workspace, or files anywhere.
  case backups
  /// Whom the workspace encrypts to.
  case recipients
  /// Migrations, by name.
  case migrations
  /// Migrations, by number.
  case migrationNumbers
}
