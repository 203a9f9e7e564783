package import Definitions
import JSONDocument
import OKitStorage

/// Makes definitions of what the data of models suggest.
package struct WorkspaceInference {
  private let workspace: Workspace

  /// An inference from models of `workspace`, which `keyring` opens.
  package init(_ workspace: Workspace) {
    self.workspace = workspace
  }

  /// The classes that the data of models suggest. A root is of the class in `classNames`, else that which `okit.json` or the definitions say,
  /// else one after the model. No class gets a name that the definitions have, unless the models are defined there.
  ///
  /// Throws an error of kind `notFound` where a model has no file, and what reading definitions and models throws.
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

  /// Writes the classes to `okit/model`, and those of the roots with their kinds to `okit.json`; returns the path, relative to the workspace.
  ///
  /// Throws an error of kind `exists` where a model is defined already or the file is there, and what `definitions` throws.
  package func write(
    _ names: [ModelName], classNames: [ModelName: String] = [:]
  ) throws -> String {
    let known = try workspace.definitions()
    for name in names {
      guard let root = known.rootClass(of: name) else { continue }
      throw OKitError(.exists, "\(root.name), the class of \(name), is already defined")
    }
    let definitions = try definitions(of: names, classNames: classNames)
    let file = names.count == 1 ? definitions.registrations.first?.className : nil
    let path = "okit/model/\(file ?? "Models").swift"
    let bytes = Array(SwiftWriter(definitions, registrationFunction: "register\(file ?? "Models")").text.utf8)
    try workspace.storage.writing {
      let configuration = try workspace.currentConfiguration()
      guard try FileStatus.of(workspace.storage.absolute(path)) == nil else {
        throw OKitError(.exists, "\(workspace.storage.absolute(path)) already exists")
      }
      if workspace.isDryRun { return }
      try workspace.changing("model infer") { transaction in
        try transaction.ensureFolder("okit/model")
        try transaction.replace(path, old: nil) { staged in try bytes.withUnsafeBytes { try staged.write($0) } }
        var edit = ConfigurationEdit(configuration)
        for (name, registration) in zip(names, definitions.registrations) {
          edit.setClass(registration.className, of: name)
          if case .model(let superclass)? = definitions.classes[registration.className]?.role {
            edit.setKind(ModelKind(superclass), of: name)
          }
        }
        edit.addDefinitions(DefinitionFiles.standard)
        try edit.stage(in: transaction, of: workspace)
      }
    }
    return path
  }
}

extension ModelFiles {
  /// The roots of the partials by their keys.
  fileprivate var partialRoots: [(key: String, root: JSONValue)] {
    documents.dropFirst().compactMap { document in
      Path.name(of: document.path).withoutSuffix(".json").map { ($0, document.opened.document.root) }
    }
  }
}
