package import Definitions
package import JSONDocument

/// Iterates over the objects of a document whose classes are known. An object comes before the objects that it contains.
package struct ObjectWalk {
  private let definitions: Definitions
  /// The classes whose objects are entered; nil for all.
  private let entered: Set<String>?
  private var open: [(value: JSONValue, type: PropertyType)]

  /// A walk that starts with `root`, which has the class `className`. Objects of classes that are not among `entered` are skipped with everything in
  /// them.
  package init(
    _ root: JSONValue, as className: String, in definitions: Definitions, entering entered: Set<String>? = nil
  ) {
    self.definitions = definitions
    self.entered = entered
    open = [(root, .object(className))]
  }

  /// Returns the next object and its class; nil at the end.
  package mutating func next() -> (object: JSONValue, definition: ClassDefinition)? {
    while let (value, type) = open.popLast() {
      switch type.unwrapped {
      case .object(let name):
        guard value.kind == .object, entered?.contains(name) ?? true, let definition = definitions.classes[name] else {
          continue
        }
        pushMembers(of: value, definition)
        return (value, definition)
      case .array(let element), .set(let element):
        push(value.elements.map { $0 }, as: element)
      case .dictionary(let key, let element):
        if value.kind == .object {
          push(value.members.map(\.value), as: element)
        } else {
          for (index, item) in Array(value.elements).enumerated().reversed() {
            push([item], as: index.isMultiple(of: 2) ? key : element)
          }
        }
      default: continue
      }
    }
    return nil
  }

  private mutating func pushMembers(of object: JSONValue, _ definition: ClassDefinition) {
    let start = open.count
    for (key, value) in object.members where value.kind == .object || value.kind == .array {
      guard let property = definition.properties.first(where: { key == $0.key }), mayEnter(property.type) else {
        continue
      }
      open.append((value, property.type))
    }
    open.reverse(from: start)
  }

  /// False if values of the type contain only objects of classes that are skipped.
  private func mayEnter(_ type: PropertyType) -> Bool { entered.map { !$0.isDisjoint(with: type.names) } ?? true }

  private mutating func push(_ values: [JSONValue], as type: PropertyType) {
    // Scalars contain no objects.
    for value in values.reversed() where value.kind == .object || value.kind == .array { open.append((value, type)) }
  }
}

extension Array {
  /// Reverses the elements from `start` on in place. A slice would copy the whole array.
  package mutating func reverse(from start: Int) {
    var (first, last) = (start, count - 1)
    while first < last {
      swapAt(first, last)
      first += 1
      last -= 1
    }
  }
}
