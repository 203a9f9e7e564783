import OKitStorage

/// A graph of references between entities, or between classes if there are many entities.
package struct ReferenceGraph: Sendable {
  /// An entity or a class.
  package struct Node: Sendable {
    /// The id of an entity, or the name of a class.
    package let id: String
    /// The class; for an entity without a definition, the property that contains it.
    package let className: String
    /// The name of an entity, or the number of a class's entities in the graph.
    package let name: String
    /// The path of an entity, which okit accepts as input; nil for a class.
    package let path: String?
    /// A unique key: the path of an entity, or the name of a class.
    package var key: String { path ?? id }
  }

  /// The references from one node to another through the same property.
  package struct Edge: Hashable, Sendable {
    /// The index of the node with the references.
    package let source: Int
    /// The index of the node that they lead to.
    package let target: Int
    /// The property that contains the references.
    package let property: String
    /// The number of references.
    package var count: Int
  }

  /// The entities or classes.
  package private(set) var nodes: [Node] = []
  /// The references between the nodes.
  package private(set) var edges: [Edge] = []
  /// True if the nodes are classes.
  package let isSummary: Bool

  /// The maximum number of entities that are shown one by one by default.
  package static let readableCount = 300

  /// The graph of `references`. Its nodes are classes if `isSummary` is true, which is the default for more than ``readableCount`` entities.
  package init(_ references: [References.Reference], isSummary: Bool? = nil) {
    var entities: Set<String> = []
    for reference in references {
      entities.insert(reference.owner.path)
      if let target = reference.target { entities.insert(target.path) }
    }
    self.isSummary = isSummary ?? (entities.count > Self.readableCount)
    var builder = Builder(isSummary: self.isSummary)
    for reference in references {
      guard let target = reference.target else { continue }
      builder.add(reference.owner, target, property: Self.lastProperty(reference.source.path))
    }
    (nodes, edges) = builder.finished()
  }

  /// Returns the name of the last property on a path.
  private static func lastProperty(_ path: String) -> String {
    let component = path.pathComponents.last ?? path
    let name = component.utf8.split(separator: UInt8(ascii: ":")).last ?? component.utf8[...]
    return String(decoding: name.prefix { $0 != UInt8(ascii: "[") }, as: UTF8.self)
  }

  /// Returns a substitute for the class of an entity without a definition: the property that contains it, or the model if it is a root.
  private static func group(of entity: EntityDescription) -> String {
    let property = lastProperty(entity.path)
    return property == "." ? entity.model.description : property
  }

  private struct Builder {
    let isSummary: Bool
    private var nodes: [Node] = []
    private var entityCounts: [Int] = []
    private var known: [String: Int] = [:]
    private var members: Set<String> = []
    private var edges: [EdgeKey: Int] = [:]

    private struct EdgeKey: Hashable {
      let source: Int
      let target: Int
      let property: String
    }

    init(isSummary: Bool) {
      self.isSummary = isSummary
    }

    mutating func add(_ source: EntityDescription, _ target: EntityDescription, property: String) {
      edges[EdgeKey(source: node(source), target: node(target), property: property), default: 0] += 1
    }

    private mutating func node(_ entity: EntityDescription) -> Int {
      let className = entity.className ?? ReferenceGraph.group(of: entity)
      let key = isSummary ? className : entity.path
      let isNewMember = members.insert(entity.path).inserted
      if let number = known[key] {
        if isNewMember { entityCounts[number] += 1 }
        return number
      }
      known[key] = nodes.count
      nodes.append(
        Node(
          id: isSummary ? className : entity.id ?? entity.path, className: className,
          name: entity.name ?? entity.id ?? entity.path, path: isSummary ? nil : entity.path))
      entityCounts.append(1)
      return nodes.count - 1
    }

    func finished() -> ([Node], [Edge]) {
      let named = zip(nodes, entityCounts).map { node, count in
        isSummary ? Node(id: node.id, className: node.className, name: String(count), path: nil) : node
      }
      let sorted = edges.sorted {
        ($0.key.source, $0.key.target, $0.key.property) < ($1.key.source, $1.key.target, $1.key.property)
      }
      return (
        named,
        sorted.map { Edge(source: $0.key.source, target: $0.key.target, property: $0.key.property, count: $0.value) }
      )
    }
  }
}
