import CommandKit
import OKitStorage

/// Kinds of completions that come from the workspace.
enum CompletionSource: String, CaseIterable {
  /// Models, by name.
  case models
  /// Paths, one step at a time.
  case paths
  /// An entity: its path, or its id.
  case entities
  /// Alternating paths and values.
  case edits
  /// A new element of the array at the preceding path.
  case additions
  /// Backups of the workspace, or file paths.
  case backups
  /// Recipients of the workspace.
  case recipients
  /// Migrations, by name.
  case migrations
  /// Migrations, by number.
  case migrationNumbers
  /// Properties that the definitions no longer have.
  case losses
  /// Names removed from the definitions, and after `=` their possible new names.
  case renames
  /// Classes of models.
  case modelClasses
  /// Classes of objects.
  case classes
  /// Paths that start from the elements of the array at the preceding path.
  case rowPaths
  /// References of these elements, and after `=` paths that start from their entities.
  case matches
  /// Conditions on these elements.
  case rowConditions
  /// Types of a new property, after `name:`.
  case properties
  /// Properties of the entity at the preceding path, separated by commas.
  case keptProperties
  /// Forms, by name.
  case forms
  /// Values of the preceding setting.
  case settingValues
}

extension CompletionKind {
  /// A completion that comes from the workspace.
  static func workspace(_ source: CompletionSource) -> Self { .custom(source.rawValue) }
}
