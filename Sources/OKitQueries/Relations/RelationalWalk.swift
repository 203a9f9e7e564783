import Definitions
import JSONDocument
import OKitModels

/// Finds the objects of some classes in documents, with the entities around them. It visits only values that can contain such objects.
struct RelationalWalk {
  /// An object and its place.
  struct Row {
    let value: JSONValue
    /// The entity around it; nil for the root of a model.
    let owner: JSONValue?
    /// The position in its array, from 0; -1 if it is not in one.
    let position: Int32
  }

  /// A class of the objects that the walk visits.
  private struct Visited {
    /// The number of the list that contains the objects of the class; nil if they are not wanted.
    let list: Int?
    let isRow: Bool
    /// The properties that lead to wanted objects.
    let properties: [(key: String, type: PropertyType)]
  }

  private var visited: [String: Visited] = [:]
  /// The found objects of each list, in the order of the documents.
  private(set) var lists: [[Row]]

  /// A walk that puts the objects of each class into the list with its number.
  init(_ targets: [String: Int], _ schema: RelationalSchema) {
    lists = Array(repeating: [], count: (targets.values.max() ?? -1) + 1)
    let definitions = schema.classes.definitions
    let leading = schema.reachable.classes(leadingTo: Set(targets.keys))
    for name in leading {
      guard let definition = definitions.classes[name] else { continue }
      visited[name] = Visited(
        list: targets[name], isRow: definition.role.isRow,
        properties: definition.properties.compactMap { property in
          guard let inner = property.type.innermostClass, leading.contains(inner) else { return nil }
          return (property.key, property.type)
        })
    }
  }

  /// True if a document whose root has this class can contain wanted objects.
  func canFind(inRootOf className: String) -> Bool { visited[className] != nil }

  private struct Open {
    let value: JSONValue
    let type: PropertyType
    let owner: JSONValue?
    let position: Int32
  }

  /// Adds the wanted objects in a document whose root has this class. Throws the errors of `check`, which is called for each object.
  mutating func add(_ root: JSONValue, className: String, standIn: JSONValue?, check: () throws -> Void) throws {
    var open = [Open(value: root, type: .object(className), owner: standIn, position: -1)]
    while let next = open.popLast() {
      switch next.type.unwrapped {
      case .object(let name):
        guard next.value.kind == .object, let visited = visited[name] else { continue }
        try check()
        if let list = visited.list {
          lists[list].append(Row(value: next.value, owner: next.owner, position: next.position))
        }
        let owner = visited.isRow ? next.value : next.owner
        for (key, type) in visited.properties.reversed() {
          guard let value = next.value[key] else { continue }
          open.append(Open(value: value, type: type, owner: owner, position: -1))
        }
      case .array(let element), .set(let element):
        let start = open.count
        for (position, value) in next.value.elements.enumerated() {
          open.append(Open(value: value, type: element, owner: next.owner, position: Int32(position)))
        }
        open.reverse(from: start)
      case .dictionary(_, let element):
        for value in next.value.dictionaryValues.reversed() {
          open.append(Open(value: value, type: element, owner: next.owner, position: -1))
        }
      default: continue
      }
    }
  }
}

extension JSONValue {
  /// The values of a dictionary, which is stored as an object or as an array of alternating keys and values. The first of repeated keys counts.
  var dictionaryValues: [JSONValue] {
    var seen: Set<ExactText> = []
    if kind == .object {
      return members.compactMap { key, value in seen.insert(ExactText(key.string)).inserted ? value : nil }
    }
    var values: [JSONValue] = []
    var key: JSONValue?
    for element in elements {
      if let known = key {
        if seen.insert(ExactText(known.rawText)).inserted { values.append(element) }
        key = nil
      } else {
        key = element
      }
    }
    return values
  }
}
