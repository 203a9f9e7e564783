import JSONDocument

/// Sites whose objects have the same class.
struct ClassGroup {
  /// True if the objects are stand-ins of partials.
  let isPartial: Bool
  /// The sites, in the order of the data.
  private(set) var sites: [Int]
  /// The kinds of values under each key, as a bit set.
  private var kinds: [ExactText: UInt8]

  private static let id = ExactText("id")

  init(_ site: Int, isPartial: Bool, in collector: ShapeCollector) {
    self.isPartial = isPartial
    sites = [site]
    kinds = Self.kinds(of: site, collector)
  }

  /// Adds a site and returns true if its objects can have the same class.
  ///
  /// The values under common keys must have common kinds, and at least half of the keys of the smaller object must be common.
  mutating func take(_ site: Int, isPartial: Bool, in collector: ShapeCollector) -> Bool {
    guard isPartial == self.isPartial else { return false }
    let others = Self.kinds(of: site, collector)
    var common = 0
    for (key, kind) in others {
      guard let own = kinds[key] else { continue }
      if own != 0, kind != 0, own & kind == 0 { return false }
      if key != Self.id { common += 1 }
    }
    let fewer = min(Self.count(kinds), Self.count(others))
    guard common * 2 >= fewer else { return false }
    sites.append(site)
    kinds.merge(others) { $0 | $1 }
    return true
  }

  /// Returns the number of keys without `id`, which most classes have.
  private static func count(_ kinds: [ExactText: UInt8]) -> Int { kinds.count - (kinds[id] == nil ? 0 : 1) }

  private static func kinds(of site: Int, _ collector: ShapeCollector) -> [ExactText: UInt8] {
    var kinds: [ExactText: UInt8] = [:]
    for (key, shape) in collector.sites[site].members {
      let shape = collector.shapes[shape]
      let counts = [shape.strings, shape.bools, shape.numbers, shape.objects, shape.arrays]
      kinds[ExactText(key)] = zip(0..., counts).reduce(0) { $1.1 > 0 ? $0 | 1 << UInt8($1.0) : $0 }
    }
    return kinds
  }
}
