import JSONDocument
package import OKitModels
package import OKitStorage

/// A file in the data folder, by what it is.
package enum StoredFile: Equatable, Sendable {
  /// The model's own file.
  case model(ModelName)
  /// A partial, by its key.
  case partial(String, of: ModelName)
  /// The file of an attachment, by its path in the data folder.
  case attachment(DataPath)

  /// The path in the data folder.
  package var path: DataPath {
    switch self {
    case .model(let name): DataPath(mainOf: name)
    case .partial(let key, let name): DataPath(partial: key, of: name)
    case .attachment(let path): path
    }
  }

  /// The path in the workspace.
  package var workspacePath: WorkspacePath { WorkspacePath(path) }

  /// The model; nil for an attachment, which several models can use.
  package var model: ModelName? {
    switch self {
    case .model(let name), .partial(_, let name): name
    case .attachment: nil
    }
  }

  /// The folder of the file in the data folder or, for a model's own file, the model's name.
  package var scope: String { model?.description ?? path.parent.text }

  /// The file that these parts of a path name: `NAME.json`, `NAME/KEY.json`, `_image/ID.EXT` or `_data/ID.raw`. Nil for a path of another shape.
  ///
  /// Throws an error of kind `usage` if a name is not valid.
  package init?(components: [String]) throws {
    do {
      switch components.count {
      case 1:
        guard let name = components[0].withoutSuffix(".json") else { return nil }
        self = .model(try ModelName(name))
      case 2 where components[0].isExactly(ModelName.imageFolder):
        let id = AttachmentEntity.id(ofFile: components[1])
        guard let ending = components[1].withoutPrefix(id + "."), !ending.isEmpty else { return nil }
        guard PathComponent.isImageEnding(ending) else {
          throw OKitError(.malformed, "\(PathComponent.printable(ending)) is not a valid file ending of an image")
        }
        try PathComponent.check(components[1], as: "attachment")
        self = .attachment(AttachmentFile.imageFolder.appending(components[1]))
      case 2 where components[0].isExactly(ModelName.dataFolder):
        guard components[1].withoutSuffix(".raw") != nil else { return nil }
        try PathComponent.check(components[1], as: "attachment")
        self = .attachment(AttachmentFile.dataFolder.appending(components[1]))
      case 2:
        guard let key = components[1].withoutSuffix(".json") else { return nil }
        try PathComponent.check(key, as: "partial", ending: ".json")
        self = .partial(key, of: try ModelName(components[0]))
      default: return nil
      }
    } catch let error as OKitError where error.kind == .malformed {
      throw OKitError(.usage, error.message)
    }
  }

  /// Throws an error of kind `usage` unless okit accepts the name for a new file.
  package func requireValidNewName() throws {
    for component in path.components {
      if let fault = PathComponent.fault(ofNew: component) {
        throw OKitError(.usage, "\(PathComponent.printable(component)) is not a valid file name: \(fault)")
      }
    }
  }
}

extension Workspace {
  /// Throws an error of kind `busy` if another command uses the file of a remote model for itself.
  func requireOwn(_ file: StoredFile) throws {
    guard let model = file.model, try isForeignCopy(model) else { return }
    throw OKitError(.busy, "another okit is working with model \(model), which is on a server")
  }

  /// Opens the file; nil if there is none. Only the model's own file can be a link. A file that another command has fetched for itself is not there.
  ///
  /// Throws an error of kind `malformed` for a link that is not followed, and the errors of opening it.
  package func open(_ file: StoredFile) throws -> OpenFile? {
    let path = storage.absolute(file.workspacePath)
    if let model = file.model, try isForeignCopy(model) { return nil }
    do {
      guard case .model = file else {
        try storage.requireNoLinkedFolder(on: file.workspacePath)
        return try storage.openUnlinked(path)
      }
      return try storage.open(path)
    } catch let error as SystemError where error.isMissing {
      return nil
    }
  }
}
