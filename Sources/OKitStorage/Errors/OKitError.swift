/// An error of the library.
///
/// The `kind` says how a caller can react. The `message` says what happened and where, in one lower-case line without a full stop
/// that names the file or model. The `remedy`, if there is one, is a step that would help.
public struct OKitError: Error, Equatable, CustomStringConvertible {
  /// The category of an error, which tells a caller how to react.
  public enum Kind: Sendable {
    /// The request is invalid, such as an unusable name.
    case usage
    /// The data is malformed, damaged or tampered with.
    case malformed
    /// The workspace, model, value or backup does not exist.
    case notFound
    /// okit does not support this.
    case unsupported
    /// The object to create already exists.
    case exists
    /// Reading or writing failed.
    case inputOutput
    /// Another process holds the workspace, or a file changed during the operation. Trying again may help.
    case busy
    /// A server cannot be reached, or cannot answer now. Trying again later may help.
    case unreachable
    /// A server demands other credentials.
    case refused
    /// The key is missing or wrong.
    case locked
    /// The configuration is wrong, or a decision is missing.
    case configuration

    /// True if the error can concern one file alone, so that the others can still be read: it is damaged, or its key or its server is missing.
    package var concernsOneFile: Bool { self == .malformed || self == .locked || isOfServer }

    /// True if a server did not give what was asked for.
    package var isOfServer: Bool { self == .unreachable || self == .refused }
  }

  /// A position in a file.
  public struct Place: Equatable, Sendable {
    /// The path of the file.
    public let path: String
    /// The line in the decrypted file, starting at 1.
    public let line: Int
    /// The column in Unicode scalars, starting at 1.
    public let column: Int

    package init(path: some CustomStringConvertible, line: Int, column: Int) {
      self.path = path.description
      self.line = line
      self.column = column
    }
  }

  /// A line of text with a position to mark in it.
  package struct Excerpt: Equatable, Sendable {
    /// The line, shortened if it is too long to show.
    package let line: String
    /// The position in the line, in Unicode scalars, starting at 0.
    package let caret: Int

    package init(line: String, caret: Int) {
      self.line = line
      self.caret = caret
    }
  }

  /// The category of the error.
  public let kind: Kind
  /// True if the change was committed in spite of the error: it is made, or the next call completes it. To repeat the call could make it twice.
  public let isCommitted: Bool
  /// True if a hook of the workspace refused a change. Trying again does not help, unlike after other errors of kind `busy`.
  package let isRefusal: Bool
  /// The message without the position.
  package let detail: String
  /// The position of the error, if it is inside a file.
  public let place: Place?
  /// The line at the position, for text that people write.
  package let excerpt: Excerpt?
  /// A step that would help.
  package let remedy: Remedy?

  /// Creates an error.
  package init(
    _ kind: Kind, _ message: String, at place: Place? = nil, excerpt: Excerpt? = nil, remedy: Remedy? = nil,
    isCommitted: Bool = false, isRefusal: Bool = false
  ) {
    self.kind = kind
    self.isCommitted = isCommitted
    self.isRefusal = isRefusal
    self.detail = message
    self.place = place
    self.excerpt = excerpt
    self.remedy = remedy
  }

  /// The error in one line, with its position if there is one: `<path>:<line>:<column>: <detail>`.
  public var message: String {
    guard let place else { return detail }
    return "\(place.path):\(place.line):\(place.column): \(detail)"
  }

  /// The message.
  public var description: String { message }
}

extension OKitError {
  /// The error for a file that differs from what was read, so that a change would lose what another program wrote.
  package static func changedMeanwhile(_ path: FilePath) -> OKitError {
    OKitError(.busy, "\(path) was changed by another program in the meantime")
  }
}
