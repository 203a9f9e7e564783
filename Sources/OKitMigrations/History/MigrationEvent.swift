import OKitStorage

/// Something that was done about migrations, as the history has it.
package struct MigrationEvent: Equatable, Sendable {
  /// What was done.
  package enum Action: Equatable, Sendable {
    /// Data were brought to new definitions.
    case apply(MigrationApply)
    /// The applies of these times, in seconds since 1970, were undone; the backup of this name holds what was there before.
    case rollback(undoes: [Int64], backup: String)
    /// The migration of this name counts as it is now, though it was edited after it was applied.
    case accept(String)
  }

  /// When, in seconds since 1970.
  package let time: Int64
  /// What.
  package let action: Action
}
