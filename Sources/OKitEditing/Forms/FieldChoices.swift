import Bindings
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// Finds the values that can be chosen for a field.
struct FieldChoices {
  /// More values are not listed.
  static let limit = 10_000

  private let target: FormTarget
  private let session: EditSession
  private let names: ReferenceNames
  private let bindings: RuleBindings

  init(_ target: FormTarget, _ session: EditSession, _ names: ReferenceNames, _ bindings: RuleBindings) {
    self.target = target
    self.session = session
    self.names = names
    self.bindings = bindings
  }

  /// Returns the values for a field; nil if they cannot be listed. Throws the errors of evaluating bindings.
  func choices(for place: FieldPlace) throws -> [FormState.Choice]? {
    switch place.kind {
    case .choice: return try choices(place, place.type, place.schemas)
    case .choices:
      let element = place.type?.unwrapped.element
      return try choices(place, element, place.schemas + place.schemas.elementSchemas)
    case .suggestions:
      if let listed = try choices(place, place.type, place.schemas) { return listed }
      return try siblings(of: place)
    default: return nil
    }
  }

  private func choices(
    _ place: FieldPlace, _ type: PropertyType?, _ schemas: [Schema]
  ) throws -> [FormState.Choice]? {
    let chosen = chosen(place)
    // The rules of the form come last, and are more special.
    for schema in schemas.reversed() {
      switch schema.choices?.assertion {
      case .oneOf(let values)?:
        return values.all.filter { !$0.isNull }.map { value in
          let text = BindingValue.json(value).text
          let label = caseName(of: value, type) ?? text
          return FormState.Choice(
            text: text, json: value.rawText, label: label, isChosen: chosen.contains(ExactText(text)))
        }
      case .candidates(let rule)?:
        let start = place.slot?.container ?? target.entity
        let name = place.owner?.name ?? target.definition?.name ?? ""
        let values = try bindings.value(of: rule, from: start, ofClass: name)
        return try RuleBindings.elements(values).prefix(Self.limit).map { try choice($0, place, chosen) }
      default: continue
      }
    }
    switch type?.unwrapped {
    case .enumeration(let name)?:
      return session.classes.definitions.enumerations[name]?.cases.map { found in
        FormState.Choice(text: found.name, label: found.name, isChosen: chosen.contains(ExactText(found.name)))
      }
    case .object(let name)? where session.classes.definitions.classes[name]?.role == .reference:
      return try entities(place, chosen)
    case nil where place.value.map { $0["refKey"] != nil || $0.kind == .array } ?? false:
      return try entities(place, chosen)
    default: return nil
    }
  }

  private func choice(_ value: BindingValue, _ place: FieldPlace, _ chosen: Set<ExactText>) throws -> FormState.Choice {
    guard let json = value.stored, json.kind == .object else {
      return FormState.Choice(text: value.text, label: value.text, isChosen: chosen.contains(ExactText(value.text)))
    }
    let id = json["refKey"]?.string ?? json["id"]?.string ?? ""
    return FormState.Choice(text: id, label: try label(json, place), isChosen: chosen.contains(ExactText(id)))
  }

  private func label(_ entity: JSONValue, _ place: FieldPlace) throws -> String {
    if let label = place.field.label {
      let values = try label.matches(in: session.values(), from: entity)
      return values.map(\.content.text).joined(separator: ", ")
    }
    return entity["refKey"] != nil
      ? names.shown(entity).text : ReferenceNames.name(of: entity) ?? entity["id"]?.string ?? ""
  }

  /// Returns the entities beside those to which similar references refer, or else all that have a name.
  private func entities(_ place: FieldPlace, _ chosen: Set<ExactText>) throws -> [FormState.Choice] {
    var samples: [JSONValue] = []
    if let value = place.value { samples = value.kind == .array ? Array(value.elements.prefix(100)) : [value] }
    let key = place.slot.flatMap(\.memberKey)
    for sibling in place.slot?.container?.parent.map({ Array($0.elements.prefix(100)) }) ?? [] {
      guard let key, let value = sibling[key] else { continue }
      samples += value.kind == .array ? Array(value.elements.prefix(100)) : [value]
    }
    var found: [JSONValue] = names.containers(of: samples).flatMap { container -> [JSONValue] in
      container.kind == .array ? Array(container.elements) : container.members.map { $0.value }
    }
    if found.isEmpty {
      for document in try session.store.readableModels().models.flatMap(\.all) {
        document.json.forEachEntity { entity, _ in
          if entity["refKey"] == nil, found.count < Self.limit, ReferenceNames.name(of: entity) != nil {
            found.append(entity)
          }
        }
      }
    }
    return try found.prefix(Self.limit).compactMap { entity in
      guard let id = entity["id"]?.string, !id.isEmpty else { return nil }
      return FormState.Choice(text: id, label: try label(entity, place), isChosen: chosen.contains(ExactText(id)))
    }
  }

  /// Returns the different values of the same property in the objects beside that of the field.
  private func siblings(of place: FieldPlace) throws -> [FormState.Choice] {
    guard let key = place.slot.flatMap(\.memberKey), let container = place.slot?.container?.parent else { return [] }
    var seen: Set<ExactText> = []
    let texts = container.elements.compactMap { $0[key]?.string }.filter {
      !$0.isEmpty && seen.insert(ExactText($0)).inserted
    }
    let present = place.value?.string
    return texts.prefix(Self.limit).map {
      FormState.Choice(text: $0, label: $0, isChosen: present?.isExactly($0) ?? false)
    }
  }

  /// Returns the present values as the choices write them.
  private func chosen(_ place: FieldPlace) -> Set<ExactText> {
    guard let value = place.value else { return [] }
    let element = place.type?.unwrapped.element
    let values = value.kind == .array ? Array(value.elements) : [value]
    return Set(
      values.flatMap { value -> [ExactText] in
        if value.kind == .object { return [ExactText(value["refKey"]?.string ?? value["id"]?.string ?? "")] }
        let text = BindingValue.json(value).text
        return [text, caseName(of: value, element ?? place.type)].compactMap { $0.map { ExactText($0) } }
      })
  }

  /// Returns the name of the case that a value is; nil for other values.
  func caseName(of value: JSONValue, _ type: PropertyType?) -> String? {
    guard case .enumeration(let name)? = type?.unwrapped else { return nil }
    return session.classes.definitions.enumerations[name]?.cases.first { found in
      (try? JSONDocument(parsing: found.json))?.root.isSame(as: value) ?? false
    }?.name
  }
}
