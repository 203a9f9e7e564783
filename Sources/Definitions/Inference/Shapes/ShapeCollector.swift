import JSONDocument

/// Goes over documents once and counts the kinds of values in each place.
///
/// A place is a property's key together with the suggested class of its owner, not a whole path. This keeps the places of a recursive
/// model finite and treats equal entities in several places as one.
struct ShapeCollector {
  private(set) var shapes: [ValueShape] = []
  private(set) var sites: [ObjectSite] = []
  private var siteIndexes: [SiteKey: Int] = [:]
  /// The ids of the partials that have a file and whose stand-in was not found yet.
  private var unmetPartials: Set<ExactText> = []
  /// The partials whose stand-in was found, with its site.
  private var metPartials: [(key: ExactText, site: Int)] = []

  private struct SiteKey: Hashable {
    let owner: ExactText
    let key: ExactText
    let candidate: ExactText

    init(owner: String, key: String, candidate: String) {
      (self.owner, self.key, self.candidate) = (ExactText(owner), ExactText(key), ExactText(candidate))
    }
  }

  private enum Frame {
    case object(JSONMembers.Iterator, site: Int, ordinal: Int)
    case array(JSONElements.Iterator, elements: Int)
  }

  /// Treats entities with ids in `partials` as stand-ins from now on.
  mutating func expect(partials: some Sequence<ExactText>) { unmetPartials = Set(partials) }

  /// Counts the values of a document whose root is an object of the class `candidate`. Returns the site of the root.
  mutating func collect(root: JSONValue, key: String, owner: String, candidate: String) -> Int {
    let site = site(SiteKey(owner: owner, key: key, candidate: candidate))
    sites[site].holdsRoots = true
    var frames = [enter(root, site)]
    frames: while let frame = frames.popLast() {
      // Scalars need no frame.
      switch frame {
      case .object(var members, let site, let ordinal):
        while let (key, value) = members.next() {
          guard let shape = shape(of: key, value, in: site, ordinal), let inner = see(value, shape) else { continue }
          frames.append(.object(members, site: site, ordinal: ordinal))
          frames.append(inner)
          continue frames
        }
      case .array(var elements, let shape):
        while let value = elements.next() {
          guard let inner = see(value, shape) else { continue }
          frames.append(.array(elements, elements: shape))
          frames.append(inner)
          continue frames
        }
      }
    }
    return site
  }

  /// Returns the partials whose stand-ins were found since the last call.
  mutating func takeMetPartials() -> [(key: ExactText, site: Int)] {
    defer { metPartials = [] }
    return metPartials
  }

  mutating func setEntity(_ entity: Int, of site: Int) { sites[site].entity = entity }

  private mutating func enter(_ object: JSONValue, _ site: Int) -> Frame {
    sites[site].count += 1
    return .object(object.members.makeIterator(), site: site, ordinal: sites[site].count)
  }

  // MARK: - Members

  /// Returns the shape that counts the values under `key`; nil for a repeated key.
  private mutating func shape(of key: JSONKey, _ value: JSONValue, in site: Int, _ ordinal: Int) -> Int? {
    let shape: Int
    let index = sites[site].expectedIndex(of: key)
    let name = index.map { sites[site].members[$0].key } ?? key.string
    look(at: name, value, in: site)
    if let index = index ?? sites[site].index(of: name) {
      shape = sites[site].members[index].shape
      sites[site].expected = index + 1
    } else if !sites[site].holdsRoots, let dynamic = DynamicKey(name) {
      if dynamic != .number { sites[site].hasNumbersAsKeys = false }
      let found =
        sites[site].dynamic ?? addShape(EnglishSingular.of(sites[site].key), owner: sites[site].owner, isElement: true)
      sites[site].dynamic = found
      return found
    } else {
      shape = addShape(name, owner: sites[site].candidate)
      _ = sites[site].add(name, shape: shape)
    }
    if shapes[shape].lastObject == ordinal { return nil }
    shapes[shape].lastObject = ordinal
    shapes[shape].presence += 1
    return shape
  }

  private mutating func look(at name: String, _ value: JSONValue, in site: Int) {
    if name == "id", !unmetPartials.isEmpty || sites[site].standsIn, let id = value.string.map({ ExactText($0) }) {
      guard unmetPartials.remove(id) != nil else { return }
      sites[site].standsIn = true
      metPartials.append((id, site))
    } else if name == "format", !sites[site].hasImageFormat, let format = value.string {
      sites[site].hasImageFormat = format.hasPrefix("image/")
    }
  }

  private mutating func addShape(_ key: String, owner: String, isElement: Bool = false) -> Int {
    shapes.append(ValueShape(key: key, owner: owner, isElement: isElement))
    return shapes.count - 1
  }

  // MARK: - Values

  /// Counts a value. Returns the frame of a nonempty container.
  private mutating func see(_ value: JSONValue, _ shape: Int) -> Frame? {
    switch value.kind {
    case .null: shapes[shape].nulls += 1
    case .bool: shapes[shape].bools += 1
    case .string: shapes[shape].strings += 1
    case .number: shapes[shape].see(number: value, isInteger: Self.isInteger(value))
    case .object:
      shapes[shape].objects += 1
      return enter(value, site(ofObjectsIn: shape))
    case .array:
      shapes[shape].arrays += 1
      if value.isEmptyContainer { return nil }
      let elements =
        shapes[shape].elements
        ?? addShape(EnglishSingular.of(shapes[shape].key), owner: shapes[shape].owner, isElement: true)
      shapes[shape].elements = elements
      return .array(value.elements.makeIterator(), elements: elements)
    }
    return nil
  }

  /// The most digits of a number that always fits an `Int`.
  private static let safeDigits = 18

  /// True if a number is an integer and is written without a fraction or exponent.
  private static func isInteger(_ value: JSONValue) -> Bool {
    !value.isFraction && (value.range.count <= safeDigits || value.int != nil)
  }

  private mutating func site(ofObjectsIn shape: Int) -> Int {
    if let site = shapes[shape].site { return site }
    let (key, owner) = (shapes[shape].key, shapes[shape].owner)
    let found = site(SiteKey(owner: owner, key: key, candidate: SwiftIdentifier.type(for: key)))
    shapes[shape].site = found
    if shapes[shape].isElement { sites[found].holdsElements = true }
    return found
  }

  private mutating func site(_ key: SiteKey) -> Int {
    if let index = siteIndexes[key] { return index }
    sites.append(ObjectSite(key: key.key.text, owner: key.owner.text, candidate: key.candidate.text))
    siteIndexes[key] = sites.count - 1
    return sites.count - 1
  }
}
