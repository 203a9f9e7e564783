import Bindings
import Definitions
import JSONDocument

/// The paths of entities, which okit accepts as input: `directory:groups[0]/group/authors[1]`.
package enum EntityPaths {
  /// Returns the path of an entity by its id: `@FANTASY`.
  package static func path(ofID id: String) -> String {
    Binding(parts: [.init(content: .path(.init(segments: [Binding.Segment(.entity(id))])))]).description
  }

  /// Returns the paths of many places. It makes only one pass over each document, for any number of places.
  package static func paths(of places: [EntityPlace], _ classes: EntityClasses) -> [String] {
    var routes = Routes()
    for place in places { routes.add(place) }
    routes.find(classes)
    return places.map { BoundValue.Step.text(of: routes.steps(to: $0), model: $0.document.model.description) }
  }
}

/// The steps to places from the root of their model, through the stand-ins of partials.
private struct Routes {
  /// The documents with the places in them.
  private var wanted: [ObjectIdentifier: (document: ModelDocument, values: Set<JSONValue>)] = [:]
  private var steps: [JSONValue: [BoundValue.Step]] = [:]
  /// The steps to the root of each document.
  private var prefixes: [ObjectIdentifier: [BoundValue.Step]] = [:]

  mutating func add(_ place: EntityPlace) {
    var place = place
    while true {
      let key = ObjectIdentifier(place.document)
      let isNew = wanted[key] == nil
      wanted[key, default: (place.document, [])].values.insert(place.value)
      guard isNew, let standIn = place.document.standIn else { return }
      place = standIn
    }
  }

  mutating func find(_ classes: EntityClasses) {
    for (document, values) in wanted.values {
      // PathFinder needs the values in the order of the text, which is not that of a changed document.
      if document.json.isChanged {
        for value in values { steps[value] = BoundValue.Step.steps(to: value) }
      } else {
        var finder = PathFinder(document.json)
        for value in values.sorted(by: { $0.index < $1.index }) { steps[value] = finder.steps(to: value) }
      }
    }
    if classes.definitions.hasPairs {
      for (document, values) in wanted.values {
        for value in values { nameEntries(on: EntityPlace(document: document, value: value), classes) }
      }
    }
    for (document, _) in wanted.values { findPrefix(of: document, classes) }
  }

  /// Names the entries of dictionaries that are stored as alternating keys and values by their keys, as paths do.
  private mutating func nameEntries(on place: EntityPlace, _ classes: EntityClasses) {
    var value = place.value
    var number = (steps[value]?.count ?? 0) - 1
    while number >= 0, let container = value.parent {
      if case .index(let index)? = steps[place.value]?[number], !index.isMultiple(of: 2),
        let key = container[index - 1],
        case .dictionary(let type, _)? = classes.type(of: EntityPlace(document: place.document, value: container))?
          .unwrapped, !type.isMemberKey
      {
        steps[place.value]?[number] = .property(key.string ?? key.rawText)
      }
      value = container
      number -= 1
    }
  }

  private mutating func findPrefix(of document: ModelDocument, _ classes: EntityClasses) {
    var chain: [ModelDocument] = []
    var current: ModelDocument? = document
    while let next = current, prefixes[ObjectIdentifier(next)] == nil {
      chain.append(next)
      current = next.standIn?.document
    }
    for document in chain.reversed() {
      guard let standIn = document.standIn else {
        prefixes[ObjectIdentifier(document)] = []
        continue
      }
      prefixes[ObjectIdentifier(document)] =
        (prefixes[ObjectIdentifier(standIn.document)] ?? []) + (steps[standIn.value] ?? [])
        + [.property(classes.partialProperty(of: standIn))]
    }
  }

  func steps(to place: EntityPlace) -> [BoundValue.Step] {
    (prefixes[ObjectIdentifier(place.document)] ?? []) + (steps[place.value] ?? [])
  }
}

extension Definitions {
  /// True if a class has a dictionary that is stored as alternating keys and values.
  fileprivate var hasPairs: Bool {
    classes.values.contains { $0.properties.contains { $0.type.hasPairs } }
  }
}

extension PropertyType {
  fileprivate var hasPairs: Bool {
    switch self {
    case .optional(let inner), .array(let inner), .set(let inner): inner.hasPairs
    case .dictionary(let key, let value): !key.isMemberKey || value.hasPairs
    default: false
    }
  }
}
