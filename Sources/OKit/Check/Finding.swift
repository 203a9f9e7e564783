/// Something that is wrong with a workspace.
public struct Finding: Equatable, Sendable {
  /// What is wrong.
  public enum Kind: String, CaseIterable, Sendable {
    /// A file cannot be read at all.
    case unreadable
    /// No key at hand opens a file.
    case undecryptable
    /// A file's content is damaged or no JSON.
    case malformed
    /// An object has a key twice; the first counts.
    case duplicateKey = "duplicate-key"
    /// A file is stored in another form than its model's kind, or than the model's own file.
    case form
    /// A file that was staged for a change, or by another program, and is no longer needed.
    case leftover
    /// New content that lost its place to another program's change.
    case conflict
    /// An attachment has no file.
    case missingAttachment = "missing-attachment"
    /// A file in the folders of attachments that no entity names.
    case orphanedAttachment = "orphaned-attachment"
    /// An attachment's file does not have the size its entity says.
    case size
    /// A partial, unlike its siblings, has no file.
    case missingPartial = "missing-partial"
    /// A file in a model's folder that no entity names.
    case orphanedPartial = "orphaned-partial"
    /// A name that cannot be used as it is.
    case name
    /// Something that does not belong into the data folder.
    case stray
  }

  /// What is wrong.
  public let kind: Kind
  /// The model it is about; nil where it is about none or it is not known.
  public let model: ModelName?
  /// The file, relative to the workspace.
  public let file: String
  /// Line and column in the decrypted file, from 1.
  public let line: Int?
  /// Column in Unicode scalars, from 1.
  public let column: Int?
  /// One line, lower case, without a full stop.
  public let message: String

  init(
    _ kind: Kind, model: ModelName? = nil, file: String, line: Int? = nil, column: Int? = nil, _ message: String
  ) {
    self.kind = kind
    self.model = model
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }
}
