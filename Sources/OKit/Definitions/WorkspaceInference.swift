import Definitions

/// Makes Swift files of what the data of models suggest.
public struct WorkspaceInference {
  private let workspace: Workspace
  private let keyring: Keyring

  /// An inference from models of `workspace`, which `keyring` opens.
  public init(_ workspace: Workspace, keyring: Keyring) {
    self.workspace = workspace
    self.keyring = keyring
  }

  /// The Swift classes that the data of a model suggest, the root's called `className`, by default as `okit.json` or the definitions say,
  /// else after the model. Classes get no name that the definitions have, unless the model's own are among those.
  ///
  /// Throws an error of kind `notFound` where the model has no file, and what reading definitions and model throws.
  public func swift(of name: ModelName, className: String? = nil, patience: Duration) throws -> String {
    let known = try workspace.definitions()
    let isDefined = known.rootClass(of: name) != nil
    let outline = try ModelOutline(
      inferring: name, in: workspace, keyring: keyring, className: className ?? known.className(of: name),
      besides: isDefined ? Definitions() : known.definitions, patience: patience)
    return Self.text(of: outline)
  }

  /// Writes the classes to `okit/model`, and the root's to `okit.json`; returns the path, relative to the workspace.
  ///
  /// Throws an error of kind `exists` where the model is defined already, or the file is there, and what else `swift` throws.
  public func write(_ name: ModelName, className: String? = nil, patience: Duration) throws -> String {
    let known = try workspace.definitions()
    if let root = known.rootClass(of: name) {
      throw OKitError(.exists, "the class of \(name), \(root.name), is defined already")
    }
    let outline = try ModelOutline(
      inferring: name, in: workspace, keyring: keyring, className: className ?? known.className(of: name),
      besides: known.definitions, patience: patience)
    let path = "okit/model/\(outline.className).swift"
    let bytes = Array(Self.text(of: outline).utf8)
    try workspace.writing(patience: patience) {
      let configuration = try workspace.currentConfiguration()
      guard try FileStatus.of(workspace.absolute(path)) == nil else {
        throw OKitError(.exists, "\(workspace.absolute(path)) exists already")
      }
      try Transaction.run(workspace, command: "model infer") { transaction in
        try transaction.ensureFolder("okit/model")
        try transaction.replace(path, old: nil) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
        var edit = ConfigurationEdit(configuration)
        edit.setClass(outline.className, of: name)
        edit.addDefinitions(DefinitionFiles.standard)
        try edit.stage(in: transaction, of: workspace)
      }
    }
    return path
  }

  private static func text(of outline: ModelOutline) -> String {
    SwiftWriter(outline.definitions, registrationFunction: "register\(outline.className)").text
  }
}
