import Definitions
import JSONDocument
import OKitModels
import OKitStorage

/// What steps make of the snapshot: properties that come and go, by what the objects have.
struct PropertyMembers {
  /// A property of a class.
  struct Member {
    let className: String
    let property: PropertyDefinition
    /// Whether it is one that objects lose.
    let isGoing: Bool
  }

  private var members: [Member] = []

  /// Notes a property that objects get.
  mutating func gains(_ property: PropertyDefinition, _ className: String) {
    members.append(Member(className: className, property: property, isGoing: false))
  }

  /// Notes that objects get what a place leads to, with all that is on the way.
  mutating func gains(_ place: PropertyLocation, in model: MigratingModel) {
    var className = place.className
    for step in place.way {
      gains(step, className)
      className = step.type.objectClass ?? className
    }
    gains(place.property, place.holder.name)
  }

  /// Notes a property that objects lose.
  mutating func loses(_ property: PropertyDefinition, _ className: String) {
    members.append(Member(className: className, property: property, isGoing: true))
  }

  /// Counts who has what, and makes the snapshot of `model` say so: what nobody has any more goes, what not everybody has is optional.
  func settle(in model: MigratingModel) {
    for member in members where !member.isGoing {
      model.snapshot.takeTypes(of: member.property.type, from: model.target)
    }
    let keys = Dictionary(grouping: members, by: \.className).mapValues { $0.map(\.property.key) }
    var objects: [String: Int] = [:]
    var having: [String: [Int]] = keys.mapValues { $0.map { _ in 0 } }
    model.forEachObject { object, definition, _ in
      guard let wanted = keys[definition.name] else { return }
      objects[definition.name, default: 0] += 1
      for (place, key) in wanted.enumerated() where object[key].map({ !$0.isNull }) ?? false {
        having[definition.name]?[place] += 1
      }
    }
    for (className, members) in Dictionary(grouping: members, by: \.className) {
      let count = objects[className] ?? 0
      model.snapshot.change(className) { definition in
        for (member, have) in zip(members, having[className] ?? []) {
          definition.settle(member, isOptional: have < count, isGone: have == 0)
        }
      }
    }
  }
}

extension ClassDefinition {
  fileprivate mutating func settle(_ member: PropertyMembers.Member, isOptional: Bool, isGone: Bool) {
    let place = properties.firstIndex { $0.key.isExactly(member.property.key) }
    if member.isGoing, isGone {
      if let place { properties.remove(at: place) }
      return
    }
    var property = place.map { properties[$0] } ?? member.property
    if isOptional, !property.type.isOptional {
      property.type = .optional(property.type)
      property.defaultValue = nil
    }
    if let place { properties[place] = property } else { properties.append(property) }
  }
}
