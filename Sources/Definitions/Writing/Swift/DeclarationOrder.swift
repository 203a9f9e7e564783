/// The most readable order of declarations: roots of models first, then the types that they refer to in that order, and unused types last.
struct DeclarationOrder {
  private let definitions: Definitions
  /// The top-level declarations.
  private(set) var outermost: [String] = []
  /// The full names of nested declarations, by the full name of the enclosing one.
  private(set) var nested: [String: [String]] = [:]
  private var seen: Set<String> = []
  private var waiting: [String] = []

  init(_ definitions: Definitions) {
    self.definitions = definitions
    visit(definitions.registrations.map(\.className))
    visit(definitions.classes.values.filter(\.isModel).map(\.name).sorted())
    visit(definitions.classes.keys.sorted())
    visit(definitions.enumerations.keys.sorted())
  }

  private mutating func visit(_ names: [String]) {
    waiting = names.reversed()
    while let name = waiting.popLast() {
      guard !FrameworkClasses.contains(name), isDefined(name), add(name) else { continue }
      guard let definition = definitions.classes[name] else { continue }
      var met = definition.typeNames
      if let superclass = definition.superclass { met.append(superclass) }
      waiting += met.reversed()
    }
  }

  private func isDefined(_ name: String) -> Bool {
    definitions.classes[name] != nil || definitions.enumerations[name] != nil
  }

  /// Adds a declaration after those that enclose it. Returns false if it was already added.
  private mutating func add(_ name: String) -> Bool {
    guard !seen.contains(name) else { return false }
    let components = name.split(separator: ".").map(String.init)
    for count in 1...max(components.count, 1) {
      let whole = components.prefix(count).joined(separator: ".")
      guard seen.insert(whole).inserted else { continue }
      if count == 1 {
        outermost.append(whole)
      } else {
        nested[components.prefix(count - 1).joined(separator: "."), default: []].append(whole)
      }
      // An enclosing class is added here, so the types of its properties follow too.
      if count < components.count, isDefined(whole) {
        waiting += (definitions.classes[whole]?.properties ?? []).reversed().flatMap { $0.type.names }
      }
    }
    return true
  }
}

extension ClassDefinition {
  /// True if it is the root of a model.
  var isModel: Bool { if case .model = role { true } else { false } }
}
