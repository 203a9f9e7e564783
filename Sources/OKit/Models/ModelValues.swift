public import Bindings
public import JSONDocument

/// Reads values from models by binding.
public final class ModelValues: BindingSurroundings {
  private let workspace: Workspace
  private let keyring: Keyring
  private let model: ModelName
  private let patience: Duration
  private var roots: [ModelName: JSONValue] = [:]

  /// Values of `workspace`; a binding that names no model starts in `model`.
  public init(_ workspace: Workspace, keyring: Keyring, model: ModelName = .default, patience: Duration = .zero) throws
  {
    self.workspace = workspace
    self.keyring = keyring
    self.model = model
    self.patience = patience
    try workspace.finishPendingChange(patience: patience)
  }

  /// Reads the models that `bindings` start in. Several are read under one lock, so that they are of one moment.
  ///
  /// Throws what reading a model throws, and an error of kind `busy` where a writer keeps the workspace for longer than the patience.
  public func load(_ bindings: [Binding]) throws {
    let names = try bindings.map(modelName)
    guard Set(names).count > 1 else { return }
    try keyring.prepare(for: Set(try names.compactMap { try file(of: $0) }.map(ModelReader.form)))
    try workspace.reading(patience: patience) {
      for name in names where roots[name] == nil { roots[name] = try read(requireFile(of: name)) }
    }
  }

  /// The value at `path`, such as `directory>/authors[0]/name`.
  ///
  /// Throws `BindingError`, and errors of kind `notFound` (no such model), `locked` and `malformed` as its file is read.
  public func value(at path: String) throws -> BoundValue {
    try Binding(parsing: path).evaluate(in: self)
  }

  /// The model that `binding` starts in.
  public func modelName(of binding: Binding) throws -> ModelName {
    try binding.model.map(ModelName.init) ?? model
  }

  /// The root of the model `name`, read once.
  public func root(ofModel name: String?) throws -> JSONValue {
    let name = try name.map(ModelName.init) ?? model
    if let root = roots[name] { return root }
    let file = try requireFile(of: name)
    try keyring.prepare(for: [ModelReader.form(of: file)])
    let root = try read(file)
    roots[name] = root
    return root
  }

  private func read(_ file: OpenFile) throws -> JSONValue {
    try ModelReader(workspace, keyring: keyring).document(file).document.root
  }

  private func file(of name: ModelName) throws -> OpenFile? {
    let path = workspace.absolute(ModelFiles.mainPath(of: name))
    return try FileStatus.of(path) == nil ? nil : OpenFile(path, followingLinks: true)
  }

  private func requireFile(of name: ModelName) throws -> OpenFile {
    if let file = try file(of: name) { return file }
    if let kind = try workspace.currentKind(of: name), !kind.hasFile {
      throw OKitError(.unsupported, "model \(name) is of kind \(kind.rawValue), which has no file here")
    }
    throw try workspace.noModel(name)
  }
}

extension Workspace {
  /// The error for a model that has no file.
  func noModel(_ name: ModelName) throws -> OKitError {
    OKitError(
      .notFound, "no model \(PathComponent.printable(name.description))",
      remedy: .candidates(try storedModels().map(\.description)))
  }
}
