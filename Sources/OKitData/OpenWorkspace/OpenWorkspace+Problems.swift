import OKitChecks
import OKitModels

extension OpenWorkspace {
  /// Something that is wrong with a workspace.
  public struct Problem: Equatable, Sendable {
    /// What it is, in one word such as `dangling-reference`; `okit-check(1)` lists them.
    public let kind: String
    /// What is wrong, in one line.
    public let message: String
    /// The path of the entity or property; nil if a file as a whole is concerned.
    public let path: String?
    /// The file, relative to the root of the workspace.
    public let file: String
    /// The line in the decrypted file, from 1; nil if the file as a whole is concerned.
    public let line: Int?
  }

  /// Everything that is wrong with the models `names`, or with the whole workspace.
  ///
  /// Throws errors of kind `notFound`, `malformed` and `configuration` (definitions that cannot be read), and `busy`.
  public func check(_ names: [String] = []) throws -> [Problem] {
    try throwingOKitError {
      Self.problems(try WorkspaceCheck(workspace).run(names.map { try ModelName($0) }))
    }
  }

  /// Repairs what has only one safe repair, all of it or nothing. Returns what is still wrong.
  ///
  /// Throws what ``check(_:)`` throws, and errors of writing; then nothing is changed.
  @discardableResult
  public func repair(_ names: [String] = []) throws -> [Problem] {
    try throwingOKitError {
      Self.problems(try WorkspaceCheck(workspace).fix(names.map { try ModelName($0) }))
    }
  }

  private static func problems(_ report: WorkspaceCheck.Report) -> [Problem] {
    report.findings.map {
      Problem(kind: $0.kind.rawValue, message: $0.message, path: $0.path, file: $0.file, line: $0.line)
    }
  }
}
