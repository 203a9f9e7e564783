/// Why the library could not do what it was asked.
///
/// The `kind` says what a caller can do about it, the `message` what happened and where, in one lower-case line without a full
/// stop that names the file or model, and the `remedy`, where there is one, what would help.
public struct OKitError: Error, Equatable, CustomStringConvertible {
  /// What a caller can do about an error.
  public enum Kind: Sendable {
    /// The request itself makes no sense, such as an unusable name.
    case usage
    /// Data are malformed, damaged or were tampered with.
    case malformed
    /// There is no such workspace, model, value or backup.
    case notFound
    /// okit cannot do this (yet).
    case unsupported
    /// What was to be created is there already.
    case exists
    /// Reading or writing failed.
    case inputOutput
    /// Another process holds the workspace, or a file changed meanwhile: trying again may help.
    case busy
    /// There is no key, or it is the wrong one.
    case locked
    /// The configuration is wrong, or a decision is missing.
    case configuration
  }

  /// A next step that would help, for the caller to put in words of its own.
  package enum Remedy: Equatable, Sendable {
    /// Make a new identity for the workspace.
    case generateKey
    /// Say where the identity is that opens it.
    case nameIdentity
    /// Encrypt to one of these age recipients, which the identities at hand belong to, or use another identity.
    case becomeRecipient([String])
    /// Take over the framework's key.
    case importFrameworkKey
    /// Say what protects a backup: a password or recipients.
    case protectBackup
    /// Restore with another identity, for other recipients, or decrypted.
    case chooseRestoredForm
    /// Keep present models, or replace them.
    case mergeOrReplace
    /// Name the folder as safe in the settings at `settingsPath`, if the caller trusts it.
    case trust(_ folder: String, settingsPath: String?)
    /// Make a workspace here.
    case initialize
    /// Make a workspace of the data folder that is there, in this folder.
    case takeOver(String)
    /// Put the Swift files where this `okit.json` says, or say there where they are.
    case findDefinitions(String)
    /// Take the model under a name.
    case nameModel
    /// Accept the weak encryption of old zips.
    case allowWeakZip
    /// Name one of these models in the path.
    case chooseModel([String])
    /// There is nothing called `name`; these are there.
    case candidates([String], insteadOf: String)
    /// Look at the references to the entity with this id, then go on as `next` says.
    case listReferences(to: String, next: String)
    /// Anything else, in words.
    case words(String)
  }

  /// A place in a file.
  public struct Place: Equatable, Sendable {
    /// The file.
    public let path: String
    /// The line in the decrypted file, from 1.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int

    package init(path: String, line: Int, column: Int) {
      self.path = path
      self.line = line
      self.column = column
    }
  }

  /// The line of a text in which something is wrong.
  package struct Excerpt: Equatable, Sendable {
    /// The line, or as much of it as can be shown.
    package let line: String
    /// The place in it, in Unicode scalars from 0.
    package let caret: Int

    package init(line: String, caret: Int) {
      self.line = line
      self.caret = caret
    }
  }

  /// What a caller can do about it.
  public let kind: Kind
  /// What happened, without the place.
  package let detail: String
  /// Where, for what is wrong inside a file.
  public let place: Place?
  /// The line at the place, for what people wrote.
  package let excerpt: Excerpt?
  /// What would help.
  package let remedy: Remedy?

  /// An error of `kind` with its message and, where there are such, place, line and remedy.
  package init(
    _ kind: Kind, _ message: String, at place: Place? = nil, excerpt: Excerpt? = nil, remedy: Remedy? = nil
  ) {
    self.kind = kind
    self.detail = message
    self.place = place
    self.excerpt = excerpt
    self.remedy = remedy
  }

  /// What happened and where, in one line.
  public var message: String {
    guard let place else { return detail }
    return "\(place.path):\(place.line):\(place.column): \(detail)"
  }

  /// The message.
  public var description: String { message }
}

extension OKitError.Remedy {
  package var isFindDefinitions: Bool {
    if case .findDefinitions = self { true } else { false }
  }
}
