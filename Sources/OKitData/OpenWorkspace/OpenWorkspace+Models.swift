import OKitBackups
import OKitModels

extension OpenWorkspace {
  /// The models of the workspace.
  public var models: Models { Models(workspace: workspace) }

  /// A model.
  public struct Model: Equatable, Sendable {
    /// Its name.
    public let name: String
    /// The class of its root, if that is known.
    public let className: String?
    /// Whether its file is encrypted; false if it has none.
    public let isEncrypted: Bool
    /// Whether it has a file.
    public let isStored: Bool
  }

  /// Creates, encrypts, exports and deletes models.
  public struct Models {
    fileprivate let workspace: Workspace

    /// The models that have a file, are declared, or are named in `okit.json`, by name. Reads none of them.
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
    ///   - name: Its name.
    ///   - properties: The properties of a new class, in the form `title:String`, `price:Double=9.5` or `tags:[String]`.
    ///   - className: The name of its class, which may be declared already. By default, okit names a new class after the model.
    ///   - isEncrypted: Whether it is stored encrypted.
    ///
    /// Throws errors of kind `exists`, `usage`, `configuration` (no recipients), `malformed`, `locked` and `busy`; then nothing is changed.
    public func create(
      _ name: String, properties: [String] = [], className: String? = nil, isEncrypted: Bool = false
    ) throws {
      try throwingOKitError {
        _ = try ModelCreation(workspace).create(
          ModelCreation.Request(
            name: ModelName(name), properties: properties.map { try NewProperty(parsing: $0) }, className: className,
            isEncrypted: isEncrypted))
      }
    }

    /// Deletes a model with its partials and attachments. Its class stays.
    ///
    /// Returns the name of the backup that contains it; nil in a dry run. Throws errors of kind `notFound`, `locked`, `malformed` and `busy`; then nothing is
    /// changed.
    @discardableResult
    public func delete(_ name: String) throws -> String? {
      try throwingOKitError { try ModelDeletion(workspace).delete(ModelName(name)).kept }
    }

    /// Encrypts the models `names`, or all, to the recipients of the workspace.
    ///
    /// Throws errors of kind `configuration` (no recipients), `locked`, `malformed`, `notFound` and `busy`; then nothing is changed.
    public func encrypt(_ names: [String]? = nil) throws {
      try throwingOKitError { _ = try ModelConversion(workspace).encrypt(selection(names)) }
    }

    /// Decrypts the models `names`, or all that are encrypted.
    ///
    /// Throws what ``encrypt(_:)`` throws.
    public func decrypt(_ names: [String]? = nil) throws {
      try throwingOKitError { _ = try ModelConversion(workspace).decrypt(selection(names)) }
    }

    /// Writes the models `names`, or all, decrypted to a folder that does not exist or is empty.
    ///
    /// Throws errors of kind `exists`, `locked`, `malformed`, `notFound` and `inputOutput`; then nothing is written.
    public func export(_ names: [String] = [], to folder: String) throws {
      try throwingOKitError {
        _ = try ModelExport(workspace).export(
          names.map { try ModelName($0) }, to: absolutePath(folder), forDevice: false)
      }
    }

    /// Imports the models of a JSON file, a data folder or a backup.
    ///
    /// - Parameters:
    ///   - source: The file or folder.
    ///   - name: The name of the model in a JSON file. By default, the name of the file.
    ///   - present: What happens to models that the workspace has already.
    ///   - password: Gives the password of a backup.
    ///
    /// Returns the names of the models that were imported. Throws errors of kind `exists`, `locked`, `malformed`, `notFound`, `configuration` and `busy`; then
    /// nothing is changed.
    @discardableResult
    public func importing(
      _ source: String, as name: String? = nil, present: PresentModels = .refuse,
      password: @escaping () throws -> SecretBytes = Backups.noPassword
    ) throws -> [String] {
      try throwingOKitError {
        let request = ModelImport.Request(name: try name.map { try ModelName($0) }, presence: present.presence)
        let unlock = BackupUnlock(keyring: workspace.keyring, password: password)
        return try ModelImport(workspace).run(.path(absolutePath(source)), request, unlock: unlock).imported
          .map(\.description)
      }
    }

    /// What an import does with models that the workspace has already.
    public enum PresentModels: Sendable {
      /// There must be none; otherwise the import fails.
      case refuse
      /// They stay, and the others are added.
      case keep
      /// They become what the source has.
      case replace

      fileprivate var presence: ModelImport.Presence {
        switch self {
        case .refuse: .refuse
        case .keep: .keep
        case .replace: .replace
        }
      }
    }

    private func selection(_ names: [String]?) throws -> ModelConversion.Selection {
      try names.map { .named(try $0.map { try ModelName($0) }) } ?? .all
    }
  }
}
