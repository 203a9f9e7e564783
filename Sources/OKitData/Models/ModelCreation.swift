import Definitions
import JSONDocument
import OKitBackups
import OKitEditing
import OKitMigrations
package import OKitModels
import OKitStorage

/// Makes new models: class, entry in `okit.json`, first data and what is recorded of them, all or nothing.
package struct ModelCreation {
  /// What is to be made.
  package struct Request: Sendable {
    /// The model's name.
    package let name: ModelName
    /// The properties of its class, besides `id`.
    package let properties: [NewProperty]
    /// Its class; nil for one after its name.
    package let className: String?
    /// Whether it is of an encrypted kind.
    package let isEncrypted: Bool

    /// A model of these parts.
    package init(name: ModelName, properties: [NewProperty] = [], className: String? = nil, isEncrypted: Bool = false) {
      self.name = name
      self.properties = properties
      self.className = className
      self.isEncrypted = isEncrypted
    }
  }

  /// What was made.
  package struct Outcome: Equatable, Sendable {
    /// The class.
    package let className: String
    /// The kind.
    package let kind: ModelKind
    /// The new Swift file, relative to the workspace; nil where the class was there already.
    package let definition: String?
    /// The file of the data, relative to the workspace; nil for a kind that has none.
    package let data: String?
  }

  private let workspace: Workspace
  private let newID: () -> String

  /// A creation in `workspace`; `keyring` is for models that are encrypted.
  package init(_ workspace: Workspace) {
    self.init(workspace, newID: UUIDText.new)
  }

  init(_ workspace: Workspace, newID: @escaping () -> String) {
    self.workspace = workspace
    self.newID = newID
  }

  /// Makes a model.
  ///
  /// Throws errors of kind `exists` (a model, class or file of that name), `usage` (properties that make no sense), `configuration` (no
  /// recipients, data that are newer than okit or the definitions, a class that was not understood), `malformed` (no first value for a property), `locked`, `busy`; then nothing is changed.
  package func create(_ request: Request) throws -> Outcome {
    try workspace.prepareKeys()
    return try workspace.writingAndTelling {
      try workspace.requireDataNotNewer()
      let configuration = try workspace.currentConfiguration()
      let known = try workspace.definitions(by: configuration)
      let data = ModelFiles.mainPath(of: request.name)
      guard try FileStatus.of(workspace.storage.absolute(data)) == nil else {
        throw OKitError(.exists, "model \(request.name) already exists")
      }
      guard try !workspace.isRecordedMissing(request.name) else {
        throw OKitError(
          .exists, "model \(request.name) existed, and okit did not delete it",
          remedy: .words(ModelName.missingFile))
      }
      let model = try NewModel(
        request.name, className: request.className, properties: request.properties, isEncrypted: request.isEncrypted,
        known: known)
      guard case .model(let superclass)? = model.definitions.classes[model.className]?.role else {
        throw OKitError(.usage, "\(model.className) is not a model class")
      }
      // What is recorded of the model has to say what its data conform to.
      try model.definitions.requireUnderstood(from: model.className)
      let kind = ModelKind(superclass)
      let definition = model.source == nil ? nil : "okit/model/\(model.className).swift"
      if let definition, try FileStatus.of(workspace.storage.absolute(definition)) != nil {
        throw OKitError(.exists, "\(workspace.storage.absolute(definition)) already exists")
      }
      let outcome = Outcome(
        className: model.className, kind: kind, definition: definition, data: kind.hasFile ? data : nil)
      let bytes = kind.hasFile ? try firstData(of: model) : []
      let target =
        try kind.isEncrypted
        ? configuration.target(configuration.cipher, in: workspace, mayBeForOthers: true) : .plain
      if !workspace.isDryRun { try write(outcome, request.name, model, bytes, as: target, configuration) }
      return outcome
    }
  }

  private func firstData(of model: NewModel) throws -> [UInt8] {
    do {
      return try FirstData(definitions: model.definitions, newID: newID).json(of: model.className)
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(
        error.kind, error.detail,
        remedy: .words("write the model's JSON to a file, and run 'okit import FILE --as MODEL'"))
    }
  }

  private func write(
    _ outcome: Outcome, _ name: ModelName, _ model: NewModel, _ bytes: [UInt8], as target: TargetForm,
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
        try transaction.ensureFolder("okit/model")
        try transaction.replace(path, old: nil) { staged in
          try Array(source.utf8).withUnsafeBytes { try staged.write($0) }
        }
        edit.addDefinitions(DefinitionFiles.standard)
      }
      if let path = outcome.data {
        try transaction.ensureFolder("okit/data")
        try transaction.replace(path, old: nil) { staged in
          try target.encode(to: { try staged.write($0) }) { sink in try bytes.withUnsafeBytes { try sink($0) } }
        }
      }
      edit.setKeyCheck(of: target, workspace.keyring)
      try edit.stage(in: transaction, of: workspace)
      applied.stage(in: transaction, of: workspace)
    }
  }
}
