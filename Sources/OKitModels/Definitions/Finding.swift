import OKitStorage

/// Something that is wrong with a workspace.
package struct Finding: Equatable, Sendable {
  /// What is wrong.
  package enum Kind: String, CaseIterable, Sendable {
    /// A file cannot be read at all.
    case unreadable
    /// No key at hand opens a file.
    case undecryptable
    /// A file's content is damaged or no JSON.
    case malformed
    /// A model had a file and has none now, though nobody deleted it.
    case missingModel = "missing-model"
    /// A class in the definitions is not understood, so that its objects are not compared with it.
    case definition
    /// An object has a key twice; the first counts.
    case duplicateKey = "duplicate-key"
    /// A file is stored in another form than its model's kind, or than the model's own file.
    case form
    /// A file that was staged for a change, or by another program, and is no longer needed.
    case leftover
    /// New content that lost its place to another program's change.
    case conflict
    /// A property that its class needs is not there.
    case missingProperty = "missing-property"
    /// A property that its class does not have.
    case unknownProperty = "unknown-property"
    /// A value is of another type than its property.
    case type
    /// A null where there has to be a value.
    case null
    /// A number outside of the range of its property's type.
    case range
    /// A value that is no case of its enumeration.
    case enumValue = "enum-value"
    /// An entity whose class has an id has none.
    case missingID = "missing-id"
    /// Two entities have the same id.
    case duplicateID = "duplicate-id"
    /// A reference whose entity does not exist.
    case danglingReference = "dangling-reference"
    /// An attachment has no file.
    case missingAttachment = "missing-attachment"
    /// A file in the folders of attachments that no entity names.
    case orphanedAttachment = "orphaned-attachment"
    /// An attachment's file does not have the size its entity says.
    case size
    /// A partial has no file, or without definitions has none unlike its siblings.
    case missingPartial = "missing-partial"
    /// A file in a model's folder that no entity names.
    case orphanedPartial = "orphaned-partial"
    /// A property that a stand-in and its partial share differs.
    case partialDiffers = "partial-differs"
    /// A name that cannot be used as it is.
    case name
    /// Something that does not belong into the data folder.
    case stray
  }

  /// What is wrong.
  package let kind: Kind
  /// The model it is about; nil where it is about none or it is not known.
  package let model: ModelName?
  /// The path of the entity or property, as it can be given back to okit; nil where it is about a file as a whole.
  package let path: String?
  /// The file, relative to the workspace; absolute where it lies elsewhere, as backups can.
  package let file: String
  /// The line in the decrypted file, from 1; nil where it is about the file as a whole.
  package let line: Int?
  /// The column in Unicode scalars, from 1; nil with the line.
  package let column: Int?
  /// One line, lower case, without a full stop.
  package let message: String

  package init(
    _ kind: Kind, model: ModelName? = nil, path: String? = nil, file: String, line: Int? = nil, column: Int? = nil,
    _ message: String
  ) {
    self.kind = kind
    self.model = model
    self.path = path
    self.file = file
    self.line = line
    self.column = column
    self.message = message
  }
}

extension [Finding] {
  /// By file and place, and at one place by kind and message: the same for the same workspace.
  package func inOrder() -> [Finding] {
    sorted { left, right in
      if !left.file.isExactly(right.file) { return ExactText(left.file) < ExactText(right.file) }
      return (left.line ?? 0, left.column ?? 0, left.kind.rawValue, left.message)
        < (right.line ?? 0, right.column ?? 0, right.kind.rawValue, right.message)
    }
  }
}
