import Bindings
import Definitions
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// Finds names in bindings and conditions that no entity of a class can have, by the definitions and without data.
///
/// Without data, a binding cannot be followed through a reference, a parent or a function. Any name is accepted after these.
struct UnknownNames {
  /// A name that leads to nothing.
  struct Found: Error {
    let message: String

    /// A name that is no property of a class; nil for the roots of all models.
    init(property name: String, of className: String?) {
      message =
        "\(className ?? "no model") has \(className == nil ? "a" : "no") property \(PathComponent.printable(name))"
    }

    /// A name that is no function, or one that needs a program.
    init(function name: String) { message = "no function \(PathComponent.printable(name)) that a condition can call" }

    /// A name that is no model.
    init(model name: String) { message = "no model \(PathComponent.printable(name))" }
  }

  /// A place on the way of a binding.
  private enum Place {
    case entity(ClassDefinition)
    case value(PropertyType)
  }

  private let classes: EntityClasses
  /// The names of all models; nil if they cannot be listed.
  private let models: Set<ModelName>?
  /// True if the classes of all models are known.
  private let areRootsKnown: Bool
  /// Names that have a value without a definition.
  private let others: Set<String>

  /// Names for entities of `classes`, which can also have the values `others` and the computed properties of `workspace`. Conditions run no programs.
  init(_ workspace: Workspace, _ classes: EntityClasses, others: [String] = []) {
    self.classes = classes
    models = (try? workspace.storedModels()) == nil ? nil : Set(workspace.knownModels().map(\.name))
    areRootsKnown =
      (try? workspace.storedModels())?.allSatisfy { classes.workspace.rootClass(of: $0) != nil } ?? false
    let functions = FunctionDescriptions(workspace)
    let computed = FunctionDescriptions.describedNames(in: workspace).filter {
      // What is wrong with a function is reported with the functions.
      (try? functions.description(of: $0).map { $0.binding != nil }) ?? true
    }
    self.others = Set(
      others + computed
        + [
          "id", "parent", "model", "ref", "key", "modelName", "not", EntityClasses.partialProperty,
          FrameworkClasses.darkMode,
        ])
  }

  /// Returns the first of these keys that an object of a class cannot have; nil if there is none, or if the class is not known.
  private func firstKey(in keys: [JSONValue], ofClass name: String) -> (key: JSONValue, found: Found)? {
    guard let definition = classes.definitions.classes[name], classes.definitions.problem(ofClass: name) == nil else {
      return nil
    }
    for key in keys {
      if let text = key.string, text != "id", definition.property(storedAs: text) == nil {
        return (key, Found(property: text, of: name))
      }
    }
    return nil
  }

  /// Returns the first unknown name in a condition for entities of a class; nil if there is none, or if the class is not known.
  func first(in condition: BindingCondition, ofClass name: String) -> Found? {
    found(name) { definition throws(Found) in try check(condition.predicate, definition) }
  }

  /// Returns the first unknown name in a binding from entities of a class; nil if there is none, or if the class is not known.
  func first(in binding: Binding, ofClass name: String) -> Found? {
    found(name) { definition throws(Found) in
      for part in binding.parts { try check(part, definition) }
    }
  }

  /// Returns the first unknown name in a rule for objects of a class, with its place; nil if there is none, or if the class is not known.
  func first(in rule: ListedRule, ofClass name: String) -> (found: Found, json: JSONValue)? {
    switch rule.keyword {
    case "required" where rule.property.isEmpty:
      return firstKey(in: Array(rule.json.elements), ofClass: name).map { ($0.found, $0.key) }
    case "x-okit-candidates", "x-okit-equal":
      let binding = rule.json.string.flatMap { try? Binding(parsing: $0) }
      return binding.flatMap { first(in: $0, ofClass: name) }.map { ($0, rule.json) }
    case "x-okit-predicates":
      guard let json = rule.json["predicate"] else { return nil }
      let condition = json.string.flatMap { try? BindingCondition(parsing: $0) }
      return condition.flatMap { first(in: $0, ofClass: name) }.map { ($0, json) }
    default: return nil
    }
  }

  /// Returns the type of the value to which a binding from entities of a class leads; nil if that depends on data.
  func type(of binding: Binding, ofClass name: String) -> PropertyType? {
    guard binding.parts.count == 1, case .path(let path) = binding.parts[0].content, path.model == nil,
      !path.isAbsolute, let definition = classes.definitions.classes[name],
      case .value(let type)? = try? follow(path.segments, from: .entity(definition))
    else { return nil }
    return type
  }

