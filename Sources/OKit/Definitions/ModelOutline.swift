public import Definitions
import JSONDocument

/// The definition of one model: as the app's Swift files have it, else guessed from its data.
public struct ModelOutline: Sendable {
  /// Where a definition is from.
  public enum Origin: Sendable {
    /// Swift files.
    case sources
    /// The data.
    case data
  }

  /// The model.
  public let name: ModelName
  /// Where the definition is from.
  public let origin: Origin
  /// The classes, of which the model's are some.
  public let definitions: Definitions
  /// The class of the model's root.
  public let className: String

  /// The definition of the model `name` of `workspace`, whose files `keyring` opens where they have to be looked into.
  ///
  /// Throws errors of kind `notFound` (no such model), `configuration` and `malformed` (broken definitions), and without definitions what
  /// reading the model throws.
  public init(of name: ModelName, in workspace: Workspace, keyring: Keyring, patience: Duration) throws {
    let known = try workspace.definitions()
    if let root = known.rootClass(of: name) {
      self.init(name: name, origin: .sources, definitions: known.definitions, className: root.name)
    } else {
      let className = known.className(of: name)
      try self.init(
        inferring: name, in: workspace, keyring: keyring, className: className, besides: known.definitions,
        patience: patience)
    }
  }

  /// The definition that the data of the model `name` suggest, in classes that have no name of those in `definitions`.
  ///
  /// Throws an error of kind `notFound` where the model has no file, and what reading it throws.
  public init(
    inferring name: ModelName, in workspace: Workspace, keyring: Keyring, className: String? = nil,
    besides definitions: Definitions = Definitions(), patience: Duration
  ) throws {
    try keyring.prepareAsking { try workspace.storedForms() }
    let inferred = try workspace.reading(patience: patience) {
      let model = try ModelFiles(name, in: workspace, reader: ModelReader(workspace, keyring: keyring))
      let isEncrypted = workspace.configuration?.models[name]?.kind?.isEncrypted ?? model.main.opened.form.isEncrypted
      let reserved = Set(definitions.classes.keys).union(definitions.enumerations.keys)
      return ModelInference(
        modelName: name.description, className: className, superclass: isEncrypted ? .encrypted : .model,
        reserved: reserved.filter { !FrameworkClasses.contains($0) }
      ).definitions(root: model.main.opened.document.root, partials: model.partialRoots)
    }
    self.init(
      name: name, origin: .data, definitions: inferred,
      className: inferred.registrations.first?.className ?? ModelInference.className(for: name.description))
  }

  private init(name: ModelName, origin: Origin, definitions: Definitions, className: String) {
    self.name = name
    self.origin = origin
    self.definitions = definitions
    self.className = className
  }
}

extension ModelFiles {
  /// The roots of the partials by their keys.
  fileprivate var partialRoots: [String: JSONValue] {
    let roots = documents.dropFirst().compactMap { document in
      Path.name(of: document.path).withoutSuffix(".json").map { ($0, document.opened.document.root) }
    }
    return Dictionary(roots) { first, _ in first }
  }
}
