import Bindings
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// The value of a field in an edit: its place, and what is known about it.
struct FieldPlace {
  let field: FormField
  /// The place of the value; nil if it is not stored, or cannot be because an object on the path is missing.
  let slot: BindingSlot?
  /// The path of the place; nil without one.
  let path: String?
  let type: PropertyType?
  /// True if the type is that of a class, and not inferred from the data.
  let isTyped: Bool
  let property: PropertyDefinition?
  /// The class of the object that contains the value.
  let owner: ClassDefinition?
  /// The rules for the value, those of its class first.
  let schemas: [Schema]
  let kind: FieldKind
  /// True if the form or a rule of the class does not allow an empty value.
  let isRequired: Bool

  /// The stored value; nil if there is none, or null.
  var value: JSONValue? { slot?.value.flatMap { $0.isNull ? nil : $0 } }

  /// Finds the place of a field. Throws the errors of evaluating its path.
  init(_ field: FormField, _ target: FormTarget, _ rules: WorkspaceRules?, _ session: EditSession) throws {
    self.field = field
    guard let binding = field.path else {
      (slot, path, type, property, owner) = (nil, nil, nil, nil, nil)
      isTyped = false
      schemas = field.rules?.applied ?? []
      kind = field.kind ?? (schemas.contains { $0.choices != nil } ? .choice : .text)
      isRequired = field.isRequired
      return
    }
    let matches = try binding.matches(in: session.values(), from: target.entity)
    guard matches.count < 2 else {
      throw OKitError(
        .usage, "the path of the field \(PathComponent.printable(field.name)) matches \(matches.count) values")
    }
    let bound = matches.first
    let slot = bound.flatMap { bound in bound.slot ?? bound.value.map { .value($0) } }
    self.slot = bound?.isStored == true ? slot : nil
    path = self.slot.map { slot in
      // Most values are members of the entity, whose path is known.
      if slot.container == target.entity, let key = slot.memberKey {
        return BoundValue.Step.text(of: .property(key), behind: target.path)
      }
      return DraftTargets.paths(of: [slot], session)[0]
    }
    let container = self.slot?.container
    let owner = container.flatMap(session.store.place).flatMap(target.classes.definition)
    let key = self.slot.flatMap(\.memberKey)
    property = owner.flatMap { owner in key.flatMap { owner.property(storedAs: $0) } }
    self.owner = owner
    let typeOfClass = self.slot.flatMap { session.type(of: $0) }
    isTyped = typeOfClass != nil
    type = typeOfClass ?? property?.type
    let ofClass = owner.flatMap { owner in key.flatMap { rules?.schemas(ofMember: $0, of: owner.name) } } ?? []
    schemas = ofClass + (field.rules?.applied ?? [])
    isRequired = field.isRequired || schemas.contains(where: \.needsText)
    let value = self.slot?.value
    if let wanted = field.kind, wanted != .list || Self.canBeList(value, type, isTyped: isTyped) {
      kind = wanted
    } else {
      kind = Self.kind(of: value, type, schemas, session)
    }
  }

  private init(elementOf list: FieldPlace) {
    field = list.field
    (slot, path, property, owner) = (nil, nil, nil, nil)
    let type = list.type?.unwrapped.element
    // An inferred type says something only if all elements have it.
    self.type = list.isTyped || Self.kind(ofElement: type, nil, []) != .text || type?.unwrapped == .string ? type : nil
    isTyped = list.isTyped
    schemas = list.schemas.elementSchemas
    isRequired = true
    kind = Self.kind(ofElement: self.type, list.value, schemas)
  }

  /// The place of an element of a list, as far as it is known before there is one.
  var element: FieldPlace { FieldPlace(elementOf: self) }

  /// True if the value is only shown.
  var isReadOnly: Bool { field.isReadOnly || kind == .note || schemas.contains(where: \.isReadOnly) }

  /// True if the field has a value that can be stored, or is only in the form.
  var canBeEntered: Bool { kind.isEntry && !isReadOnly && (field.path == nil || slot != nil) }

  // MARK: - Kinds

