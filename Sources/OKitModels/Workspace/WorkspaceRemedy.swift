package import OKitStorage

/// The steps that would help after an error about a workspace, its keys or its models.
package enum WorkspaceRemedy: RemedyStep {
  /// Create a workspace: in this folder, or in the working folder if nil.
  case initialize(FilePath?)
  /// Generate an identity for the workspace.
  case generateKey
  /// Name the file with the identity that decrypts the data.
  case nameIdentity
  /// Encrypt to one of these age recipients, which belong to the loaded identities, or use another identity.
  case becomeRecipient([String])
  /// Import the framework's key.
  case importFrameworkKey
  /// Move the Swift files to the folder that this `okit.json` names, or correct the folder in `okit.json`.
  case findDefinitions(FilePath)
  /// Name one of these models in the path.
  case chooseModel([String])
  /// List the references to the entity with this id, then continue as `next` says.
  case listReferences(to: String, next: String)
}

extension OKitError.Remedy {
  /// See ``WorkspaceRemedy/initialize(_:)``.
  package static func initialize(_ folder: FilePath?) -> Self { Self(WorkspaceRemedy.initialize(folder)) }
  /// See ``WorkspaceRemedy/generateKey``.
  package static var generateKey: Self { Self(WorkspaceRemedy.generateKey) }
  /// See ``WorkspaceRemedy/nameIdentity``.
  package static var nameIdentity: Self { Self(WorkspaceRemedy.nameIdentity) }
  /// See ``WorkspaceRemedy/becomeRecipient(_:)``.
  package static func becomeRecipient(_ recipients: [String]) -> Self {
    Self(WorkspaceRemedy.becomeRecipient(recipients))
  }
  /// See ``WorkspaceRemedy/importFrameworkKey``.
  package static var importFrameworkKey: Self { Self(WorkspaceRemedy.importFrameworkKey) }
  /// See ``WorkspaceRemedy/findDefinitions(_:)``.
  package static func findDefinitions(_ configuration: FilePath) -> Self {
    Self(WorkspaceRemedy.findDefinitions(configuration))
  }
  /// See ``WorkspaceRemedy/chooseModel(_:)``.
  package static func chooseModel(_ names: [String]) -> Self { Self(WorkspaceRemedy.chooseModel(names)) }
  /// See ``WorkspaceRemedy/listReferences(to:next:)``.
  package static func listReferences(to id: String, next: String) -> Self {
    Self(WorkspaceRemedy.listReferences(to: id, next: next))
  }

  /// True if the Swift files are missing.
  package var isFindDefinitions: Bool {
    if case .findDefinitions? = step as? WorkspaceRemedy { true } else { false }
  }

  /// True if the path must name a model.
  var isChooseModel: Bool {
    if case .chooseModel? = step as? WorkspaceRemedy { true } else { false }
  }
}
