import OKitBackups
import OKitModels
import OKitStorage

extension OpenWorkspace {
  /// The models of the workspace.
  public var models: Models { Models(openWorkspace: self) }

  /// A model.
  public struct Model: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The class of its root object; nil if it is not known.
    public let className: String?
    /// True if its main file is encrypted; false if it has none.
    public let isEncrypted: Bool
    /// True if it has a main file.
    public let isStored: Bool
  }

  /// Creates, encrypts, exports and deletes models.
  public struct Models {
    fileprivate let openWorkspace: OpenWorkspace
    private var workspace: Workspace { openWorkspace.workspace }

    /// Returns the models that have a file, are declared, or are listed in `okit.json`, sorted by name. Reads no model.
    ///
    /// Throws errors of kind `configuration`, `malformed` and `busy`.
    public func list() throws -> [Model] {
      try throwingOKitError {
        try ModelListing(workspace).models.map {
          Model(
            name: $0.name.description, className: $0.className, isEncrypted: $0.form?.isEncrypted == true,
            isStored: $0.isStored)
        }
      }
    }

    /// Creates a model with the initial data of its class.
    ///
    /// - Parameters:
    ///   - name: The name of the model.
    ///   - properties: The properties of a new class, in the form `title:String`, `price:Double=9.5` or `tags:[String]`.
    ///   - className: The name of its class, which may already exist. By default, okit names a new class after the model.
    ///   - isEncrypted: True to store the model encrypted.
    ///
    /// Throws errors of kind `exists`, `usage`, `configuration` (no recipients), `malformed`, `locked` and `busy`. In each case nothing is changed.
    public func create(
      _ name: String, properties: [String] = [], className: String? = nil, isEncrypted: Bool = false
    ) throws {
      try throwingOKitError {
        _ = try ModelCreation(workspace).create(
          ModelCreation.Request(
            name: modelName(name), properties: properties.map { try NewProperty(parsing: $0) }, className: className,
            isEncrypted: isEncrypted))
      }
    }

    /// Deletes a model with its partials and attachments. Its class stays.
    ///
    /// Returns the name of the safety backup that contains the model; nil in a dry run. Throws errors of kind `usage` (an invalid name), `notFound`,
    /// `locked`, `malformed` and `busy`. In each case nothing is changed.
    @discardableResult
    public func delete(_ name: String) throws -> String? {
      try throwingOKitError { try ModelDeletion(workspace).delete(modelName(name)).safetyBackup }
    }

    /// Encrypts the models `names` to the recipients of the workspace; all models if nil.
    ///
    /// Throws errors of kind `usage` (an invalid name), `configuration` (no recipients), `locked`, `malformed`, `notFound` and `busy`. In each case
    /// nothing is changed.
    public func encrypt(_ names: [String]? = nil) throws {
      try throwingOKitError { _ = try ModelConversion(workspace).encrypt(selection(names)) }
    }

    /// Decrypts the models `names`; all encrypted models if nil.
    ///
    /// Throws the errors of ``encrypt(_:)``.
    public func decrypt(_ names: [String]? = nil) throws {
      try throwingOKitError { _ = try ModelConversion(workspace).decrypt(selection(names)) }
    }

    /// Writes the models `names`, decrypted, to a folder that is missing or empty; all models if empty.
    ///
    /// Throws errors of kind `usage` (an invalid name, or a folder inside `okit/export`), `exists`, `locked`, `malformed`, `notFound` and
    /// `inputOutput`. In each case nothing is written.
    public func export(_ names: [String] = [], to folder: String) throws {
      try throwingOKitError {
        _ = try ModelExport(workspace).export(
          names.map(modelName), to: absolutePath(folder), forDevice: false)
      }
    }

    /// Imports models from a JSON file, a data folder or a backup. Returns the names of the imported models.
    ///
    /// - Parameters:
    ///   - source: The file or folder.
    ///   - name: The name of the model in a JSON file. The default is the name of the file.
    ///   - present: How to treat models that already exist.
    ///   - password: Returns the password of a backup. It is called only if the backup needs one.
    ///
    /// Throws errors of kind `usage` (an invalid name), `exists`, `locked`, `malformed`, `notFound`, `configuration` and `busy`. In each case nothing
    /// is changed.
    @discardableResult
    public func importing(
      _ source: String, as name: String? = nil, present: PresentModels = .refuse,
      password: @escaping () throws -> SecretBytes = Backups.noPassword
    ) throws -> [String] {
      try throwingOKitError {
        let request = ModelImport.Request(
          name: try name.map(modelName), existingModels: present.asExistingModels)
        let unlock = BackupUnlock(keyring: openWorkspace.opened.keyring, password: password)
        return try ModelImport(workspace).run(.path(absolutePath(source)), request, unlock: unlock).imported
          .map(\.description)
      }
    }

    /// The treatment of models that already exist, in an import.
    public enum PresentModels: Sendable {
      /// Fail if there are any.
      case refuse
      /// Keep them and import the others.
      case keep
      /// Replace them.
      case replace

      fileprivate var asExistingModels: ModelImport.ExistingModels {
        switch self {
        case .refuse: .refuse
        case .keep: .keep
        case .replace: .replace
        }
      }
    }

    private func selection(_ names: [String]?) throws -> ModelConversion.Selection {
      try names.map { .named(try $0.map(modelName)) } ?? .all
    }
  }
}

/// Returns the name of a model that the caller of the library gave. Throws an error of kind `usage` for an invalid one.
func modelName(_ text: String) throws -> ModelName {
  do {
    return try ModelName(text)
  } catch let error as OKitError {
    throw OKitError(.usage, error.message)
  }
}
