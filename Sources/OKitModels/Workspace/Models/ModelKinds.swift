import Definitions
import OKitStorage

/// The kinds of a workspace's models, which determine how their files are stored.
package struct ModelKinds {
  private let definitions: WorkspaceDefinitions
  private let recorded: [ModelName: Configuration.Model]
  /// The reason why the definitions cannot be read; nil if they can.
  private let problem: OKitError?
  /// The framework's settings; nil if the workspace has none.
  package let settings: FrameworkSettings?
  private let isDecrypted: Bool

  /// The kinds of models in `workspace`, even if its definitions cannot be read, because copying files does not need them. A decision that depends on
  /// a kind then fails, see ``required(_:)``.
  package init(_ workspace: Workspace) throws {
    let configuration = workspace.configuration == nil ? nil : try workspace.currentConfiguration()
    do {
      try self.init(workspace, workspace.definitions(by: configuration), configuration)
    } catch let error as OKitError where error.kind == .malformed || error.kind == .configuration {
      try self.init(workspace, WorkspaceDefinitions(models: configuration?.models ?? [:]), configuration, error)
    } catch let error as SystemError {
      let problem = OKitError(.configuration, error.description)
      try self.init(workspace, WorkspaceDefinitions(models: configuration?.models ?? [:]), configuration, problem)
    }
  }

  /// The kinds of models in `workspace`: those of their classes, or else those in `okit.json`.
  package init(_ workspace: Workspace, _ definitions: WorkspaceDefinitions) throws {
    try self.init(
      workspace, definitions, workspace.configuration == nil ? nil : workspace.currentConfiguration())
  }

  private init(
    _ workspace: Workspace, _ definitions: WorkspaceDefinitions, _ configuration: Configuration?,
    _ problem: OKitError? = nil
  ) throws {
    self.definitions = definitions
    self.problem = problem
    isDecrypted = workspace.isDecrypted
    recorded = configuration?.models ?? [:]
    settings = try FrameworkSettings.find(in: workspace, definitions, recorded)
  }

  /// The models that have a class or are in `okit.json`, with or without a file.
  package var names: Set<ModelName> { Set(definitions.modelNames).union(recorded.keys) }

  /// The models that are stored on an HTTP server, sorted by name.
  package var remoteNames: [ModelName] { names.filter { self[$0]?.isRemote == true }.sorted() }

  /// The kind of a model; nil if it is unknown or cannot be read. Use it only for display. Decisions about writing use ``required(_:)``.
  package subscript(_ name: ModelName) -> ModelKind? {
    if name == settings?.name { return .settings }
    return definitions.kind(of: name) ?? recorded[name]?.kind
  }

  /// Throws an error of kind `configuration` if the definitions cannot be read.
  package func requireDefinitions() throws {
    if let problem { throw Self.undecided(problem.detail, because: problem) }
  }

  /// Returns the kind of a model for a decision about how it is stored; nil if neither its class nor `okit.json` states one.
  ///
  /// Throws an error of kind `configuration` if its class cannot be read, because an encrypted model must not be taken for a plain one.
  package func required(_ name: ModelName) throws -> ModelKind? {
    if let problem = problem ?? classProblem(of: name) {
      let model = PathComponent.printable(name.description)
      throw Self.undecided("cannot determine if model \(model) is encrypted: \(problem.detail)", because: problem)
    }
    return self[name]
  }

  /// Returns why the class of a model does not determine its kind although it should; nil if there is no problem.
  private func classProblem(of name: ModelName) -> OKitError? {
    guard name != settings?.name else { return nil }
    if let problem = definitions.problem(of: name) { return OKitError(problem.error) }
    guard self[name] == nil, let className = definitions.className(of: name), !definitions.files.isEmpty,
      definitions.definitions.classes[className] == nil
    else { return nil }
    return OKitError(.configuration, "the class \(className) is not defined")
  }

  private static func undecided(_ detail: String, because problem: OKitError) -> OKitError {
    OKitError(
      .configuration, detail, at: problem.place, excerpt: problem.excerpt,
      remedy: problem.remedy
        ?? .words("correct the Swift definitions, or 'definitions' in okit/okit.json, and run the command again"))
  }

  /// True if the model's kind currently requires encrypted files.
  ///
  /// Throws the errors of ``required(_:)``.
  package func isStoredEncrypted(_ name: ModelName) throws -> Bool { try required(name).map(isEncrypted) ?? false }

  /// True if files of this kind are currently stored encrypted: the kind is encrypted, and neither the setting `encryption` is off nor does the
  /// workspace show all files decrypted.
  package func isEncrypted(_ kind: ModelKind) -> Bool {
    kind.isEncrypted && settings?.encryption != false && !isDecrypted
  }

  /// Returns why `form` does not match the model's kind, in one line; nil if it matches or the kind is unknown.
  package func mismatch(_ name: ModelName, storedAs form: StoredForm) -> Mismatch? {
    self[name].flatMap { mismatch($0, form) }
  }

  /// Returns why `form` does not match the model's class or the settings, whatever kind `okit.json` records; nil if it matches.
  package func mismatch(_ name: ModelName, convertedTo form: StoredForm) -> Mismatch? {
    mismatch(definitions.kind(of: name) ?? (form.isEncrypted ? .encrypted : .plain), form)
  }

  private func mismatch(_ kind: ModelKind, _ form: StoredForm) -> Mismatch? {
    isEncrypted(kind) == form.isEncrypted ? nil : Mismatch(kind: kind, form: form)
  }

  /// A form that does not match the kind of a model.
  package struct Mismatch: Equatable, Sendable, CustomStringConvertible {
    package let kind: ModelKind
    fileprivate let form: StoredForm

    /// True if the form would match the kind if the settings did not turn encryption off.
    package var isEncryptionOff: Bool { kind.isEncrypted && form.isEncrypted }

    /// The reason in one line.
    package var description: String {
      let reason = isEncryptionOff ? "the settings turn encryption off" : "its kind is \(kind.rawValue)"
      return "stored as \(form.rawValue), but \(reason)"
    }
  }
}

extension Workspace {
  /// Returns the kind of a model from its class or `okit.json`; nil if it is in neither.
  func currentKind(of name: ModelName) throws -> ModelKind? { try ModelKinds(self)[name] }
}

/// The kind of a model, which determines how it is stored: the framework superclass of its class.
package enum ModelKind: String, CaseIterable, Sendable {
  /// `Model`: a JSON file.
  case plain
  /// `ModelEncrypted`: an encrypted file.
  case encrypted
  /// `ModelTransient`: never stored.
  case transient
  /// `ModelHttp`: JSON at an endpoint.
  case http
  /// `ModelEncryptedHttp`: encrypted at an endpoint.
  case encryptedHttp = "encrypted-http"
  /// `ModelSettings`: the framework's settings in a JSON file.
  case settings

  /// True if its files should be encrypted.
  package var isEncrypted: Bool { self == .encrypted || self == .encryptedHttp }
  /// True if it is stored on an HTTP server.
  package var isRemote: Bool { self == .http || self == .encryptedHttp }
  /// True if its file should be in the data folder.
  package var hasFile: Bool { self != .transient && !isRemote }
}
