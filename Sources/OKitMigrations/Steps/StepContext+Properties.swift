import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The use of a property by a step, which decides which properties are allowed.
enum PropertyUse {
  case changing
  /// Properties that only the target has are allowed, too.
  case adding
  /// Ids are allowed, too.
  case reading
}

extension StepContext {
  /// Returns the property at a path; nil if the model has no such class. Throws errors of kind `configuration`.
  func place(_ path: PropertyPath, for use: PropertyUse = .changing) throws -> PropertyLocation? {
    guard let (className, names) = path.resolved(in: model.snapshot.definitions) else { return nil }
    guard !FrameworkClasses.contains(className) else {
      throw error(.configuration, "\(className) is a class of the framework and cannot be changed")
    }
    return try place(names, in: className, for: use)
  }

  /// Returns the property of a class at a path `Class.property`, or with this name. Throws errors of kind `configuration`.
  func place(_ text: String, in className: String, for use: PropertyUse = .changing) throws -> PropertyLocation {
    let path = PropertyPath(text)
    guard let (owner, names) = path?.resolved(in: model.snapshot.definitions) else {
      return try place(path?.components ?? [text], in: className, for: use)
    }
    guard owner == className else {
      throw error(.configuration, "\(text) is not a property of the class \(className)")
    }
    return try place(names, in: className, for: use)
  }

  /// Returns the property at the names from a class. Throws errors of kind `configuration`.
  func place(_ names: [String], in className: String, for use: PropertyUse = .changing) throws -> PropertyLocation {
    var holder = try definition(className)
    var outerProperties: [PropertyDefinition] = []
    for name in names.dropLast() {
      let property = try property(name, of: holder, for: use)
      guard let inner = property.type.objectClass else {
        throw error(
          .configuration, "no step can go through \(holder.name).\(property.name) of type \(property.type)")
      }
      outerProperties.append(property)
      holder = try definition(inner)
    }
    let property = try property(names[names.count - 1], of: holder, for: use)
    let place = PropertyLocation(
      className: className, outerProperties: outerProperties, holder: holder, property: property)
    if use != .reading { try requireChangeable(place) }
    return place
  }

  /// Returns the property that a class stores under a key; nil if the model has no such class. Throws an error of kind `configuration`.
  func place(storedAs key: String, in className: String) throws -> PropertyLocation? {
    guard let holder = model.snapshot.definitions.classes[className] else { return nil }
    guard let property = holder.property(storedAs: key) else {
      throw unknownProperty(key, of: className, among: holder.properties.map(\.key))
    }
    return PropertyLocation(className: className, outerProperties: [], holder: holder, property: property)
  }

  private func definition(_ className: String) throws -> ClassDefinition {
    if let definition = model.snapshot.definitions.classes[className] { return definition }
    if let definition = model.target.definitions.classes[className] { return definition }
    throw error(.configuration, "no such class: \(className)")
  }

  private func property(_ text: String, of holder: ClassDefinition, for use: PropertyUse) throws -> PropertyDefinition {
    if let property = holder.property(called: text) { return property }
    let target = use == .adding ? model.target.definitions.classes[holder.name] : nil
    if let property = target?.property(called: text) { return property }
    throw unknownProperty(
      text, of: holder.name, among: holder.properties.map(\.name) + (target?.properties.map(\.name) ?? []))
  }

  /// Throws an error if other data depends on the property: on ids, references, and the properties that name an attachment's file.
  private func requireChangeable(_ place: PropertyLocation) throws {
    let isID = !place.holder.role.isValue && place.property.key.isExactly("id")
    let isReference = place.holder.role == .reference && place.property.key.isExactly("refKey")
    let isFile = place.holder.role.isSeparateAttachment && ["format", "size"].contains(place.property.key)
    guard !isFile else {
      throw error(.configuration, "\(place.subject) describes the file of an attachment; no step can change it")
    }
    guard !isID, !isReference else {
      throw error(.configuration, "\(place.subject) is an id; no step can change it")
    }
  }
}

extension ClassDefinition {
  /// Returns the property with this name in Swift, or stored under this key.
  func property(called text: String) -> PropertyDefinition? {
    properties.first { $0.name.isExactly(text) } ?? property(storedAs: text)
  }
}