  private func found(_ name: String, _ body: (ClassDefinition) throws(Found) -> Void) -> Found? {
    guard let definition = classes.definitions.classes[name] else { return nil }
    do throws(Found) {
      try body(definition)
      return nil
    } catch {
      return error
    }
  }

  // MARK: - Conditions and paths

  private func check(_ predicate: Binding.Predicate, _ definition: ClassDefinition) throws(Found) {
    switch predicate {
    case .comparison(let comparison):
      for operand in [comparison.left] + comparison.right {
        guard case .parts(let parts) = operand.content else { continue }
        for part in parts { try check(part, definition) }
      }
    case .all(let predicates), .any(let predicates):
      for predicate in predicates { try check(predicate, definition) }
    case .not(let predicate): try check(predicate, definition)
    }
  }

  private func check(_ part: Binding.Part, _ definition: ClassDefinition) throws(Found) {
    guard case .path(let path) = part.content else { return }
    var place: Place? = .entity(definition)
    if let name = path.model {
      let model = try? ModelName(name)
      if let models, !(model.map(models.contains) ?? false) { throw Found(model: name) }
      place = model.flatMap(classes.workspace.rootClass).map { .entity($0) }
    } else if path.isAbsolute {
      // An entity can be in several models, one of which must have the property.
      place = nil
      if let name = Self.firstProperty(of: path.segments), areRootsKnown,
        classes.workspace.rootClasses.allSatisfy({ isUnknown(name, of: $0) })
      {
        throw Found(property: name, of: nil)
      }
    }
    _ = try follow(path.segments, from: place)
  }

  private func follow(_ segments: [Binding.Segment], from start: Place?) throws(Found) -> Place? {
    var place = start
    for segment in segments { place = try place.map { place throws(Found) in try step(segment, from: place) } ?? nil }
    return place
  }

  private func step(_ segment: Binding.Segment, from place: Place) throws(Found) -> Place? {
    switch segment.step {
    case .property(let name): return try property(name, of: place)
    case .keyPath(let pieces): return try follow(pieces, from: place)
    case .index, .every: return element(of: place)
    case .matching(let predicate):
      let element = element(of: place)
      if let definition = element.flatMap(entity) { try check(predicate, definition) }
      return element
    case .reference(let segments):
      _ = try follow(segments, from: place)
      return nil
    case .collect(_, let segments):
      if let element = element(of: place) { _ = try follow(segments, from: element) }
      return nil
    case .call(let name, _):
      // Conditions can call only what needs no program.
      guard Binding.functionNames.contains(where: name.isExactly) || others.contains(name) else {
        throw Found(function: name)
      }
      return nil
    case .current, .parent, .root, .constantReference, .entity: return nil
    }
  }

  // MARK: - Places

  private func property(_ name: String, of place: Place) throws(Found) -> Place? {
    guard let definition = entity(place) else { return nil }
    if let property = definition.properties.first(where: { $0.name.isExactly(name) || $0.key.isExactly(name) }) {
      return .value(property.type)
    }
    if let partial = definition.partialEntity, partial.property.isExactly(name) {
      return classes.definitions.classes[partial.className].map { .entity($0) }
    }
    // A built-in function needs no parentheses, and an element of an array can be named by its number.
    guard !others.contains(name), !Binding.functionNames.contains(where: name.isExactly), Int(name) == nil,
      classes.definitions.problem(ofClass: definition.name) == nil
    else { return nil }
    throw Found(property: name, of: definition.name)
  }

  private static func firstProperty(of segments: [Binding.Segment]) -> String? {
    switch segments.first?.step {
    case .property(let name)?: name
    case .keyPath(let pieces)?, .collect(_, let pieces)?: firstProperty(of: pieces)
    default: nil
    }
  }

  private func isUnknown(_ name: String, of definition: ClassDefinition) -> Bool {
    do throws(Found) {
      _ = try property(name, of: .entity(definition))
      return false
    } catch {
      return true
    }
  }

  /// Returns the class of the objects at a place, which can be in an array; nil if they have none.
  private func entity(_ place: Place) -> ClassDefinition? {
    switch place {
    case .entity(let definition): return definition
    case .value(let type):
      let element = type.unwrapped.element ?? type
      return element.objectClass.flatMap { classes.definitions.classes[$0] }
    }
  }

  private func element(of place: Place) -> Place? {
    guard case .value(let type) = place else { return nil }
    return type.unwrapped.element.map { .value($0) }
  }
}
