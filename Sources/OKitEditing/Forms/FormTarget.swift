import Bindings
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage

/// The entity of a form in an edit.
struct FormTarget {
  /// The object from which the paths of fields start.
  let entity: JSONValue
  /// The model that stores the entity.
  private let model: ModelName
  /// The path of the entity, which okit accepts as input.
  let path: String
  /// The form.
  let form: Form
  /// The classes, with those that are inferred from the data of a model without definitions.
  let classes: EntityClasses
  /// The class of the entity; nil if it is not known.
  let definition: ClassDefinition?

  /// Finds the entity, or adds the new one, and reads or makes the form.
  ///
  /// Throws the errors of ``EditSession``, an error of kind `usage` for a place without an entity or a form of another class, and the errors of
  /// ``OKitModels/FormFiles``.
  init(_ request: FormRequest, _ session: EditSession) throws {
    let target = request.target
    let path = PathComponent.printable(target.binding.description)
    var property: String?
    switch target.action {
    case .edit:
      let item = EditItem(target.binding, model: target.model)
      let bound = try session.matches(item, all: nil)[0]
      let slot = bound.value.map { BindingSlot.value($0) } ?? bound.slot
      if let value = slot?.value, value.kind == .object, !session.isOneValue(value), bound.isStored {
        entity = value
      } else if let slot, let container = slot.container, container.kind == .object, bound.isStored,
        let key = slot.memberKey
      {
        (entity, property) = (container, key)
      } else if slot?.value == nil, slot?.memberKey == nil {
        throw OKitError(.notFound, "no value at \(path)")
      } else {
        throw OKitError(
          .usage, "\(path) is not an entity or one of its properties", remedy: .words("use 'okit set' to change it"))
      }
    case .add(let placement):
      let added = try session.add(EditItem(target.binding, model: target.model), at: placement)
      // A missing array was created with the new element.
      guard let new = added?.kind == .array ? added?[0] : added, new.kind == .object, !session.isOneValue(new) else {
        throw OKitError(.usage, "\(path) is not for entities", remedy: .words("use 'okit add' with a value"))
      }
      entity = new
    }
    guard let place = session.store.place(of: entity) else {
      throw OKitError(.usage, "\(path) is not part of a stored entity")
    }
    if let known = session.classes.definition(of: place) {
      (classes, definition) = (session.classes, known)
    } else {
      classes = try session.store.inferringClasses(of: [place.document.model], isTolerant: true)
      definition = classes.definition(of: place)
    }
    model = place.document.model
    self.path = EntityPaths.paths(of: [place], session.classes)[0]
    form = try Self.form(request.form, entity, property, classes, definition, session)
  }

  /// The path of the entity, which stays the same if others are added or removed.
  var stablePath: String {
    entity["id"]?.string.flatMap { $0.isEmpty ? nil : EntityPaths.path(ofID: $0, in: model.description) } ?? path
  }

  private static func form(
    _ source: FormRequest.Source, _ entity: JSONValue, _ property: String?, _ classes: EntityClasses,
    _ definition: ClassDefinition?, _ session: EditSession
  ) throws -> Form {
    if source == .settings { return try .settings() }
    guard case .file(let name) = source else {
      let maker = DefaultForm(classes)
      if let property { return maker.form(for: property) }
      if let definition { return maker.form(for: entity, definition) }
      return maker.form(forKeysOf: entity)
    }
    let form = try FormFiles.form(name, in: session.workspace)
    guard property == nil else {
      throw OKitError(.usage, "a form is for an entity, not for one of its properties")
    }
    if let wanted = form.className {
      var current = definition
      while let known = current, !known.name.isExactly(wanted) {
        current = known.superclass.flatMap { classes.definitions.classes[$0] }
      }
      guard current != nil else {
        throw OKitError(
          .usage,
          "the form \(PathComponent.printable(name)) is for \(PathComponent.printable(wanted)), "
            + "not for \(definition?.name ?? "an entity of an unknown class")")
      }
    }
    return form
  }
}

extension BindingSlot {
  /// The key of a member of an object; nil for other places.
  var memberKey: String? {
    switch self {
    case .value(let value): value.key?.string
    case .member(let key, _): key
    case .entry, .element: nil
    }
  }
}

extension EditSession {
  /// True for an object that a form shows as one value: a reference or an attachment.
  func isOneValue(_ value: JSONValue) -> Bool {
    shortForm(of: value, store.place(of: value).flatMap(classes.type)) != nil
  }
}
