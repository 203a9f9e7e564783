import CommandKit
import OKitStorage

/// What a workspace completes arguments with.
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
  /// Properties that the definitions no longer have.
  case losses
  /// What the definitions no longer have, and behind `=` what it may be called by now.
  case renames
  /// Classes that models can be of.
  case modelClasses
  /// Behind `name:`, types of a new property.
  case properties
  /// Properties of the entity at the path in front, with commas between.
  case keptProperties
  /// Values of the setting in front.
  case settingValues
}

extension CompletionKind {
  /// Asked of the workspace.
  static func workspace(_ source: CompletionSource) -> Self { .custom(source.rawValue) }
}
