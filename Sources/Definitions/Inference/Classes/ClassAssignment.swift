/// Which site is of which class.
struct ClassAssignment {
  private(set) var groups: [ClassGroup] = []
  /// The names of the classes, as many as groups.
  private(set) var names: [String] = []
  private(set) var kinds: [SiteKind]
  /// By site, the group of those that are of a class of the app.
  private var groupOfSite: [Int: Int] = [:]
  private var namesOfClasses: Set<String> = []
  private var taken: Set<String>
  /// By name, the next number to set it apart with.
  private var numbers: [String: Int] = [:]

  /// So many classes of one suggested name are compared with a further site.
  private static let mostCompared = 8

  /// `roots` are the sites of models' roots and their classes; other classes get no name that is in `reserved`.
  init(_ collector: ShapeCollector, roots: [Int: String], reserved: Set<String>) {
    kinds = collector.sites.indices.map(collector.kind(ofSite:))
    taken = reserved.union(roots.values)
    var byCandidate: [String: [Int]] = [:]
    for site in collector.sites.indices where kinds[site] == .entity || kinds[site] == .partial {
      let isPartial = kinds[site] == .partial
      let candidate = collector.sites[site].candidate
      var group: Int?
      // A root is of a class of its own.
      if roots[site] == nil {
        group = byCandidate[candidate, default: []].prefix(Self.mostCompared).first { group in
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

  /// The class of a site, if it is one of the app's.
  func className(ofSite site: Int) -> String? { groupOfSite[site].map { names[$0] } }

  /// Whether a class has that name.
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

  /// Other types of Swift and Foundation, which a class of the same name would hide.
  private static let known: Set<String> = [
    "Array", "Set", "Dictionary", "Optional", "Result", "Error", "Codable", "Encodable", "Decodable", "CodingKey",
    "Encoder", "Decoder", "Any", "Model", "ModelEntity", "Never", "Void", "Range", "Locale", "Calendar", "TimeZone",
    "Bundle", "Measurement", "Unit", "Operation", "Process", "Thread", "Timer", "Notification", "Hashable",
    "Equatable", "Comparable", "Sequence", "Collection", "Task",
  ]
}
