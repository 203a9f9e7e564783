package import Definitions
import JSONDocument
package import OKitStorage

/// Infers definitions from the data of models.
package struct WorkspaceInference {
  private let workspace: Workspace

  /// Infers definitions from models of `workspace`.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// Returns the classes inferred from the data of models. The class name of a root comes from `classNames`, or else from `okit.json` or the
  /// definitions, or else from the model's name. If none of the models is defined yet, no class gets a name that the definitions already use.
  ///
  /// Throws an error of kind `notFound` if a model has no file, and the errors of reading definitions and models.
  package func definitions(
    of names: [ModelName], classNames: [ModelName: String] = [:]
  ) throws -> Definitions {
    try workspace.prepareKeys()
    return try workspace.storage.reading {
      let known = try workspace.definitions(by: workspace.configuration, ifMissing: .readByShape)
      let reader = ModelReader(workspace)
      let models = try names.map { name in
        let files = try ModelFiles(name, in: workspace, reader: reader)
        let isEncrypted = workspace.configuration?.models[name]?.kind?.isEncrypted ?? files.main.opened.form.isEncrypted
        return ModelInference.Model(
          name: name.description, className: classNames[name] ?? known.className(of: name),
          superclass: isEncrypted ? .encrypted : .model, root: files.main.opened.document.root,
          partials: files.partialRoots)
      }
      let isNew = names.allSatisfy { known.rootClass(of: $0) == nil }
      let taken = Set(known.definitions.classes.keys).union(known.definitions.enumerations.keys)
      return ModelInference.definitions(
        of: models, besides: isNew ? taken.filter { !FrameworkClasses.contains($0) } : [])
    }
  }

  /// Writes the classes to `okit/model`, and the classes and kinds of the models to `okit.json`. Returns the path of the new file in the workspace.
  ///
  /// Throws an error of kind `exists` if a model is already defined or the file exists, and the errors of `definitions`.
  package func write(
    _ names: [ModelName], classNames: [ModelName: String] = [:]
  ) throws -> WorkspacePath {
    let known = try workspace.definitions()
    for name in names {
      guard let root = known.rootClass(of: name) else { continue }
      throw OKitError(.exists, "\(root.name), the class of \(name), is already defined")
    }
    let definitions = try definitions(of: names, classNames: classNames)
    let file = names.count == 1 ? definitions.registrations.first?.className : nil
    let path = WorkspaceLayout.model.appending("\(file ?? "Models").swift")
    let bytes = Array(SwiftWriter(definitions, registrationFunction: "register\(file ?? "Models")").text.utf8)
    try workspace.writing {
      let configuration = try workspace.currentConfiguration()
      guard try FileStatus.of(workspace.storage.absolute(path)) == nil else {
        throw OKitError(.exists, "\(workspace.storage.absolute(path)) already exists")
      }
      if workspace.isDryRun { return }
      try workspace.changing("model infer") { transaction in
        try transaction.ensureFolder(WorkspaceLayout.model)
        try transaction.replace(path, old: nil) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
        var edit = ConfigurationEdit(configuration)
        for (name, registration) in zip(names, definitions.registrations) {
          edit.setClass(registration.className, of: name)
          if case .model(let superclass)? = definitions.classes[registration.className]?.role {
            edit.setKind(ModelKind(superclass), of: name)
          }
        }
        edit.addDefinitions(DefinitionFiles.standard)
        try edit.stage(in: transaction)
      }
    }
    return path
  }
}

extension ModelFiles {
  /// The roots of the partials with their keys.
  fileprivate var partialRoots: [(key: String, root: JSONValue)] {
    documents.dropFirst().compactMap { document in
      document.path.name.withoutSuffix(".json").map { ($0, document.opened.document.root) }
    }
  }
}
