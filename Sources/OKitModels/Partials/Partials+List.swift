import Definitions
import JSONDocument
package import OKitStorage

extension Partials {
  /// A partial, or a file without a stand-in.
  package struct Partial: Sendable {
    /// The condition of a partial.
    package enum State: String, Sendable {
      /// The stand-in and the file exist.
      case present
      /// The file is missing, so an app uses the defaults of its class.
      case missing
      /// The file is damaged, or no key decrypts it.
      case unreadable
      /// No entity has the file's name as its id.
      case orphaned
    }

    /// The model.
    package let model: ModelName
    /// The path of the stand-in; nil for a file without one.
    package let path: String?
    /// The id of the stand-in, which is also the name of the file.
    package let id: String
    /// The class of the entity in the file; nil without a definition.
    package let className: String?
    /// The name of the entity; nil if it has none.
    package let name: String?
    /// The path of the file in the workspace.
    package let file: WorkspacePath
    /// The size of the file as stored, in bytes; nil if there is none.
    package let size: Int64?
    /// The condition of the partial.
    package let state: State
  }

  /// Returns the partials of the named models, or of all models without names.
  ///
  /// Throws errors of kind `notFound` and `busy`, and the errors of reading models.
  package func list(_ names: [ModelName] = []) throws -> [Partial] {
    try workspace.readingEntities { store in
      try store.models(names) { try partials(of: $0, store) }
    }
  }

  private func partials(of name: ModelName, _ store: EntityStore) throws -> [Partial] {
    let model = try store.all(of: name, isTolerant: true)
    let classes = try store.classes()
    let order = Dictionary(uniqueKeysWithValues: model.all.enumerated().map { (ObjectIdentifier($1), $0) })
    let present = model.all.compactMap { document in document.standIn.map { (standIn: $0, file: document) } }
      .sorted { left, right in
        let (one, other) = (
          order[ObjectIdentifier(left.standIn.document)], order[ObjectIdentifier(right.standIn.document)]
        )
        return (one ?? 0, left.standIn.value.index) < (other ?? 0, right.standIn.value.index)
      }
    let missing = try store.missingPartials(of: model, classes)
    let unread = model.unread
    let paths = EntityPaths.paths(of: present.map(\.standIn) + missing + unread.map(\.standIn), classes)
    var partials = zip(present, paths).map { pair, path in
      Partial(
        model: name, path: path, id: pair.standIn.value["id"]?.string ?? "",
        className: classes.rootClass(of: pair.file)?.name, name: pair.file.json.root["name"]?.string,
        file: pair.file.path, size: pair.file.opened.file.size, state: .present)
    }
    partials += zip(missing, paths.dropFirst(present.count)).map { standIn, path in
      let id = standIn.value["id"]?.string ?? ""
      return Partial(
        model: name, path: path, id: id, className: classes.definition(of: standIn)?.partialEntity?.className,
        name: standIn.value["name"]?.string, file: ModelFiles.partialPath(id, of: name),
        size: nil,
        state: .missing)
    }
    partials += zip(unread, paths.dropFirst(present.count + missing.count)).map { unread, path in
      workspace.observer.warned("\(unread.path): \(unread.error)")
      return Partial(
        model: name, path: path, id: unread.standIn.value["id"]?.string ?? "",
        className: classes.definition(of: unread.standIn)?.partialEntity?.className,
        name: unread.standIn.value["name"]?.string, file: unread.path, size: unread.file?.size, state: .unreadable)
    }
    partials += try model.orphanedPartials.map { file in
      Partial(
        model: name, path: nil, id: file.name.withoutSuffix(".json") ?? "", className: nil, name: nil,
        file: file, size: try FileStatus.of(workspace.storage.absolute(file))?.size, state: .orphaned)
    }
    return partials
  }
}

extension EntityStore {
  /// Returns the stand-ins of a model, according to their class, whose partial has no file.
  package func missingPartials(of name: ModelName) throws -> [EntityPlace] {
    try missingPartials(of: all(of: name), classes())
  }

  func missingPartials(of model: ModelDocuments, _ classes: EntityClasses) throws -> [EntityPlace] {
    let keys = Set(model.all.compactMap { $0.standIn?.value } + model.unread.map(\.standIn.value))
    var checker = DefinitionChecker(classes.definitions)
    return model.all.flatMap { document -> [EntityPlace] in
      guard let root = classes.rootClass(of: document) else { return [] }
      return checker.standIns(in: document.json.root, as: root.name).filter { !keys.contains($0) }
        .sorted { $0.index < $1.index }.map { EntityPlace(document: document, value: $0) }
    }
  }
}
