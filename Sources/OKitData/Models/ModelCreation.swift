import Definitions
import JSONDocument
import OKitEditing
package import OKitModels
import OKitStorage

/// Creates models: the class, the entry in `okit.json`, the initial data and the record of its definitions, in one step.
package struct ModelCreation {
  /// The model to create.
  package struct Request: Sendable {
    /// The name of the model.
    package let name: ModelName
    /// The properties of its class, except `id`.
    package let properties: [NewProperty]
    /// The name of its class; nil to derive it from the model's name.
    package let className: String?
    /// True if the model is of an encrypted kind.
    package let isEncrypted: Bool
    /// True to write the initial data of a model that is stored on a server, as a local copy.
    package var copiesRemote = false

    /// Creates a request.
    package init(name: ModelName, properties: [NewProperty] = [], className: String? = nil, isEncrypted: Bool = false) {
      self.name = name
      self.properties = properties
      self.className = className
      self.isEncrypted = isEncrypted
    }
  }

  /// The created model.
  package struct Outcome: Equatable, Sendable {
    /// The name of the class.
    package let className: String
    /// The kind of the model.
    package let kind: ModelKind
    /// The new Swift file; nil if the class already existed.
    package let definition: WorkspacePath?
    /// The data file; nil if models of this kind have none.
    package let data: WorkspacePath?
  }

  private let workspace: Workspace
  private let newID: () -> String

  /// Prepares the creation of models in `workspace`.
  package init(_ workspace: Workspace) {
    self.init(workspace, newID: UUIDText.new)
  }

  init(_ workspace: Workspace, newID: @escaping () -> String) {
    self.workspace = workspace
    self.newID = newID
  }

  /// Creates a model.
  ///
  /// Throws errors of kind `exists` (a model, class or file with this name), `usage` (an invalid name or properties), `configuration` (no recipients,
  /// data newer than okit or the definitions, or a class that could not be parsed), `malformed` (no initial value for a property), `locked` and
  /// `busy`. In each case nothing is changed.
  package func create(_ request: Request) throws -> Outcome {
    if let fault = PathComponent.fault(ofNew: request.name.description) {
      throw OKitError(
        .usage, "\(PathComponent.printable(request.name.description)) is not a valid model name: \(fault)")
    }
    // Encrypting to recipients needs no identity.
    return try workspace.keyring.asking {
      try workspace.writingAndRunningHooks { try createLocked(request) }
    }
  }

  private func createLocked(_ request: Request) throws -> Outcome {
    try workspace.requireDataNotNewer()
    let configuration = try workspace.currentConfiguration()
    let known = try workspace.definitions(by: configuration)
    let data = ModelFiles.mainPath(of: request.name)
    guard try FileStatus.of(workspace.storage.absolute(data)) == nil else {
      throw OKitError(.exists, "model \(request.name) already exists")
    }
    guard try request.copiesRemote || !workspace.isRecordedMissing(request.name) else {
      throw OKitError(
        .exists, "model \(request.name) already exists, but \(ModelName.missingFile)",
        remedy: .words(request.name.missingFileAdvice))
    }
    let (model, kind) = try newModel(request, known)
    // The record must describe the definitions that the initial data conforms to, so the class has to be understood.
    try model.definitions.requireUnderstood(from: model.className)
    let definition = model.source == nil ? nil : WorkspaceLayout.model.appending("\(model.className).swift")
    if let definition, try FileStatus.of(workspace.storage.absolute(definition)) != nil {
      throw OKitError(.exists, "\(workspace.storage.absolute(definition)) already exists")
    }
    let hasFile = kind.hasFile || kind.isRemote && request.copiesRemote
    let outcome = Outcome(className: model.className, kind: kind, definition: definition, data: hasFile ? data : nil)
    let bytes = hasFile ? try initialData(of: model) : []
    let target =
      try kind.isEncrypted
      ? configuration.target(configuration.cipher, in: workspace, mayBeForOthers: true) : .plain
    if !workspace.isDryRun { try write(outcome, request.name, model, bytes, as: target, configuration) }
    return outcome
  }

  /// Returns the kind that a model would have.
  ///
  /// Throws the errors of ``create(_:)`` for its class.
  package func kind(of request: Request) throws -> ModelKind {
    try newModel(request, workspace.definitions(by: workspace.currentConfiguration())).kind
  }

  private func newModel(_ request: Request, _ known: WorkspaceDefinitions) throws -> (model: NewModel, kind: ModelKind)
  {
    let model = try NewModel(
      request.name, className: request.className, properties: request.properties, isEncrypted: request.isEncrypted,
      known: known)
    guard case .model(let superclass)? = model.definitions.classes[model.className]?.role else {
      throw OKitError(.usage, "\(model.className) is not a model class")
    }
    return (model, ModelKind(superclass))
  }

  private func initialData(of model: NewModel) throws -> [UInt8] {
    do {
      return try InitialData(definitions: model.definitions, newID: newID).json(of: model.className)
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(
        error.kind, error.detail,
        remedy: .words("write the model's JSON to a file, and run 'okit import FILE --as MODEL'"))
    }
  }

  private func write(
    _ outcome: Outcome, _ name: ModelName, _ model: NewModel, _ bytes: [UInt8], as target: StorageTarget,
    _ configuration: Configuration
  ) throws {
    var applied = try AppliedDefinitions(of: workspace)
    if outcome.data != nil {
      let snapshot = ModelSnapshot(of: model.className, in: model.definitions)
      applied.record(name, snapshot, migration: try MigrationNumber.highest(in: workspace.root))
    }
    try workspace.changing("model create") { transaction in
      var edit = ConfigurationEdit(configuration)
      edit.setClass(outcome.className, of: name)
      edit.setKind(outcome.kind, of: name)
      if let path = outcome.definition, let source = model.source {
        try transaction.ensureFolder(WorkspaceLayout.model)
        try transaction.replace(path, old: nil) { staged in
          try Array(source.utf8).withUnsafeBytes { try staged.write($0) }
        }
        edit.addDefinitions(DefinitionFiles.standard)
      }
      if let path = outcome.data {
        try transaction.ensureFolder(WorkspaceLayout.data)
        try transaction.replace(path, old: nil) { staged in
          try target.encode(to: { try staged.write($0) }) { sink in try bytes.withUnsafeBytes { try sink($0) } }
        }
      }
      edit.setKeyCheck(of: target, workspace.keyring)
      try edit.stage(in: transaction)
      applied.stage(in: transaction, of: workspace)
    }
  }
}
