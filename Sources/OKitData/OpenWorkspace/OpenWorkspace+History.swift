import OKitHistory
import OKitModels

extension OpenWorkspace {
  /// The latest changes of the workspace, which can be undone.
  public var history: History { History(openWorkspace: self) }

  /// Lists, undoes and redoes changes.
  public struct History {
    fileprivate let openWorkspace: OpenWorkspace
    private var history: OKitHistory.History { OKitHistory.History(openWorkspace.workspace) }

    /// A change that is recorded.
    public struct Step: Equatable, Sendable {
      /// The number. Later steps have higher numbers.
      public let number: Int
      /// The time in seconds since 1970.
      public let time: Int64
      /// The command that made the change, such as `set`.
      public let command: String
      /// True if ``History/undo(to:)`` can undo it, after the later ones.
      public let canBeUndone: Bool
    }

    /// The steps, the newest first.
    ///
    /// Throws errors of kind `inputOutput` and `busy`.
    public var steps: [Step] {
      get throws {
        try throwingOKitError {
          try history.steps().map {
            Step(number: $0.number, time: $0.time, command: $0.command, canBeUndone: $0.state == .undoable)
          }
        }
      }
    }

    /// Undoes the last change, or all changes after the step `number`. Returns the numbers of the undone steps.
    ///
    /// Throws errors of kind `notFound` (nothing to undo, or the files are not kept), `busy` (a file has changed since), `usage` (a change of keys, a
    /// restore or a migration), `locked` and `malformed`. In each case nothing is changed.
    @discardableResult
    public func undo(to number: Int? = nil) throws -> [Int] {
      try throwingOKitError { try history.undo(to: number).steps }
    }

    /// Reverses the last undo. Returns the number of its step.
    ///
    /// Throws the errors of ``undo(to:)``.
    @discardableResult
    public func redo() throws -> [Int] { try throwingOKitError { try history.redo().steps } }
  }
}
