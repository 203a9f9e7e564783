/// Finds out whether parts that lead to others ever lead to themselves.
package enum Cycle {
  /// A way on which no end was found.
  package enum Fault<Node> {
    /// The node leads to itself.
    case endless(Node)
    /// More than the maximum number of nodes lead from one to the next, the last one here.
    case tooLong(Node)
  }

  /// Returns the first fault of the ways from `nodes`; nil if all ways end. Each node is visited once.
  ///
  /// - Parameters:
  ///   - maximumLength: The maximum number of nodes on a way.
  ///   - id: Returns the identity of a node.
  ///   - next: Returns the nodes that a node leads to.
  package static func fault<Node, ID: Hashable>(
    from nodes: [Node], maximumLength: Int = .max, id: (Node) -> ID, next: (Node) -> [Node]
  ) -> Fault<Node>? {
    /// The lengths of the longest ways from the nodes whose ways end.
    var lengths: [ID: Int] = [:]
    for start in nodes where lengths[id(start)] == nil {
      var way: [(node: Node, rest: ArraySlice<Node>, length: Int)] = [(start, next(start)[...], 1)]
      var onWay: Set<ID> = [id(start)]
      while var last = way.last {
        guard let node = last.rest.popFirst() else {
          way.removeLast()
          onWay.remove(id(last.node))
          lengths[id(last.node)] = last.length
          if last.length > maximumLength { return .tooLong(last.node) }
          if !way.isEmpty { way[way.count - 1].length = max(way[way.count - 1].length, last.length + 1) }
          continue
        }
        way[way.count - 1].rest = last.rest
        if onWay.contains(id(node)) { return .endless(node) }
        if let length = lengths[id(node)] {
          way[way.count - 1].length = max(last.length, length + 1)
        } else {
          way.append((node, next(node)[...], 1))
          onWay.insert(id(node))
        }
      }
    }
    return nil
  }
}
