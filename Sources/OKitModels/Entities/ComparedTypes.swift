package import Bindings
package import Definitions
package import JSONDocument
import OKitStorage

extension ComparedType {
  /// The part of a type, without optionals around it, that comparisons depend on.
  package init(_ type: PropertyType, in definitions: Definitions) {
    switch type {
    case .bool: self = .bool
    case .integer, .float, .double, .decimal: self = .number
    case .date: self = .date
    case .string, .url, .uuid, .data: self = .text
    case .enumeration(let name):
      let cases = definitions.enumerations[name]?.cases ?? []
      self = .enumeration(
        cases.compactMap { one in
          (try? JSONDocument(parsing: one.json)).map { Case(name: one.name, raw: $0.root) }
        })
    case .rawRepresentable(_, let raw), .optional(let raw): self.init(raw.unwrapped, in: definitions)
    case .object(let name) where definitions.classes[name]?.role == .reference: self = .reference
    case .object, .array, .set, .dictionary: self = .container
    case .other: self = .unknown
    }
  }
}

extension Definitions {
  /// Returns the type, without optionals around it, of the values at `slot`; nil without a definition.
  ///
  /// - Parameter type: Returns the type of an existing value.
  package func type(at slot: BindingSlot, _ type: (JSONValue) -> PropertyType?) -> PropertyType? {
    switch slot {
    case .value(let value): type(value)?.unwrapped
    case .member(let key, let object): type(object).flatMap { self.type(ofMember: key, in: $0) }?.unwrapped
    case .entry, .element: nil
    }
  }
}

extension ConditionFault {
  /// The reason why no value of a type, without optionals around it, can equal `text`; nil if one can.
  package init?(_ text: String, as type: PropertyType, in definitions: Definitions) {
    let shown = PathComponent.printable(text.shortened(to: 40))
    let beginsContainer = text.utf8.first.map("{[".utf8.contains) ?? false
    switch type {
    case .bool:
      if Bool(typed: text) != nil { return nil }
      self.init("\(shown) is neither true nor false")
    case .integer, .float, .double, .decimal:
      guard let number = try? JSONDocument(parsing: text).root, number.kind == .number else {
        self.init("\(shown) is not a number")
        return
      }
      var checker = DefinitionChecker(definitions)
      guard let fault = checker.walk(number, as: type).faults.first else { return nil }
      self.init(fault.message)
    case .date:
      let value = ValueText(definitions: definitions, now: 0, name: "the value")
      if DateText.json(text, relativeTo: { 0 }) != nil || (try? value.json(text, as: type)) != nil { return nil }
      self.init("\(shown) is not a date; write a day as 2026-01-31")
    case .enumeration(let name):
      guard let cases = definitions.enumerations[name]?.cases else { return nil }
      let isCase = cases.contains { one in
        one.name.isExactly(text) || one.json.isExactly(text) || one.json.isExactly(JSONText.quote(text))
      }
      if isCase { return nil }
      self.init("\(shown) is not a case of \(name)", candidates: cases.map(\.name))
    case .array, .set:
      if beginsContainer { return nil }
      self.init("\(shown) is not a list; use [*] to compare each element")
    case .dictionary:
      if beginsContainer { return nil }
      self.init("\(shown) is not a dictionary")
    case .object(let name):
      guard let definition = definitions.classes[name], definition.role != .reference, !beginsContainer else {
        return nil
      }
      guard definition.role == .choice else {
        self.init("\(shown) is not of type \(name)")
        return
      }
      if definition.properties.contains(where: { $0.key.isExactly(text) }) { return nil }
      self.init("\(shown) is not a case of \(name)", candidates: definition.properties.map(\.key))
    default: return nil
    }
  }
}
