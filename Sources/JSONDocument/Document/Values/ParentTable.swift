import Synchronization

/// Finds parents in a few steps. It contains the parents of every 64th node, and all containers around them.
final class ParentTable: Sendable {
  static let stride = 64

  /// A container around one of the nodes in the table.
  private struct Ancestor {
    let node: UInt32
    /// The index of its parent in `ancestors`; the root is its own parent.
    let parent: UInt32
  }

  private let ancestors: [Ancestor]
  /// The index in `ancestors` of the parent of every 64th node.
  private let parents: [UInt32]

  init(_ document: JSONDocument) {
    var ancestors = [Ancestor(node: 0, parent: 0)]
    var parents: [UInt32] = [0]
    parents.reserveCapacity(document.nodeCount / Self.stride + 1)
    var open: [Int] = []
    /// The indices in `ancestors` of the outer open containers. The inner ones are not recorded yet.
    var known: [UInt32] = []
    for index in 0..<document.nodeCount {
      while let last = open.last, Int(document.node(last).link) <= index {
        open.removeLast()
        if known.count > open.count { known.removeLast() }
      }
      if index > 0, index % Self.stride == 0 {
        for container in open[known.count...] {
          let position = UInt32(truncatingIfNeeded: container == 0 ? 0 : ancestors.count)
          if container > 0 {
            ancestors.append(Ancestor(node: UInt32(truncatingIfNeeded: container), parent: known[known.count - 1]))
          }
          known.append(position)
        }
        parents.append(known[known.count - 1])
      }
      if document.node(index).isContainer { open.append(index) }
    }
    self.ancestors = ancestors
    self.parents = parents
  }

  /// Returns the innermost container of the table around the node `anchor` that also contains the node `index`.
  fileprivate func container(around anchor: Int, holding index: Int, in document: JSONDocument) -> Int {
    var ancestor = ancestors[Int(parents[anchor / Self.stride])]
    while Int(document.node(Int(ancestor.node)).link) <= index { ancestor = ancestors[Int(ancestor.parent)] }
    return Int(ancestor.node)
  }
}

extension JSONDocument {
  /// The number of preceding values to examine before a table is created.
  private static let stepsWithoutTable = 512

  /// Returns the index of the object or array that contains a node.
  ///
  /// - Precondition: The node is not the root.
  func parentIndex(of index: Int) -> Int {
    let node = node(index)
    if !node.isContainer { return Int(node.link) }
    let table = parsed.parents.load()
    // With a table, only the nodes after the last one in the table are examined.
    let first = table == nil ? 0 : index - index % ParentTable.stride
    var position = index
    var steps = 0
    while position > first, table != nil || steps < Self.stepsWithoutTable {
      // The preceding value is either the parent itself, or is inside the same parent.
      let before = self.node(position - 1)
      position = before.isContainer ? position - 1 : Int(before.link)
      if Int(self.node(position).link) > index { return position }
      steps += 1
    }
    let made = table ?? parsed.parents.storeIfNil(ParentTable(parsed))
    return made.container(around: index - index % ParentTable.stride, holding: index, in: self)
  }
}
