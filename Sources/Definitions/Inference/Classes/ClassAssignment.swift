/// Assigns a class to each site.
struct ClassAssignment {
  private(set) var groups: [ClassGroup] = []
  /// The names of the classes, in the order of `groups`.
  private(set) var names: [String] = []
  private(set) var kinds: [SiteKind]
  /// The group of each site whose class is one of the app's.
  private var groupOfSite: [Int: Int] = [:]
  private var namesOfClasses: Set<String> = []
  private var taken: Set<String>
  /// The next number to append to each name that is already taken.
  private var numbers: [String: Int] = [:]

  /// The maximum number of classes with the same suggested name that a site is compared with. It bounds the time.
  private static let maximumCompared = 8

  /// `roots` are the classes of the sites of models' roots. No other class gets a name in `reserved`.
  init(_ collector: ShapeCollector, roots: [Int: String], reserved: Set<String>) {
    kinds = collector.sites.indices.map(collector.kind(ofSite:))
    taken = reserved.union(roots.values)
    var byCandidate: [String: [Int]] = [:]
    for site in collector.sites.indices where kinds[site] == .entity || kinds[site] == .partial {
      let isPartial = kinds[site] == .partial
      let candidate = collector.sites[site].candidate
      var group: Int?
      // The root of a model has a class of its own.
      if roots[site] == nil {
        group = byCandidate[candidate, default: []].prefix(Self.maximumCompared).first { group in
          groups[group].take(site, isPartial: isPartial, in: collector)
        }
      }
      if let group {
        groupOfSite[site] = group
        continue
      }
      groupOfSite[site] = groups.count
      groups.append(ClassGroup(site, isPartial: isPartial, in: collector))
      if let rootClass = roots[site] {
        names.append(rootClass)
      } else {
        byCandidate[candidate, default: []].append(groups.count - 1)
        names.append(name(for: candidate + (isPartial ? "Partial" : ""), owner: collector.sites[site].owner))
      }
    }
    namesOfClasses = Set(names)
  }

  /// Returns the class of a site; nil if it is not one of the app's.
  func className(ofSite site: Int) -> String? { groupOfSite[site].map { names[$0] } }

  /// True if one of the classes has this name.
  func hasClass(_ name: String) -> Bool { namesOfClasses.contains(name) }

  private mutating func name(for candidate: String, owner: String) -> String {
    var name = candidate
    if !isFree(name) { name = owner + candidate }
    var number = numbers[owner + candidate] ?? 2
    while !isFree(name) {
      name = "\(owner)\(candidate)\(number)"
      number += 1
      numbers[owner + candidate] = number
    }
    taken.insert(name)
    return name
  }

  private func isFree(_ name: String) -> Bool {
    !taken.contains(name) && !FrameworkClasses.contains(name) && WellKnownTypes.scalars[name] == nil
      && !Self.known.contains(name)
  }

  /// Other types of Swift and Foundation, which a class with the same name would hide.
  private static let known: Set<String> = [
    "Array", "Set", "Dictionary", "Optional", "Result", "Error", "Codable", "Encodable", "Decodable", "CodingKey",
    "Encoder", "Decoder", "Any", "Model", "ModelEntity", "Never", "Void", "Range", "Locale", "Calendar", "TimeZone",
    "Bundle", "Measurement", "Unit", "Operation", "Process", "Thread", "Timer", "Notification", "Hashable",
    "Equatable", "Comparable", "Sequence", "Collection", "Task",
  ]
}
