import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import XcodeFiles

/// The values among which rows and lists let a person choose.
extension StoryboardRules {
  /// A picker sets a reference to an entity of a list.
  mutating func takePicker(_ field: Field) {
    guard isReference(field.property.type) else {
      return skip(field, "\(field.name) is \(field.property.type), not a reference; skipped")
    }
    guard let data = field.attributes["dataPath"] else { return }
    guard case .path(let binding) = data else {
      if case .other(let reason) = data { skip(field, "dataPath: \(reason); skipped") }
      return
    }
    takeCandidates(
      binding, from: field.context, of: field.owner, field.property, at: field.place)
  }

  /// A selection list sets a reference, or a list of them, to entities of its own list.
  mutating func takeSelection(_ visit: ScreenVisit, _ context: ScreenContext) {
    let place = visit.place(of: "selectionPath")
    guard let data = visit.dataPath else { return draft.skip("the selection has no list in dataPath", at: place) }
    do {
      var target = visit.arrival
      if case .path(let path)? = visit.attributes["selectionContextPath"] {
        target = try types.entity(at: path, from: target)
      }
      let selection: Binding
      switch visit.attributes["selectionPath"] {
      case .path(let path)?: selection = path
      case nil:
        guard let path = visit.defaultSelection else {
          return draft.skip("the selection does not say what it sets", at: place)
        }
        selection = path
      case .constant?: return draft.skip("selectionPath: it is a constant", at: place)
      case .other(let reason)?: return draft.skip("selectionPath: \(reason)", at: place)
      }
      guard let (owner, property) = try types.target(of: selection, from: target).place else {
        return draft.skip("selectionPath: '\(selection)' leads to no reference", at: place)
      }
      guard isReference(property.type) || property.type.storedElement.map(isReference) == true else {
        return draft.skip(
          "selectionPath: \(owner.definition.name).\(property.name) is \(property.type), not a reference", at: place)
      }
      takeCandidates(data, from: context, of: owner, property, at: place)
    } catch {
      draft.skip("selectionPath: \(error.message)", at: place)
    }
  }

  private mutating func takeCandidates(
    _ data: Binding, from context: ScreenContext, of owner: ScreenContext, _ property: PropertyDefinition,
    at place: StoryboardPlace
  ) {
    let name = "\(owner.definition.name).\(property.name)"
    do {
      _ = try types.element(at: data, from: context)
    } catch {
      return draft.skip("dataPath: \(error.message)", at: place)
    }
    guard let binding = context.binding(data, from: owner) else {
      return draft.skip("the candidates of \(name) cannot be reached from \(owner.definition.name); skipped", at: place)
    }
    draft.take(
      RuleAddition(
        className: owner.definition.name, property: property.key,
        [.init("x-okit-candidates", JSONText.quote(binding.description))]), at: place)
  }

  private func isReference(_ type: PropertyType) -> Bool {
    type.objectClass.flatMap { types.classes.definitions.classes[$0] }?.role == .reference
  }

  /// Segments store the index of the chosen one, as a number or as its text.
  mutating func takeSegments(_ field: Field) {
    guard case .text(let text)? = field.attributes.attribute("segmentsPath")?.value else { return }
    guard let count = (try? Binding(parsing: text))?.parts.count else {
      return skip(field, "segmentsPath: \(PathComponent.printable(text)) is not a binding; skipped")
    }
    let texts = (0..<count).map { JSONText.quote(String($0)) }
    switch field.type {
    case .integer:
      take(field, .init("minimum", "0"))
      take(field, .init("maximum", String(count - 1)))
    case .string: take(field, .init("enum", "[\(texts.joined(separator: ", "))]"))
    case .enumeration(let name):
      let cases = types.classes.definitions.enumerations[name]?.cases.map(\.json) ?? []
      let chosen = cases.filter { raw in texts.contains(raw) || (0..<count).contains(Int(raw) ?? -1) }
      // A rule that says the same as the type is no news.
      if chosen.count == cases.count { return }
      guard !chosen.isEmpty else {
        return skip(field, "the segments of \(field.name) store indices, which no case of \(name) has; skipped")
      }
      take(field, .init("enum", "[\(chosen.joined(separator: ", "))]"))
    default: skip(field, "\(field.name) is \(field.property.type), which cannot store the index of a segment; skipped")
    }
  }
}
