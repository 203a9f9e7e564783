/// All types that the sources declare, by their nesting, with the lookup of names.
struct TypeTable {
  /// The file of a declaration and its index in the file.
  struct Reference: Hashable {
    let unit: Int
    let index: Int
  }

  struct Entry {
    let simpleName: String
    let parent: Int?
    /// The declaration; nil for a type that is only extended.
    let declaration: Reference?
    /// An earlier type with the same name.
    let duplicateOf: Int?
    var extensions: [Reference] = []
    var children: [String: Int] = [:]
    /// The superclass in the sources.
    var superclass: Int?
  }

  let units: [SwiftUnit]
  /// The types. An `Int` that is called a type is an index into this array, and one that is called a unit is an index into ``units``.
  private(set) var entries: [Entry] = []
  private var roots: [String: Int] = [:]
  /// For each declaration in each file, the type that it declares or extends.
  private var types: [[Int?]]

  /// The maximum number of parts of a name, and the maximum number of classes that are searched for inherited types.
  private static let maximumDepth = 64

  init(_ units: [SwiftUnit]) {
    self.units = units
    types = units.map { Array(repeating: nil, count: $0.types.count) }
    register()
    // An extension can extend a type that another extension declares.
    let counts = Set(units.flatMap { $0.types.filter { $0.kind == .extension }.map(\.path.count) })
    for count in counts.sorted() where count <= Self.maximumDepth {
      for (number, unit) in units.enumerated() {
        for (index, declaration) in unit.types.enumerated()
        where declaration.kind == .extension && declaration.path.count == count {
          extend(declaration.path, with: Reference(unit: number, index: index))
        }
      }
      register()
    }
  }

  func declaration(_ reference: Reference) -> TypeDeclaration { units[reference.unit].types[reference.index] }

  /// Returns the declaration of a type; nil for one that is only extended.
  func declaration(of type: Int) -> TypeDeclaration? { entries[type].declaration.map { declaration($0) } }

  /// Returns the declaration of a type and its extensions.
  func declarations(of type: Int) -> [Reference] {
    (entries[type].declaration.map { [$0] } ?? []) + entries[type].extensions
  }

  func type(of reference: Reference) -> Int? { types[reference.unit][reference.index] }

  /// Returns the full name of a type, with the names of the types around it.
  func name(of type: Int) -> String {
    var names: [String] = []
    var next: Int? = type
    while let current = next {
      names.append(entries[current].simpleName)
      next = entries[current].parent
    }
    return names.reversed().joined(separator: ".")
  }

  /// A case of a nested enumeration of coding keys.
  struct CodingKey {
    let key: String
    /// The token of the case.
    let token: Int
    let unit: Int
    /// The first token of a value that is not a plain string. ``key`` is then the name of the case.
    let unreadable: Int?
  }

  /// Returns the keys of a nested enumeration of coding keys, by the names of its cases; nil if there is none.
  func codingKeys(named name: String, of type: Int) -> [String: CodingKey]? {
    guard let child = entries[type].children[name], let reference = entries[child].declaration,
      declaration(reference).kind == .enumeration
    else { return nil }
    let reader = ValueReader(units[reference.unit].file)
    var keys: [String: CodingKey] = [:]
    for declared in declaration(reference).cases {
      var key: String? = declared.name
      if let value = declared.value {
        if case .string(let text) = reader.read(value) { key = text } else { key = nil }
      }
      keys[declared.name] = CodingKey(
        key: key ?? declared.name, token: declared.nameToken, unit: reference.unit,
        unreadable: key == nil ? declared.value?.lowerBound : nil)
    }
    return keys
  }

  mutating func setSuperclass(_ superclass: Int, of type: Int) { entries[type].superclass = superclass }

  /// Returns the type with a full name, as ``name(of:)`` returns it.
  func type(named name: String) -> Int? { find(name.split(separator: ".").map { String($0) }, from: nil) }

  /// Returns the type with a name inside the type `scope`. If the first part is not a type, it is taken for a module and ignored.
  func find(_ path: [String], from scope: Int?) -> Int? {
    guard let first = path.first else { return nil }
    guard let start = find(first, from: scope) else {
      return path.count > 1 ? descend(path.dropFirst(2), from: roots[path[1]]) : nil
    }
    return descend(path.dropFirst(), from: start)
  }

  private func find(_ name: String, from scope: Int?) -> Int? {
    var scope = scope
    while let current = scope {
      if let found = member(name, of: current) { return found }
      scope = entries[current].parent
    }
    return roots[name]
  }

  private func descend(_ path: ArraySlice<String>, from start: Int?) -> Int? {
    path.reduce(start) { type, name in type.flatMap { member(name, of: $0) } }
  }

  private func member(_ name: String, of type: Int) -> Int? {
    var next: Int? = type
    for _ in 0..<Self.maximumDepth {
      guard let current = next else { return nil }
      if let found = entries[current].children[name] { return found }
      next = entries[current].superclass
    }
    return nil
  }

  /// Adds the declarations that are not in an extension, and those in extensions that were already added.
  private mutating func register() {
    for (number, unit) in units.enumerated() {
      for (index, declaration) in unit.types.enumerated()
      where declaration.kind != .extension && types[number][index] == nil {
        let parent = declaration.parent.map { types[number][$0] }
        // Declarations of the framework's own classes are already known.
        if case .some(.none) = parent { continue }
        if parent == nil, FrameworkClasses.contains(declaration.path[0]) { continue }
        types[number][index] = add(
          declaration.path[0], in: parent ?? nil, Reference(unit: number, index: index))
      }
    }
  }

  private mutating func extend(_ path: [String], with reference: Reference) {
    var type = find(path, from: nil)
    if type == nil {
      for name in path {
        let found = type.map { entries[$0].children[name] } ?? roots[name]
        type = found ?? add(name, in: type, nil)
      }
    }
    guard let type else { return }
    types[reference.unit][reference.index] = type
    entries[type].extensions.append(reference)
  }

  private mutating func add(_ name: String, in parent: Int?, _ reference: Reference?) -> Int {
    let known = parent.map { entries[$0].children[name] } ?? roots[name]
    entries.append(Entry(simpleName: name, parent: parent, declaration: reference, duplicateOf: known))
    let type = entries.count - 1
    if known != nil { return type }
    if let parent { entries[parent].children[name] = type } else { roots[name] = type }
    return type
  }
}
