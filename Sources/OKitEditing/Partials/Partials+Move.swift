package import Bindings
import Definitions
import JSONDocument
package import OKitModels
package import OKitStorage

extension Partials {
  /// The result of a move to or from a partial.
  package struct Move: Equatable, Sendable {
    /// The path of the stand-in, or of the entity that replaced it.
    package let path: String
    /// The partial's file.
    package let file: WorkspacePath
    /// The properties that the stand-in keeps, or that the entity took over from it.
    package let kept: [String]
    /// The class in the definitions at this place if an app could not decode the new value with it; nil otherwise.
    package let unexpectedClass: String?
  }

  /// Moves the entity at `binding` to a partial and replaces it with a stand-in, which has a new id and the properties `kept`. The default are
  /// the properties of the stand-in's class, or else of a sibling stand-in, or else the name.
  ///
  /// Throws `BindingError`, errors of kind `usage` if the value cannot be moved, and the errors of reading and writing. In each case nothing is
  /// changed.
  package func extract(
    _ binding: Binding, model: ModelName?, kept: [String]? = nil
  ) throws -> Move {
    try workspace.editing(command: "partial extract", newID: newID) { edit in
      let place = try Self.entity(at: binding, model: model, in: edit.store)
      let text = PathComponent.printable(binding.description)
      guard place.value.parent != nil else {
        throw OKitError(.usage, "\(text) is the root of its file and cannot be moved")
      }
      guard place.value["refKey"] == nil, AttachmentObject(place) == nil else {
        throw OKitError(
          .usage,
          "\(text) is \(place.value["refKey"] == nil ? "an attachment" : "a reference"), not an entity of the app")
      }
      guard try edit.store.partial(of: place) == nil else {
        throw OKitError(.usage, "\(text) is already a stand-in")
      }
      let classes = try edit.store.classes()
      let kept = try keptProperties(of: place, wanted: kept, edit.store, classes)
      let id = edit.newID()
      let path = ModelFiles.partialPath(id, of: place.document.model)
      let content = Partials.content(of: place.value)
      edit.write(path, like: place.document.opened, old: nil) { sink in try content.withUnsafeBytes { try sink($0) }
      }
      var writer = JSONWriter()
      writer.object { writer in
        writer.member("id", id)
        for key in kept { writer.member(key, place.value[key]) }
      }
      let move = Move(
        path: EntityPaths.paths(of: [place], classes)[0], file: path, kept: kept,
        unexpectedClass: classes.definition(of: place).flatMap { $0.role == .partial ? nil : $0.name })
      try edit.change(place.document) { try place.value.replace(with: writer.text) }
      try edit.requireClasses()
      return move
    }
  }

  /// Replaces the stand-in at `binding` with the entity of its partial and removes the partial's file. The entity takes over properties that it
  /// lacks.
  ///
  /// Throws `BindingError`, errors of kind `usage` if the value is no stand-in, or if it is referenced and `force` is false, and the errors of
  /// reading and writing. In each case nothing is changed.
  package func inline(
    _ binding: Binding, model: ModelName?, force: Bool = false
  ) throws -> Move {
    try workspace.editing(command: "partial inline") { edit in
      let (place, partial) = try Self.standIn(at: binding, model: model, in: edit.store)
      let classes = try edit.store.classes()
      let path = EntityPaths.paths(of: [place], classes)[0]
      let id = place.value["id"]?.string ?? ""
      let net = try ReferenceIndex(edit.store)
      if !force, partial.json.root["id"]?.hasString(equalTo: id) != true {
        try net.unread.require("references to \(path)")
        let count = net.references(to: id).count
        guard count == 0 else {
          throw OKitError(
            .usage, "the stand-in \(path) is still referenced\(count == 1 ? "" : " (\(count) references)")",
            remedy: .listReferences(to: id, next: "use --force to continue anyway"))
        }
      }
      let entity = partial.json.root
      var kept: [String] = []
      var writer = JSONWriter()
      writer.object { writer in
        for (key, value) in entity.members { writer.member(key.string, value) }
        for (key, value) in place.value.members where key != "id" && entity[key.string] == nil {
          writer.member(key.string, value)
          kept.append(key.string)
        }
      }
      let whole = try JSONDocument(parsing: writer.text, secret: true).root
      try edit.prepareReplacing([(place.value, whole), (entity, whole)])
      let unexpectedClass = classes.definition(of: place).flatMap { $0.role == .partial ? $0.name : nil }
      try edit.change(place.document) { try place.value.replace(with: writer.text) }
      if net.standInCount(id, of: place.document.model) > 1 {
        workspace.observer.warned("kept \(partial.path): another stand-in uses it")
      } else {
        edit.remove(partial.path, partial.opened.file)
      }
      return Move(path: path, file: partial.path, kept: kept, unexpectedClass: unexpectedClass)
    }
  }

  private func keptProperties(
    of place: EntityPlace, wanted: [String]?, _ store: EntityStore, _ classes: EntityClasses
  ) throws -> [String] {
    if let wanted {
      for key in wanted where key == "id" || place.value[key] == nil {
        throw OKitError(
          .notFound, "the entity has no property \(PathComponent.printable(key)) for its stand-in to keep",
          remedy: .candidates(place.value.members.map(\.key.string).filter { $0 != "id" }, insteadOf: key))
      }
      return wanted
    }
    let candidates = try standInProperties(at: place, store, classes) ?? ["name", "title", "label"]
    return candidates.filter { $0 != "id" && place.value[$0] != nil }
  }

  /// Returns the properties of the stand-in's class, or else of a sibling stand-in; nil if there is neither.
  private func standInProperties(
    at place: EntityPlace, _ store: EntityStore, _ classes: EntityClasses
  ) throws -> [String]? {
    if let definition = classes.definition(of: place) {
      if definition.role == .partial { return definition.properties.map(\.key) }
      let standIns = classes.definitions.classes.values.filter { $0.partialEntity?.className == definition.name }
      if let first = standIns.min(by: { $0.name < $1.name }) { return first.properties.map(\.key) }
    }
    guard let siblings = place.value.parent?.elements else { return nil }
    for sibling in siblings where sibling != place.value && sibling.kind == .object {
      guard try store.partial(of: EntityPlace(document: place.document, value: sibling)) != nil else { continue }
      return sibling.members.map(\.key.string)
    }
    return nil
  }
}
