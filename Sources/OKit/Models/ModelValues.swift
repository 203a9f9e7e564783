public import Bindings
public import JSONDocument

/// Reads values from models by binding.
public final class ModelValues: BindingSurroundings {
  private let workspace: Workspace
  private let keyring: Keyring
  private let model: ModelName
  private var roots: [ModelName: JSONValue] = [:]

  /// Values of `workspace`; a binding that names no model starts in `model`.
  public init(_ workspace: Workspace, keyring: Keyring, model: ModelName = .default, patience: Duration = .zero) throws
  {
    self.workspace = workspace
    self.keyring = keyring
    self.model = model
    try workspace.finishPendingChange(patience: patience)
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
    let path = ModelFiles.mainPath(of: name)
    guard try FileStatus.of(workspace.absolute(path)) != nil else {
      if let kind = try workspace.currentKind(of: name), !kind.hasFile {
        throw OKitError(.unsupported, "model \(name) is of kind \(kind.rawValue), which has no file here")
      }
      throw try workspace.noModel(name)
    }
    let file = try OpenFile(workspace.absolute(path), followingLinks: true)
    try keyring.prepare(for: [ModelReader.form(of: file)])
    let root = try ModelReader(workspace, keyring: keyring).document(file).document.root
    roots[name] = root
    return root
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