  private static func kind(
    of value: JSONValue?, _ type: PropertyType?, _ schemas: [Schema], _ session: EditSession
  ) -> FieldKind {
    guard let type else { return kind(of: value, session) }
    let definitions = session.classes.definitions
    let isListed = schemas.contains { $0.choices != nil }
    switch type.unwrapped {
    case .bool: return .switch
    case .integer, .float, .double, .decimal:
      return isListed ? .choice : numberKind(schemas)
    case .date:
      return schemas.contains(where: \.hasDays) ? .date : .dateTime
    case .enumeration: return .choice
    case .rawRepresentable(_, let raw): return kind(of: value, raw, schemas, session)
    case .object(let name):
      guard let role = definitions.classes[name]?.role else { return .note }
      return role == .reference ? .choice : role.isAttachment ? .picture : .note
    case .array(let element), .set(let element):
      let inner = kind(of: nil, element, schemas, session)
      if inner == .picture { return .pictures }
      if inner == .choice || isListed || schemas.elementSchemas.contains(where: { $0.choices != nil }) {
        return .choices
      }
      return inner.isText || inner.isNumber || inner.isDate || inner == .switch ? .list : .note
    case .dictionary: return .note
    case .string where isListed: return .choice
    case .string where value?.string?.contains("\n") == true: return .multiline
    default: return type.unwrapped.isText ? .text : .note
    }
  }

  /// True if the value is, or can become, an array of texts, numbers or dates.
  private static func canBeList(_ value: JSONValue?, _ type: PropertyType?, isTyped: Bool) -> Bool {
    if let element = type?.unwrapped.element { return element.objectClass == nil && element.unwrapped.element == nil }
    if isTyped { return false }
    guard let value, !value.isNull else { return true }
    return value.kind == .array && value.elements.allSatisfy { $0.kind != .object && $0.kind != .array }
  }

  private static func kind(ofElement type: PropertyType?, _ list: JSONValue?, _ schemas: [Schema]) -> FieldKind {
    switch type?.unwrapped {
    case .bool?: return .switch
    case .integer?, .float?, .double?, .decimal?: return .number
    case .date?: return schemas.contains(where: \.hasDays) ? .date : .dateTime
    case .rawRepresentable(_, let raw)?: return kind(ofElement: raw, list, schemas)
    case .some: return .text
    case nil:
      let kinds = Set(list?.elements.map(\.kind) ?? [])
      return kinds == [.number] ? .number : kinds == [.bool] ? .switch : .text
    }
  }

  /// Returns the kind of a number by its rules.
  private static func numberKind(_ schemas: [Schema]) -> FieldKind {
    let keywords = Set(schemas.flatMap { $0.listed.filter(\.property.isEmpty).map(\.keyword) })
    return keywords.isSuperset(of: ["minimum", "maximum"]) ? .slider : .number
  }

  /// Returns the kind of a value without a definition.
  private static func kind(of value: JSONValue?, _ session: EditSession) -> FieldKind {
    guard let value else { return .text }
    switch value.kind {
    case .string: return value.string?.contains("\n") == true ? .multiline : .text
    case .number: return .number
    case .bool: return .switch
    case .null: return .text
    case .object:
      switch session.shortForm(of: value, nil) {
      case .reference?: return .choice
      case .attachment?: return .picture
      case nil: return .note
      }
    case .array:
      if value.elements.contains(where: { $0["refKey"] != nil }) { return .choices }
      let kinds = Set(value.elements.map(\.kind))
      return kinds == [.string] || kinds == [.number] ? .list : .note
    }
  }
}

extension PropertyType {
  /// True if the values are stored as texts without a fixed set of them.
  fileprivate var isText: Bool { [.string, .url, .uuid].contains(self) }
}

extension Schema {
  /// The rule that lists the allowed values; nil if none does.
  var choices: Rule? {
    rules.first { rule in
      switch rule.assertion {
      case .oneOf, .candidates: true
      default: false
      }
    }
  }

  /// True if an empty text is not valid.
  fileprivate var needsText: Bool {
    rules.contains { rule in
      if case .length(let range) = rule.assertion { range.lowerBound > 0 } else { false }
    }
  }

  /// True if the dates are days without a time.
  fileprivate var hasDays: Bool { json["format"]?.string == "date" }
}
