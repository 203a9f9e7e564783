import Bindings
import Definitions
import JSONDocument

extension EditSession {
  /// Moves the values that a binding leads to.
  func move(_ item: EditItem, to target: Binding, all: Bool) throws {
    var offset = 0
    for bound in try matches(item, all: all) {
      let source = try slot(bound, item.binding)
      guard let value = source.value else {
        throw OKitError(.notFound, "there is nothing at \(PathComponent.printable(item.binding.description))")
      }
      try requireMayGo(source)
      try move(value, to: destination(target, offset, of: value), item)
      offset += 1
    }
  }

  /// Where something goes.
  private enum Destination {
    case element(Int, of: JSONValue)
    case member(String, of: JSONValue)
  }

  private func destination(_ target: Binding, _ offset: Int, of value: JSONValue) throws -> Destination {
    let text = PathComponent.printable(target.description)
    switch try placeForNew(EditItem(target)).slot {
    case .member(let key, let object): return .member(key, of: object)
    case .element(let place, let array):
      // Behind the end there is one place.
      let isNext = place == array.count || place == array.count - 1 && value.parent == array
      guard isNext else { throw OKitError(.notFound, "there is no place \(place) in an array of \(array.count)") }
      return .element(place, of: array)
    case .value(let array) where array.kind == .array:
      return .element(array.count - (value.parent == array ? 1 : 0), of: array)
    case .value(let element):
      if let array = element.parent, array.kind == .array,
        case .index(let place)? = BoundValue.Step.steps(to: element).last
      {
        return .element(place + offset, of: array)
      }
      if let key = value.key?.string, element.kind == .object, try values().type(of: element) == .dictionary {
        return .member(key, of: element)
      }
      throw OKitError(.exists, "\(text) is there already", remedy: .words("name an array, an element or a new key"))
    }
  }

  private func move(_ value: JSONValue, to destination: Destination, _ item: EditItem) throws {
    let container =
      switch destination {
      case .element(_, let container), .member(_, let container): container
      }
    guard let source = store.document(of: value), let target = store.document(of: container) else { return }
    try requireOutside(container, value)
    let text = value.settled.rawText
    if source.model != target.model { try moveFiles(of: value, in: source, to: target) }
    try change(value) { () throws(JSONEditError) in try value.remove() }
    let slot: BindingSlot
    switch destination {
    case .element(let place, let array): slot = .element(min(place, array.count), of: array)
    case .member(let key, let object):
      guard object[key] == nil else { throw OKitError(.exists, "\(PathComponent.printable(key)) is there already") }
      slot = .member(key, of: object)
    }
    let type = type(of: slot)
    let new = try change(container) { () throws(JSONEditError) in try slot.set(text) }
    try fit(new, type, name(of: slot))
    let path = EntityPaths.paths(of: [EntityPlace(document: target, value: new)], classes)[0]
    outcome.changes.append(ModelEdit.Change(model: target.model, path: path, id: new["id"]?.string))
  }

  /// Throws where a value would be moved into itself: also into a partial that something in it stands for.
  private func requireOutside(_ container: JSONValue, _ value: JSONValue) throws {
    var around: JSONValue? = container
    while let current = around {
      if current == value { throw OKitError(.usage, "nothing can be moved into itself") }
      around = current.parent ?? store.document(of: current)?.standIn?.value
    }
  }

  // MARK: - Between models

  /// Takes the partials of what moves to the folder of the other model, and stores its attachments in the form of that.
  private func moveFiles(of value: JSONValue, in source: ModelDocument, to target: ModelDocument) throws {
    let (from, to) = (try store.main(source.model).opened.form, try store.main(target.model).opened.form)
    var open = [EntityPlace(document: source, value: value)]
    while let place = open.popLast() {
      try place.value.forEachEntity { entity, _ in
        let inner = EntityPlace(document: place.document, value: entity)
        if let object = AttachmentObject(inner), from != to { try moveAttachment(object, from, to) }
        guard let partial = try store.partial(of: inner) else { return }
        let path = "\(ModelFiles.partialFolder(of: target.model))/\(Path.name(of: partial.path))"
        guard try FileStatus.of(workspace.absolute(path)) == nil else {
          throw OKitError(.exists, "\(path) is there already")
        }
        edit.write(path, as: to, old: nil) { sink in
          try partial.json.settling().apply(to: sink)
        }
        edit.remove(partial.path, partial.opened.file)
        open.append(partial.root)
      }
    }
  }

  private func moveAttachment(_ object: AttachmentObject, _ from: StoredForm, _ to: StoredForm) throws {
    guard !object.isInline, let path = try object.path(in: workspace) else { return }
    let workspace = workspace
    let keyring = edit.keyring
    try workspace.requireNoLinkedFolder(on: "okit/data/" + path)
    edit.write("okit/data/" + path, as: to, old: try workspace.snapshot("okit/data/" + path)) { sink in
      try AttachmentBytes(object, in: workspace, keyring: keyring, host: from)?.forEachPiece(sink)
    }
  }
}
