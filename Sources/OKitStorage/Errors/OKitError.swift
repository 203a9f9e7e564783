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
    /// The key is missing or wrong.
    case locked
    /// The configuration is wrong, or a decision is missing.
    case configuration
  }

  /// A next step that would help. The caller chooses the words.
  package enum Remedy: Equatable, Sendable {
    /// Generate an identity for the workspace.
    case generateKey
    /// Name the file with the identity that decrypts the data.
    case nameIdentity
    /// Encrypt to one of these age recipients, which belong to the loaded identities, or use another identity.
    case becomeRecipient([String])
    /// Import the framework's key.
    case importFrameworkKey
    /// Choose the protection of a backup: a password or recipients.
    case protectBackup
    /// Restore with another identity, for other recipients, or decrypted.
    case chooseEncryption
    /// Keep the existing models, or replace them.
    case mergeOrReplace
    /// Add the folder to the safe folders in the settings file `settingsPath`, if the user trusts it.
    case trust(_ folder: FilePath, settingsPath: FilePath?)
    /// Create a workspace: in this folder, or in the working folder if nil.
    case initialize(FilePath?)
    /// Create a workspace in this folder that adopts its existing data folder.
    case takeOver(FilePath)
    /// Move the Swift files to the folder that this `okit.json` names, or correct the folder in `okit.json`.
    case findDefinitions(FilePath)
    /// Choose a name for the imported model.
    case nameModel
    /// Accept the weak encryption of old zip archives.
    case allowWeakZip
    /// Name one of these models in the path.
    case chooseModel([String])
    /// Use one of these names; nothing is called `insteadOf`.
    case candidates([String], insteadOf: String)
    /// List the references to the entity with this id, then continue as `next` says.
    case listReferences(to: String, next: String)
    /// Any other advice, as text.
    case words(String)
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
    _ kind: Kind, _ message: String, at place: Place? = nil, excerpt: Excerpt? = nil, remedy: Remedy? = nil
  ) {
    self.kind = kind
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

extension OKitError.Remedy {
  /// True if the Swift files are missing.
  package var isFindDefinitions: Bool {
    if case .findDefinitions = self { true } else { false }
  }
}
