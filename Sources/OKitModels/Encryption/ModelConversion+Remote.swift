import Ciphers
package import OKitStorage

extension Workspace {
  /// The folder of the documents that a remote model and its server had in common last.
  package static func commonDocuments(of model: ModelName) -> WorkspacePath {
    remoteFolder(of: model).appending("documents")
  }
}

extension ModelConversion {
  /// Stages the common documents of a remote model in the form of `target`, so that their plain text does not outlive its encryption, and removed keys
  /// do not open them. That the server has them in another form is recorded beside them.
  func convertCommonDocuments(
    of model: ModelName, to target: StorageTarget, in transaction: Transaction,
    needsConversion: (StoredForm) -> Bool
  ) throws {
    let folder = Workspace.commonDocuments(of: model)
    let own = folder.appending("\(DataPath(mainOf: model))")
    let partials = folder.appending("\(model)")
    let paths = [own] + (try workspace.jsonFiles(in: partials)).map { partials.appending("\($0).json") }
    for path in paths where try workspace.storage.snapshot(path) != nil {
      let file = try workspace.storage.openUnlinked(workspace.storage.absolute(path))
      let form = try ModelReader.form(of: file)
      guard needsConversion(form) else { continue }
      let source = try PlainSource(file, form: form, keyring: workspace.keyring)
      try transaction.replace(path, old: file.snapshot) { staged in
        try target.encode(to: { try staged.write($0) }) { sink in
          try forEachPiece(of: source.read(into:), size: 1 << 18) { try sink($0) }
        }
      }
    }
  }
}
