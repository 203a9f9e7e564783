import Bindings
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage

/// The form that a class gives: a field for each property, and a section for each object in it.
struct DefaultForm {
  private let classes: EntityClasses
  /// The maximum nesting depth of sections.
  private static let maximumDepth = 4

  init(_ classes: EntityClasses) { self.classes = classes }

  /// Returns the form for an entity of a class.
  func form(for entity: JSONValue, _ definition: ClassDefinition) -> Form {
    var form = Form()
    form.title = definition.name
    form.description = definition.note
    var section = Form.Section()
    var others: [Form.Section] = []
    add(definition, of: entity, [], to: &section, &others, depth: 0)
    form.sections = [section] + others
    return form
  }

  /// Returns the form for one property of an object.
  func form(for key: String) -> Form {
    var form = Form()
    var section = Form.Section()
    section.fields = [FormField(name: key, path: Self.binding([key]))]
    form.sections = [section]
    return form
  }

  /// Returns the form for an object of an unknown class, such as a dictionary.
  func form(forKeysOf object: JSONValue) -> Form {
    var form = Form()
    var section = Form.Section()
    section.fields = object.members.filter { $0.key.string != "id" }.map { key, _ in
      FormField(name: Self.name([key.string]), path: Self.binding([key.string]))
    }
    form.sections = [section]
    return form
  }

  private func add(
    _ definition: ClassDefinition, of object: JSONValue?, _ path: [String], to section: inout Form.Section,
    _ others: inout [Form.Section], depth: Int
  ) {
    for property in definition.properties where property.key != "id" || definition.role.isValue {
      let steps = path + [property.key]
      let value = object?[property.key]
      guard let name = property.type.unwrapped.objectClass, let inner = classes.definitions.classes[name],
        inner.role.isSection
      else {
        section.fields.append(FormField(name: Self.name(steps), path: Self.binding(steps)))
        continue
      }
      // The members of an object that does not exist cannot be entered.
      guard let value, value.kind == .object, depth < Self.maximumDepth else {
        section.fields.append(FormField(name: Self.name(steps), path: Self.binding(steps), kind: .note))
        continue
      }
      var innerSection = Form.Section(header: property.name)
      var more: [Form.Section] = []
      add(inner, of: value, steps, to: &innerSection, &more, depth: depth + 1)
      others.append(innerSection)
      others += more
    }
  }

  private static func name(_ steps: [String]) -> String { BoundValue.Step.text(of: steps.map { .property($0) }) }

  private static func binding(_ steps: [String]) -> Binding? {
    try? Binding(parsing: BoundValue.Step.text(of: steps.map { .property($0) }))
  }
}

extension ClassDefinition.Role {
  /// True for objects whose members are fields of the form around them.
  fileprivate var isSection: Bool {
    switch self {
    case .reference, .choice: false
    default: !isAttachment
    }
  }
}
