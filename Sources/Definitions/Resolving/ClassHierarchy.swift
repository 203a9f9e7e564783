/// The superclasses and conformances of the types in the sources.
struct ClassHierarchy {
  /// The result of looking up a type name through aliases.
  enum Target {
    case declared(Int)
    case unknown([String])
  }

  private(set) var table: TypeTable
  /// For each type, the framework class that it derives from, directly or indirectly.
  private(set) var frameworkAncestors: [String?]
  /// For each type, the framework class that it directly derives from.
  private(set) var frameworkSuperclasses: [String?]
  /// One class of each cycle of superclasses.
  private(set) var circles: [Int] = []
  /// The first classes with too many superclasses.
  private(set) var tooDeep: [Int] = []
  private var codables: [Bool] = []

  /// The maximum length of a chain of classes, aliases or protocols.
  static let maximumDepth = 100

  init(_ table: TypeTable) {
    self.table = table
    frameworkAncestors = Array(repeating: nil, count: table.entries.count)
    frameworkSuperclasses = frameworkAncestors
    findSuperclasses()
    findAncestors()
    codables = table.entries.indices.map { type in
      let names = conformances(of: type)
      return names.contains("Codable") || names.isSuperset(of: ["Encodable", "Decodable"])
    }
  }

  func isModelClass(_ type: Int) -> Bool { frameworkAncestors[type] != nil }

  /// Returns the type that a name means, through aliases.
  func target(of path: [String], from scope: Int?) -> Target {
    var (path, scope) = (path, scope)
    for _ in 0..<Self.maximumDepth {
      guard let type = table.find(path, from: scope), let declaration = table.declaration(of: type) else { break }
      guard declaration.kind == .alias else { return .declared(type) }
      guard let next = declaration.inherited.first?.path else { return .declared(type) }
      (path, scope) = (next, table.entries[type].parent)
    }
    return .unknown(path)
  }

  /// Returns a class and its superclasses in the sources, starting with the class.
  func superclassChain(of type: Int) -> [Int] {
    var superclassChain = [type]
    while let superclass = table.entries[superclassChain[superclassChain.count - 1]].superclass,
      superclassChain.count <= Self.maximumDepth
    {
      superclassChain.append(superclass)
    }
    return superclassChain
  }

  /// Returns the names of the protocols outside of the sources that a type conforms to by its declaration and extensions.
  func conformances(of type: Int) -> Set<String> {
    var names: Set<String> = []
    var seen: Set<Int> = []
    var waiting: [(TypeSyntax, scope: Int?)] = []
    for reference in table.declarations(of: type) {
      waiting += table.declaration(reference).inherited.map { ($0, table.entries[type].parent) }
    }
    while let (syntax, scope) = waiting.popLast() {
      if case .composition(let types) = syntax { waiting += types.map { ($0, scope) } }
      guard let path = syntax.path else { continue }
      guard let found = table.find(path, from: scope), let declaration = table.declaration(of: found) else {
        if let name = path.last { names.insert(name) }
        continue
      }
      guard declaration.kind == .protocol || declaration.kind == .alias, seen.count < Self.maximumDepth,
        seen.insert(found).inserted
      else { continue }
      for reference in table.declarations(of: found) {
        waiting += table.declaration(reference).inherited.map { ($0, table.entries[found].parent) }
      }
    }
    return names
  }

  /// True if a type itself is declared `Codable`, not only its superclass.
  func declaresCodable(_ type: Int) -> Bool { codables[type] }

  private mutating func findSuperclasses() {
    for (type, entry) in table.entries.enumerated() {
      guard let declaration = table.declaration(of: type), declaration.kind == .class,
        let path = declaration.inherited.first?.path
      else { continue }
      switch target(of: path, from: entry.parent) {
      case .declared(let target) where table.declaration(of: target)?.kind == .class:
        table.setSuperclass(target, of: type)
      case .unknown(let path) where path.count <= 2:
        if let name = path.last, FrameworkClasses.contains(name) { frameworkSuperclasses[type] = name }
      default: break
      }
    }
  }

  private mutating func findAncestors() {
    var depths = Array(repeating: 0, count: table.entries.count)
    for start in table.entries.indices where depths[start] == 0 {
      var chain: [Int] = []
      var next: Int? = start
      // -1 marks the types on the current chain.
      while let type = next, depths[type] == 0 {
        depths[type] = -1
        chain.append(type)
        next = table.entries[type].superclass
      }
      if let type = next, depths[type] == -1, let first = chain.firstIndex(of: type) {
        circles.append(chain[first...].min() ?? type)
        for member in chain { depths[member] = 1 }
        continue
      }
      var depth = next.map { depths[$0] } ?? 0
      var ancestor = next.flatMap { frameworkAncestors[$0] }
      for type in chain.reversed() {
        depth += 1
        depths[type] = depth
        ancestor = ancestor ?? frameworkSuperclasses[type]
        frameworkAncestors[type] = ancestor
        if depth == Self.maximumDepth { tooDeep.append(type) }
      }
    }
  }
}
