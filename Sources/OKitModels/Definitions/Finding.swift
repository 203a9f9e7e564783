package import OKitStorage

/// A problem in a workspace.
package struct Finding: Equatable, Sendable {
  /// The kind of a problem.
  package enum Kind: String, CaseIterable, Sendable {
    /// A file cannot be read.
    case unreadable
    /// No available key decrypts a file.
    case undecryptable
    /// The content of a file is damaged or not JSON.
    case malformed
    /// A model that had a file has none now, although okit did not remove it.
    case missingModel = "missing-model"
    /// A class in the definitions is not understood, so that its objects are not checked.
    case definition
    /// An object has a repeated key. The first one counts.
    case duplicateKey = "duplicate-key"
    /// The form of a file differs from its model's kind or from the model's own file.
    case form
    /// A file that was staged for a change, by okit or by another program, and is no longer needed.
    case leftover
    /// New content that was displaced by another program's change.
    case conflict
    /// A required property is missing.
    case missingProperty = "missing-property"
    /// The class does not have this property.
    case unknownProperty = "unknown-property"
    /// The type of a value differs from that of its property.
    case type
    /// A null where a value is required.
    case null
    /// A number is out of the range of its property's type.
    case range
    /// A value is not a case of its enumeration.
    case enumValue = "enum-value"
    /// An entity has no id although its class requires one.
    case missingID = "missing-id"
    /// Two entities have the same id.
    case duplicateID = "duplicate-id"
    /// A reference to an entity that does not exist.
    case danglingReference = "dangling-reference"
    /// The file of an attachment is missing.
    case missingAttachment = "missing-attachment"
    /// A file in the attachment folders that belongs to no entity.
    case orphanedAttachment = "orphaned-attachment"
    /// The size of an attachment's file differs from the size in its entity.
    case size
    /// The file of a partial is missing. Without definitions, this means that its siblings have one.
    case missingPartial = "missing-partial"
    /// A file in a model's folder that belongs to no entity.
    case orphanedPartial = "orphaned-partial"
    /// A property that a stand-in and its partial share has different values.
    case partialDiffers = "partial-differs"
    /// A name is not valid.
    case name
    /// A file or folder that does not belong in the data folder.
    case stray
    /// A value violates a rule of the workspace.
    case rule
    /// A rule is not valid, or is about something that does not exist.
    case invalidRule = "invalid-rule"
    /// The description of a function is not valid, or is about something that does not exist.
    case invalidFunction = "invalid-function"
    /// A form is not valid, or is about something that does not exist.
    case invalidForm = "invalid-form"
  }

  /// The place of a file.
  package enum File: Equatable, Sendable {
    /// In the workspace.
    case inside(WorkspacePath)
    /// Outside of it, such as a backup in another folder.
    case outside(FilePath)

    /// Names the file at `path`, an absolute path, seen from the root of the workspace.
    package init(_ path: FilePath, in root: FilePath) {
      self = path.part(after: root).map { .inside(WorkspacePath(text: $0)) } ?? .outside(path)
    }

    /// The path as it is shown: relative to the root of the workspace, or absolute outside of it.
    package var text: String {
      switch self {
      case .inside(let path): path.text
      case .outside(let path): path.text
      }
    }

    /// Returns the path for system calls if `root` is the root of the workspace.
    package func absolute(in root: FilePath) -> FilePath {
      switch self {
      case .inside(let path): path.absolute(in: root)
      case .outside(let path): path
      }
    }
  }

  /// The kind of the problem.
  package let kind: Kind
  /// The affected model; nil if there is none or it is unknown.
  package let model: ModelName?
  /// The path of the entity or property, which okit accepts as input; nil if the problem affects a whole file.
  package let path: String?
  /// The file.
  package let file: File
  /// The line in the decrypted file, counted from 1; nil if the problem affects the whole file.
  package let line: Int?
  /// The column in Unicode scalars, counted from 1; nil if there is no line.
  package let column: Int?
  /// The message: one line, in lower case and without a full stop.
  package let message: String
  /// True if the problem is only a warning, by the severity of its rule.
  package var isWarning = false

  package init(
    _ kind: Kind, model: ModelName? = nil, path: String? = nil, file: File, line: Int? = nil, column: Int? = nil,
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

  package init(
    _ kind: Kind, model: ModelName? = nil, path: String? = nil, file: WorkspacePath, line: Int? = nil,
    column: Int? = nil, _ message: String
  ) {
    self.init(kind, model: model, path: path, file: .inside(file), line: line, column: column, message)
  }
}

extension [Finding] {
  /// Returns the findings sorted by file, place, kind and message, so that the order is always the same.
  package func inOrder() -> [Finding] {
    sorted { left, right in
      if left.file != right.file { return left.file.text.utf8.lexicographicallyPrecedes(right.file.text.utf8) }
      return (left.line ?? 0, left.column ?? 0, left.kind.rawValue, left.message)
        < (right.line ?? 0, right.column ?? 0, right.kind.rawValue, right.message)
    }
  }
}
