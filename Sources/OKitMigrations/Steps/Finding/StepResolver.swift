package import Definitions
import OKitModels
import OKitStorage

/// Finds what the names in a step mean for a model.
struct StepResolver {
  let model: MigratingModel
  let name: StepName

  /// The class that a path begins with; nil where the model has none of that name. Framework classes are no matter of steps.
  static func className(of path: PropertyPath, in model: MigratingModel) -> String? {
    guard let (className, _) = path.resolved(in: model.snapshot.definitions), !FrameworkClasses.contains(className)
    else { return nil }
    return className
  }

  /// The place that a path leads to; nil where the model has no class of its name.
  ///
  /// With `mayBeNew` the property, and those on the way, can be ones that only the target has; what is only read can be what entities are known by. Throws errors of
  /// kind `configuration`.
  func place(_ path: PropertyPath, mayBeNew: Bool = false, isOnlyRead: Bool = false) throws -> PropertyLocation? {
    guard let (className, names) = path.resolved(in: model.snapshot.definitions) else { return nil }
    guard !FrameworkClasses.contains(className) else {
      throw name.error(.configuration, "\(className) is a class of the framework and cannot be changed")
    }
    let place = try find(names, from: className, mayBeNew: mayBeNew)
    if !isOnlyRead { try requireChangeable(place) }
    return place
  }

  /// The place of a subject; nil where the model has no class of its name. Throws errors of kind `configuration`.
  func place(_ subject: StepSubject) throws -> PropertyLocation? {
    switch subject {
    case .path(let path): return try place(path)
    case .stored(let key, let className):
      guard let holder = model.snapshot.definitions.classes[className] else { return nil }
      guard let property = holder.property(storedAs: key) else {
        throw name.unknown(key, of: className, among: holder.properties.map(\.key))
      }
      return PropertyLocation(className: className, way: [], holder: holder, property: property)
    }
  }

  private func find(_ names: [String], from className: String, mayBeNew: Bool) throws -> PropertyLocation {
    var holder = try definition(className)
    var way: [PropertyDefinition] = []
    for step in names.dropLast() {
      let property = try property(step, of: holder, mayBeNew: mayBeNew)
      guard let inner = property.type.objectClass else {
        throw name.error(
          .configuration, "no step can go through \(holder.name).\(property.name) of type \(property.type)"
        )
      }
      way.append(property)
      holder = try definition(inner)
    }
    let last = names[names.count - 1]
    let property = try property(last, of: holder, mayBeNew: mayBeNew)
    return PropertyLocation(className: className, way: way, holder: holder, property: property)
  }

  /// The place that a path `Class.property` or a property's name alone leads to in a class. Throws errors of kind `configuration`.
  func place(_ text: String, in className: String, mayBeNew: Bool = false) throws -> PropertyLocation {
    if let path = PropertyPath(text), let (owner, names) = path.resolved(in: model.snapshot.definitions) {
      guard owner == className else {
        throw name.error(.configuration, "\(text) is not a property of the class \(className)")
      }
      return try place(names, of: className, mayBeNew: mayBeNew)
    }
    return try place(PropertyPath(text)?.components ?? [text], of: className, mayBeNew: mayBeNew)
  }

  /// The place that names lead to from a class. Throws errors of kind `configuration`.
  func place(_ names: [String], of className: String, mayBeNew: Bool = false) throws -> PropertyLocation {
    let place = try find(names, from: className, mayBeNew: mayBeNew)
    try requireChangeable(place)
    return place
  }

  private func definition(_ className: String) throws -> ClassDefinition {
    if let definition = model.snapshot.definitions.classes[className] { return definition }
    if let definition = model.target.definitions.classes[className] { return definition }
    throw name.error(.configuration, "no such class: \(className)")
  }

  private func property(_ text: String, of holder: ClassDefinition, mayBeNew: Bool) throws -> PropertyDefinition {
    if let property = holder.property(called: text) { return property }
    let target = mayBeNew ? model.target.definitions.classes[holder.name] : nil
    if let property = target?.property(called: text) { return property }
    throw name.unknown(
      text, of: holder.name, among: holder.properties.map(\.name) + (target?.properties.map(\.name) ?? []))
  }

  /// Ids and references are what holds data together.
  private func requireChangeable(_ place: PropertyLocation) throws {
    let isID = !place.holder.role.isValue && place.property.key.isExactly("id")
    let isReference = place.holder.role == .reference && place.property.key.isExactly("refKey")
    let isFile = place.holder.role.isSeparateAttachment && ["format", "size"].contains(place.property.key)
    guard !isFile else {
      throw name.error(.configuration, "\(place.subject) describes the file of an attachment; no step can change it")
    }
    guard !isID, !isReference else {
      throw name.error(.configuration, "\(place.subject) is an id; no step can change it")
    }
  }
}

extension ClassDefinition {
  /// The property of this name in Swift, or stored under this key.
  package func property(called text: String) -> PropertyDefinition? {
    properties.first { $0.name.isExactly(text) } ?? property(storedAs: text)
  }
}
