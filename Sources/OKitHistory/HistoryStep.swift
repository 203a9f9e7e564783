import OKitStorage

/// A recorded change of the workspace.
package struct HistoryStep {
  /// The state of a step.
  package enum State: Equatable, Sendable {
    /// The change is in effect and can be undone, after the later ones.
    case undoable
    /// The change was undone, or, for an undo, redone.
    case reversed
    /// The step is itself an undo or a redo.
    case reversal
    /// The change affects only keys and ciphers, so there is no value to restore.
    case keys
    /// The change made a backup with this name before, which restores the data.
    case backup(String)
    /// The change is in effect, but its former files are gone: they were too large, or plain text of data that is encrypted now.
    case lost
  }

  /// The number of the step. Later steps have higher numbers.
  package let number: Int
  /// The time of the change, in seconds since 1970.
  package let time: Int64
  /// The command that made the change, without arguments.
  package let command: String
  /// The state of the step.
  package let state: State
  /// The number of models and partials that the change added, replaced or removed.
  package let documents: Int
  /// The number of attachments that the change added, replaced or removed.
  package let attachments: Int
  /// The number of other files, such as `okit.json`, that the change added, replaced or removed.
  package let others: Int
  /// The size in bytes of the files that are kept.
  package let size: Int64
  /// The numbers of the steps that an undo or redo reversed; empty for any other step.
  package let reversed: [Int]
}
