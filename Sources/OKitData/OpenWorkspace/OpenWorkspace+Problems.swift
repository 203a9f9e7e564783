import OKitChecks
import OKitModels

extension OpenWorkspace {
  /// A problem found by a check.
  public struct Problem: Equatable, Sendable {
    /// The kind as one word such as `dangling-reference`. `okit-check(1)` lists all kinds.
    public let kind: String
    /// The description of the problem in one line.
    public let message: String
    /// The path of the entity or property; nil if the problem concerns a whole file.
    public let path: String?
    /// The file, relative to the root of the workspace.
    public let file: String
    /// The line in the decrypted file, starting at 1; nil if the problem concerns the whole file.
    public let line: Int?
  }

  /// Returns the problems of the models `names`; of the whole workspace if empty.
  ///
  /// Throws errors of kind `notFound`, `malformed` and `configuration` (unreadable definitions), and `busy`.
  public func check(_ names: [String] = []) throws -> [Problem] {
    try throwingOKitError {
      Self.problems(try WorkspaceCheck(workspace).run(modelNames(names)))
    }
  }

  /// Makes all repairs that have only one safe outcome, in one step. Returns the remaining problems.
  ///
  /// Throws the errors of ``check(_:)`` and of writing. In each case nothing is changed.
  @discardableResult
  public func repair(_ names: [String] = []) throws -> [Problem] {
    try throwingOKitError {
      Self.problems(try WorkspaceCheck(workspace).fix(modelNames(names)))
    }
  }

  private static func problems(_ report: WorkspaceCheck.Report) -> [Problem] {
    report.findings.map {
      Problem(kind: $0.kind.rawValue, message: $0.message, path: $0.path, file: $0.file.text, line: $0.line)
    }
  }
}
