import Bindings
import Definitions
import OKitModels
import OKitStorage
import XcodeFiles

/// Collects the rules that the screens of storyboards suggest.
struct StoryboardRules {
  /// A property that a row edits.
  struct Field {
    let visit: ScreenVisit
    let row: Row
    let kind: RowKind
    let attributes: BoundAttributes
    /// The entity that the bindings of the row start from.
    let context: ScreenContext
    /// The entity with the property.
    let owner: ScreenContext
    let property: PropertyDefinition
    let place: StoryboardPlace

    /// The property for people: `Book.price`.
    var name: String { "\(owner.definition.name).\(property.name)" }
    var type: PropertyType { property.type.unwrapped.rawType }
  }

  private struct PropertyName: Hashable {
    let className: String
    let key: String
  }

  let types: BindingTypes
  var draft = RuleDraft()
  private var editable: Set<PropertyName> = []
  private var readOnly: [(name: PropertyName, place: StoryboardPlace)] = []

  init(_ files: [StoryboardFile], _ classes: EntityClasses) {
    types = BindingTypes(classes: classes)
    let visits = ScreenVisits(files, types).all
    var known: Set<StoryboardPlace> = []
    for visit in visits where visit.context != nil { known.insert(visit.place) }
    for visit in visits {
      guard let context = visit.context else {
        // Another way to the screen can lead to an entity.
        if visit.statesRules, !known.contains(visit.place) {
          draft.skip("skipped this screen: \(visit.fault ?? "its entity is not known")", at: visit.place)
        }
        continue
      }
      collect(from: visit, context)
    }
    takeReadOnly()
    draft.dropContradictions()
  }

  private mutating func collect(from visit: ScreenVisit, _ context: ScreenContext) {
    var element: ScreenContext?
    if visit.kind != .detail, let path = visit.dataPath {
      do {
        element = try types.element(at: path, from: context)
      } catch {
        if visit.statesRules { draft.skip("dataPath: \(error.message)", at: visit.place) }
      }
    }
    if visit.kind == .selection { takeSelection(visit, context) }
    if visit.kind == .list, let element { takeNewName(visit, element) }
    for row in visit.screen.rows {
      guard let kind = RowKind(row), let shown = row.isPrototype ? element : context else { continue }
      collect(from: row, kind, visit, shown)
    }
  }

  private mutating func collect(from row: Row, _ kind: RowKind, _ visit: ScreenVisit, _ shown: ScreenContext) {
    let attributes = BoundAttributes(row.attributes)
    let place = StoryboardPlace(file: visit.file.name, line: row.line)
    // A row that edit mode does not show edits nothing.
    if attributes.flag("showEdit") == false || attributes.flag("showDisplay") == false { return }
    guard let edited = attributes[kind.bindingName] else { return }
    do {
      var context = shown
      if let path = attributes["contextPath"] {
        context = try types.entity(at: binding(path, "contextPath"), from: shown)
      }
      let target = try types.target(of: binding(edited, kind.bindingName), from: context)
      guard let (owner, property) = target.place else { return }
      let field = Field(
        visit: visit, row: row, kind: kind, attributes: attributes, context: context, owner: owner, property: property,
        place: place)
      if owner.definition.role == .reference {
        guard row.statesRules(kind, attributes) else { return }
        return draft.skip("\(field.name) belongs to all references; skipped", at: place)
      }
      take(field)
    } catch {
      if row.statesRules(kind, attributes) { draft.skip("\(kind.bindingName): \(error.message)", at: place) }
    }
  }

  private func binding(_ attribute: BoundAttribute, _ name: String) throws(UnresolvedBinding) -> Binding {
    switch attribute {
    case .path(let binding): return binding
    case .constant: throw UnresolvedBinding(message: "it is a constant")
    case .other(let reason): throw UnresolvedBinding(message: reason)
    }
  }

  private mutating func take(_ field: Field) {
    let name = PropertyName(className: field.owner.definition.name, key: field.property.key)
    switch field.attributes["readOnly"] {
    case nil, .constant?:
      guard field.attributes.flag("readOnly") != true else {
        readOnly.append((name, field.place))
        return
      }
    case .path?, .other?:
      draft.skip("readOnly of \(field.name) depends on the data; skipped", at: field.place)
    }
    editable.insert(name)
    if field.attributes.flag("required") == true { takeRequired(field) }
    switch field.kind {
    case .text, .multiline: takeKeyboard(field)
    case .toggle: break
    case .segments: takeSegments(field)
    case .picker: takePicker(field)
    case .date: takeDates(field)
    case .slider, .stepper, .number: takeNumbers(field)
    }
  }

  /// Adds a rule for the property of a row.
  mutating func take(_ field: Field, _ members: RuleAddition.Member...) {
    draft.take(
      RuleAddition(className: field.owner.definition.name, property: field.property.key, members), at: field.place)
  }

  mutating func skip(_ field: Field, _ message: String) { draft.skip(message, at: field.place) }

  /// A property is read-only if no row edits it.
  private mutating func takeReadOnly() {
    for (name, place) in readOnly {
      if editable.contains(name) {
        draft.skip("\(name.className).\(name.key) is read-only here, but another row edits it; skipped", at: place)
      } else {
        draft.take(
          RuleAddition(className: name.className, property: name.key, [.init("readOnly", "true")]), at: place)
      }
    }
  }
}

extension ScreenVisit {
  var place: StoryboardPlace { StoryboardPlace(file: file.name, line: screen.line) }

  /// True if the screen says something about values.
  fileprivate var statesRules: Bool {
    kind == .selection || attributes.has("addName") || screen.rows.contains { RowKind($0) != nil }
  }
}

extension Row {
  /// True if a row of this kind can say more about its value than the type.
  fileprivate func statesRules(_ kind: RowKind, _ attributes: BoundAttributes) -> Bool {
    switch kind {
    case .toggle: attributes.has("readOnly")
    case .text, .multiline: control?.keyboard != nil || attributes.has("readOnly", "required")
    default: true
    }
  }
}

extension PropertyType {
  /// The type that is stored.
  var rawType: PropertyType { if case .rawRepresentable(_, let raw) = self { raw.unwrapped } else { self } }
}
