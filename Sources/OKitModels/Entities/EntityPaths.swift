import Bindings
import Definitions
import JSONDocument

/// The paths of entities, which okit accepts as input: `directory:groups[0]/group/authors[1]`.
package enum EntityPaths {
  /// Returns the path of an entity by its id: `@FANTASY`, or `directory:@FANTASY` with its model. Another model can have an entity with the same id.
  package static func path(ofID id: String, in model: String? = nil) -> String {
    Binding(parts: [.init(content: .path(.init(model: model, segments: [Binding.Segment(.entity(id))])))]).description
  }

  /// Returns the paths of many places. It makes only one pass over each document, for any number of places.
  package static func paths(of places: [EntityPlace], _ classes: EntityClasses) -> [String] {
    var routes = Routes(places)
    routes.find(classes)
    return places.indices.map {
      BoundValue.Step.text(of: routes.steps($0), model: places[$0].document.model.description)
    }
  }
}

/// The steps to places from the root of their model, through the stand-ins of partials.
private struct Routes {
  /// A document with the places in it, by their numbers.
  private struct Wanted {
    let document: ModelDocument
    var numbers: [Int]
    /// The number of the stand-in of a partial.
    let standIn: Int?
    /// The steps to the root of the document.
    var prefix: [BoundValue.Step]?
  }

  /// The places, then the stand-ins of the partials that contain them.
  private var places: [EntityPlace]
  private var wanted: [ObjectIdentifier: Wanted] = [:]
  /// The steps to each place in its document.
  private var steps: [[BoundValue.Step]] = []

  init(_ places: [EntityPlace]) {
    self.places = places
    var number = 0
    while number < self.places.count {
      let document = self.places[number].document
      if wanted[ObjectIdentifier(document)]?.numbers.append(number) == nil {
        let standIn = document.standIn.map { _ in self.places.count }
        wanted[ObjectIdentifier(document)] = Wanted(document: document, numbers: [number], standIn: standIn)
        if let standIn = document.standIn { self.places.append(standIn) }
      }
      number += 1
    }
  }

  mutating func find(_ classes: EntityClasses) {
    steps = Array(repeating: [], count: places.count)
    for (document, numbers) in wanted.values.map({ ($0.document, $0.numbers) }) {
      // PathFinder needs the values in the order of the text, which is not that of a changed document.
      if document.json.isChanged {
        for number in numbers { steps[number] = BoundValue.Step.steps(to: places[number].value) }
      } else {
        var finder = PathFinder(document.json)
        for number in inOrder(numbers) { steps[number] = finder.steps(to: places[number].value) }
      }
    }
    if classes.definitions.hasPairs {
      for number in places.indices { nameEntries(on: number, classes) }
    }
    for document in wanted.keys { findPrefix(of: document, classes) }
  }

  /// Returns the numbers of places in the order of the text, which they mostly have.
  private func inOrder(_ numbers: [Int]) -> [Int] {
    let isOrdered = zip(numbers, numbers.dropFirst()).allSatisfy { places[$0].value.index <= places[$1].value.index }
    return isOrdered ? numbers : numbers.sorted { places[$0].value.index < places[$1].value.index }
  }

  /// Names the entries of dictionaries that are stored as alternating keys and values by their keys, as paths do.
  private mutating func nameEntries(on placeNumber: Int, _ classes: EntityClasses) {
    let place = places[placeNumber]
    var value = place.value
    var number = steps[placeNumber].count - 1
    while number >= 0, let container = value.parent {
      if case .index(let index) = steps[placeNumber][number], !index.isMultiple(of: 2),
        let key = container[index - 1],
        case .dictionary(let type, _)? = classes.type(of: EntityPlace(document: place.document, value: container))?
          .unwrapped, !type.isMemberKey
      {
        steps[placeNumber][number] = .property(key.string ?? key.rawText)
      }
      value = container
      number -= 1
    }
  }

  private mutating func findPrefix(of document: ObjectIdentifier, _ classes: EntityClasses) {
    var chain: [ObjectIdentifier] = []
    var current: ObjectIdentifier? = document
    while let next = current, let found = wanted[next], found.prefix == nil {
      chain.append(next)
      current = found.standIn.map { ObjectIdentifier(places[$0].document) }
    }
    for document in chain.reversed() {
      guard let standIn = wanted[document]?.standIn else {
        wanted[document]?.prefix = []
        continue
      }
      let outer = wanted[ObjectIdentifier(places[standIn].document)]?.prefix ?? []
      wanted[document]?.prefix =
        outer + steps[standIn] + [.property(classes.partialProperty(of: places[standIn]))]
    }
  }

  /// Returns the steps to the place with a number.
  func steps(_ number: Int) -> [BoundValue.Step] {
    let prefix = wanted[ObjectIdentifier(places[number].document)]?.prefix ?? []
    return prefix.isEmpty ? steps[number] : prefix + steps[number]
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
