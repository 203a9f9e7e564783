import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

extension EditSession {
  /// Moves the values that the binding matches. Several values stay together, in their order.
  func move(_ item: EditItem, to target: Binding, all: Bool) throws {
    var values: [JSONValue] = []
    var seen: Set<JSONValue> = []
    for bound in try matches(item, all: all) {
      let source = try slot(bound, of: item)
      guard let value = source.value else {
        throw OKitError(.notFound, "no value at \(PathComponent.printable(item.binding.description))")
      }
      try requireRemovable(source)
      try requireMovable(source)
      // Several paths can lead to the same value.
      if seen.insert(value).inserted { values.append(value) }
    }
    guard let first = values.first else { return }
    let destination = try destination(target, of: first)
    let container = destination.container
    guard let document = store.document(of: container) else { return }
    for value in values { try requireOutside(container, value) }
    let texts = values.map { $0.snapshot.rawText }
    for value in values {
      if let source = store.document(of: value), source.model != document.model {
        try moveFiles(of: value, in: source, to: document)
        edit.noteMove(of: value, from: source, to: document)
      }
    }
    for (container, values) in Dictionary(grouping: values, by: \.parent) {
      guard let container else { continue }
      noteTouched(container)
      try change(container) { try container.removeItems(Set(values)) }
    }
    for (offset, text) in texts.enumerated() { try put(text, offset, at: destination, document) }
  }

  /// The destination of a move.
  private enum Destination {
    /// An index, or nil for the end of the array.
    case element(Int?, of: JSONValue)
    case member(String, of: JSONValue)

    var container: JSONValue {
      switch self {
      case .element(_, let container), .member(_, let container): container
      }
    }
  }

  private func destination(_ target: Binding, of value: JSONValue) throws -> Destination {
    switch try slotForNew(EditItem(target)).slot {
    case .member(let key, let object): return .member(key, of: object)
    case .entry(_, let array): throw Self.notMovable(array)
    case .element(let index, let array):
      // Only the first index after the end is allowed.
      let isNext = index == array.count || index == array.count - 1 && value.parent == array
      guard isNext else {
        throw OKitError(.notFound, "no index \(index): the array has \(Self.elements(array.count))")
      }
      return .element(nil, of: array)
    case .value(let array) where array.kind == .array: return .element(nil, of: array)
    case .value(let element):
      if let array = element.parent, let index = element.indexInParent { return .element(index, of: array) }
      if let key = value.key?.string, element.kind == .object, try values().type(of: element) == .dictionary {
        return .member(key, of: element)
      }
      throw OKitError(
        .exists, "\(PathComponent.printable(target.description)) already exists",
        remedy: .words("name an array, an element or a new key"))
    }
  }

  /// Throws an error of kind `usage` for an entry of a dictionary stored as alternating keys and values.
  private func requireMovable(_ slot: BindingSlot) throws {
    if let array = slot.container, isPairs(array) { throw Self.notMovable(array) }
  }

  private static func notMovable(_ array: JSONValue) -> OKitError {
    OKitError(
      .usage, "cannot move an entry: \(storage(ofPairs: array))",
      remedy: .words("use 'okit set' to store the value under its new key, and 'okit remove' to remove the old one"))
  }

  private func put(_ text: String, _ offset: Int, at destination: Destination, _ document: ModelDocument) throws {
    let slot: BindingSlot
    switch destination {
    case .element(let index, let array):
      slot = .element(index.map { min($0 + offset, array.count) } ?? array.count, of: array)
    case .member(let key, let object):
      guard object[key] == nil else { throw OKitError(.exists, "\(PathComponent.printable(key)) already exists") }
      slot = .member(key, of: object)
      try requireKey(of: slot)
    }
    try requireMovable(slot)
    let type = type(of: slot)
    noteTouched(destination.container)
    let new = try change(destination.container) { try slot.set(text) }
    try fit(new, type, name(of: slot))
    let path = EntityPaths.paths(of: [EntityPlace(document: document, value: new)], classes)[0]
    outcome.changes.append(EditOutcome.Change(model: document.model, path: path, id: new["id"]?.string))
  }

  /// Throws an error of kind `usage` if a value would be moved into itself, including a partial whose stand-in is in it.
  private func requireOutside(_ container: JSONValue, _ value: JSONValue) throws {
    var around: JSONValue? = container
    while let current = around {
      if current == value { throw OKitError(.usage, "cannot move a value into itself") }
      around = current.parent ?? store.document(of: current)?.standIn?.value
    }
  }

  // MARK: - Between models

  /// Moves the partials of a value to the folder of the other model, and stores its attachments in the form of that model.
  private func moveFiles(of value: JSONValue, in source: ModelDocument, to target: ModelDocument) throws {
    let from = try store.main(source.model).opened.form
    let main = try store.main(target.model).opened
    let place = EntityPlace(document: source, value: value)
    let partials = try store.partials(behind: [place])
    var attachments: [AttachmentObject] = []
    for place in [place] + partials.map(\.root) where from != main.form {
      place.value.forEachEntity { entity, _ in
        let object = AttachmentObject(EntityPlace(document: place.document, value: entity))
        if let object, !object.isInline { attachments.append(object) }
      }
    }
    try requireSoleOwners(attachments)
    for attachment in attachments { try moveAttachment(attachment, from, to: main) }
    for partial in partials {
      let path = ModelFiles.partialFolder(of: target.model).appending(partial.path.name)
      guard try !edit.isTaken(path) else { throw OKitError(.exists, "\(path) already exists") }
      edit.write(path, like: main, old: nil) { sink in try partial.json.currentText.write(to: sink) }
      edit.remove(partial.path, partial.opened.file)
    }
  }

  /// Throws an error if an attachment that must be stored in another form belongs, or might belong, to another entity as well.
  private func requireSoleOwners(_ attachments: [AttachmentObject]) throws {
    let ids = Set(attachments.compactMap { $0.place.value["id"].flatMap { EntityID($0) } })
    guard !ids.isEmpty else { return }
    let (models, unread) = try store.readableModels(afterChanges: true)
    var seen: Set<EntityID> = []
    for model in models {
      for document in model.all {
        try document.json.forEachEntity { _, value in
          guard let id = EntityID(value), ids.contains(id), !seen.insert(id).inserted else { return }
          throw OKitError(
            .malformed,
            "duplicate id \(PathComponent.printable(value.string ?? "")): its file cannot be stored in two forms",
            remedy: .words("run 'okit check' to find both entities"))
        }
      }
    }
    try unread.require("other entities with the moved attachments")
  }

  private func moveAttachment(_ object: AttachmentObject, _ from: StoredForm, to main: OpenedDocument) throws {
    guard !object.isInline, let path = try object.path(in: workspace) else { return }
    let workspace = workspace
    try workspace.storage.requireNoLinkedFolder(on: WorkspacePath(path))
    edit.write(WorkspacePath(path), like: main, old: try workspace.storage.snapshot(WorkspacePath(path))) { sink in
      try AttachmentBytes(object, in: workspace, host: from)?.forEachPiece(sink)
    }
  }
}
