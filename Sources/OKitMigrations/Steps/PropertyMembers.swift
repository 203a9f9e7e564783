import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// The properties that objects gain and lose by a step, to update the snapshot.
struct PropertyMembers {
  fileprivate struct Member {
    let className: String
    let property: PropertyDefinition
    let isLost: Bool
  }

  private var members: [Member] = []

  /// Creates the members at these places. The properties on the path to a gained one are gained, too.
  init(gains: [PropertyLocation] = [], loses: [PropertyLocation] = []) {
    for place in gains {
      var className = place.className
      for step in place.outerProperties {
        gain(step, of: className)
        className = step.type.objectClass ?? className
      }
      gain(place.property, of: place.holder.name)
    }
    for place in loses { lose(place.property, of: place.holder.name) }
  }

  mutating func gain(_ property: PropertyDefinition, of className: String) {
    members.append(Member(className: className, property: property, isLost: false))
  }

  mutating func lose(_ property: PropertyDefinition, of className: String) {
    members.append(Member(className: className, property: property, isLost: true))
  }

  /// Updates the snapshot of `model` to its objects: a lost property is removed if no object has it, and becomes optional if only some do.
  func updateSnapshot(of model: MigratingModel) {
    for member in members where !member.isLost {
      model.snapshot.takeTypes(of: member.property.type, from: model.target)
    }
    let keys = Dictionary(grouping: members, by: \.className).mapValues { $0.map(\.property.key) }
    var objects: [String: Int] = [:]
    var having: [String: [Int]] = keys.mapValues { $0.map { _ in 0 } }
    model.forEachObject { object, definition, _ in
      guard let wanted = keys[definition.name] else { return }
      objects[definition.name, default: 0] += 1
      for (index, key) in wanted.enumerated() where object[key].map({ !$0.isNull }) ?? false {
        having[definition.name]?[index] += 1
      }
    }
    for (className, members) in Dictionary(grouping: members, by: \.className) {
      let count = objects[className] ?? 0
      model.snapshot.change(className) { definition in
        for (member, have) in zip(members, having[className] ?? []) {
          definition.update(member, isOptional: have < count, isAbsent: have == 0)
        }
      }
    }
  }
}

extension ClassDefinition {
  fileprivate mutating func update(_ member: PropertyMembers.Member, isOptional: Bool, isAbsent: Bool) {
    let index = properties.firstIndex { $0.key.isExactly(member.property.key) }
    if member.isLost, isAbsent {
      if let index { properties.remove(at: index) }
      return
    }
    var property = index.map { properties[$0] } ?? member.property
    if isOptional, !property.type.isOptional {
      property.type = .optional(property.type)
      property.defaultValue = nil
    }
    if let index { properties[index] = property } else { properties.append(property) }
  }
}
