import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The place of an attachment that exists or will be created.
struct AttachmentTarget {
  private enum Slot {
    /// An existing attachment.
    case present(AttachmentObject)
    /// A value to replace that is not an attachment yet: null or an empty object.
    case vacant(JSONValue)
    /// A missing member of the container.
    case absent(key: String, isArray: Bool)
    /// A missing entry of a dictionary that is stored as an array of alternating keys and values. `key` is the JSON of its key.
    case entry(key: String, isArray: Bool)
    /// A new element of an array.
    case element(JSONValue)
  }

  /// The object or array that contains the attachment; for an existing attachment, the attachment itself.
  let container: EntityPlace
  /// The role of its class in the definitions; nil without definitions.
  let role: ClassDefinition.Role?
  private let slot: Slot
  private let definition: ClassDefinition?

  /// The existing attachment; nil if there is none.
  var object: AttachmentObject? { if case .present(let object) = slot { object } else { nil } }

  /// Finds the place of `binding`. Throws `BindingError`, and an error of kind `usage` if the place is not for an attachment.
  init(_ binding: Binding, model: ModelName?, in store: EntityStore) throws {
    let values = StoreEvaluationContext(store: store, model: model)
    let path = PathComponent.printable(binding.description)
    let classes = try store.classes()
    let type: PropertyType?
    if let place = try values.place(of: binding) {
      let value = place.value
      container = place
      type = classes.type(of: place)
      if let object = AttachmentObject(place) {
        slot = .present(object)
      } else if value.isNull || value.kind == .object && value.isEmptyContainer {
        slot = .vacant(value)
      } else if value.kind == .array {
        guard type != nil || value.isEmptyContainer || value.elements.contains(where: Self.isAttachment) else {
          throw OKitError(.usage, "\(path) does not contain attachments")
        }
        slot = .element(value)
      } else {
        throw OKitError(.usage, "\(path) is not an attachment")
      }
    } else {
      guard let (outer, last) = binding.parent, case .property(let name) = last.step,
        let place = try values.place(of: outer)
      else { throw try Self.noPlace(path, remedy: Self.makeDictionary(around: binding, values, classes)) }
      container = place
      if case .entry(let key, _)? = try binding.matches(in: values).first?.slot {
        type = classes.type(of: place)?.storedElement
        slot = .entry(key: key, isArray: type.map { Self.isArray($0) } ?? false)
      } else {
        guard place.value.kind == .object else { throw Self.noPlace(path) }
        let key = try store.storedName(of: name, in: place.value) ?? name
        type = classes.type(of: place).flatMap { classes.definitions.type(ofMember: key, in: $0) }
        // Without a definition, the same property of sibling objects tells its type.
        let siblings = place.value.parent.map { Array($0.elements) } ?? []
        let beside = siblings.compactMap { $0[key] }.filter { !$0.isNull }
        guard type != nil || beside.allSatisfy(Self.isAttachment) else {
          throw OKitError(.usage, "\(path) is not a property for an attachment: other elements have other values there")
        }
        slot = .absent(key: key, isArray: type.map { Self.isArray($0) } ?? false)
      }
    }
    definition = type.flatMap { Self.className(of: $0) }.flatMap { classes.definitions.classes[$0] }
    role = definition?.role
    if type != nil, role?.isAttachment != true {
      throw OKitError(.usage, "\(path) is of type \(type.map(String.init(describing:)) ?? ""), not an attachment")
    }
  }

  private static func noPlace(_ path: String, remedy: OKitError.Remedy? = nil) -> OKitError {
    OKitError(.usage, "\(path) is not a property for an attachment", remedy: remedy)
  }

  /// Returns advice for a path into a missing dictionary; nil for any other path.
  private static func makeDictionary(
    around binding: Binding, _ values: StoreEvaluationContext, _ classes: EntityClasses
  ) throws -> OKitError.Remedy? {
    guard let (dictionary, _) = binding.parent, let (owner, last) = dictionary.parent,
      case .property(let name) = last.step, let place = try values.place(of: owner),
      let type = classes.type(of: place).flatMap({ classes.definitions.type(ofMember: name, in: $0) }),
      case .dictionary(let key, _) = type.unwrapped
    else { return nil }
    let path = ShellWord.quoted(
      BoundValue.Step.text(of: .property(name), behind: EntityPaths.paths(of: [place], classes)[0]))
    return .words("create the dictionary first: okit set \(path) '\(key.isMemberKey ? "{}" : "[]")'")
  }

  /// True if the value has the shape of an attachment or is an empty object.
  private static func isAttachment(_ value: JSONValue) -> Bool {
    value.kind == .object && (value["format"]?.kind == .string || value.isEmptyContainer)
  }

  private static func className(of type: PropertyType) -> String? {
    switch type.unwrapped {
    case .object(let name): name
    case .array(let element), .set(let element): className(of: element)
    default: nil
    }
  }

  private static func isArray(_ type: PropertyType) -> Bool {
    switch type.unwrapped {
    case .array, .set: true
    default: false
    }
  }

  /// Stores the entity of the attachment.
  func store(_ text: AttachmentText, in edit: WorkspaceEdit) throws {
    try edit.change(container.document) {
      switch slot {
      case .present(let object): try text.store(in: object.place.value)
      case .vacant(let value): try value.replace(with: text.json)
      case .absent(let key, let isArray): try container.value.add(key, isArray ? "[\(text.json)]" : text.json)
      case .entry(let key, let isArray):
        try container.value.insert(key)
        try container.value.insert(isArray ? "[\(text.json)]" : text.json)
      case .element(let array): try array.insert(text.json)
      }
    }
  }

  /// Throws an error of kind `malformed` if the property's class keeps its bytes in the entity but they would be stored in a file, because an app
  /// could not decode the model.
  func requireReadable(isInline: Bool) throws {
    guard !isInline, role?.isInline == true, let definition else { return }
    throw OKitError(
      .malformed, "an app cannot decode \(definition.name) without its bytes in the entity",
      remedy: .words(
        "change the class to \(role == .inlineImage ? "ModelImage" : "ModelData") first; 'okit migrate' then moves the bytes"
      ))
  }

  /// Returns a warning if a stand-in and its partial share the property that changes; nil otherwise. See ``StandInSync``.
  func sharedPropertyWarning(in store: EntityStore) throws -> String? {
    if case .absent(let key, _) = slot {
      return try StandInSync.warning(ofEntityBelow: container.value, key, container.document, store)
    }
    let value = container.value
    return try StandInSync.warning(ofEntityBelow: value.parent, value.key?.string, container.document, store)
  }

  /// Returns the path that the entity will have. Call this before ``store(_:in:)``.
  func path(_ classes: EntityClasses) throws -> String {
    let path = EntityPaths.paths(of: [container], classes)[0]
    switch slot {
    case .present, .vacant: return path
    case .absent(let key, let isArray):
      return BoundValue.Step.text(of: .property(key), behind: path) + (isArray ? "[0]" : "")
    case .entry(let key, let isArray):
      let name = try JSONDocument(parsing: key).root.string ?? key
      return BoundValue.Step.text(of: .property(name), behind: path) + (isArray ? "[0]" : "")
    case .element(let array): return "\(path)[\(array.count)]"
    }
  }

  /// Returns the class in the definitions if it stores its bytes in the other place; nil otherwise.
  func className(unlike isInline: Bool) -> String? {
    guard let role, role.isInline != isInline else { return nil }
    return definition?.name
  }
}
