import Synchronization

/// Finds parents in a few steps: it knows that of every 64th node, and those of all containers which these are in.
final class ParentTable: Sendable {
  static let stride = 64

  /// A container that a node of the stride is in.
  private struct Ancestor {
    let node: UInt32
    /// Where its own parent is among the ancestors; that of the root is itself.
    let parent: UInt32
  }

  private let ancestors: [Ancestor]
  /// Where the parent of every 64th node is among the ancestors.
  private let parents: [UInt32]

  init(_ document: JSONDocument) {
    var ancestors = [Ancestor(node: 0, parent: 0)]
    var parents: [UInt32] = [0]
    parents.reserveCapacity(document.nodeCount / Self.stride + 1)
    var open: [Int] = []
    /// The places of the first open ones among the ancestors; the others are none so far.
    var known: [UInt32] = []
    for index in 0..<document.nodeCount {
      while let last = open.last, Int(document.node(last).link) <= index {
        open.removeLast()
        if known.count > open.count { known.removeLast() }
      }
      if index > 0, index % Self.stride == 0 {
        for container in open[known.count...] {
          let place = UInt32(truncatingIfNeeded: container == 0 ? 0 : ancestors.count)
          if container > 0 {
            ancestors.append(Ancestor(node: UInt32(truncatingIfNeeded: container), parent: known[known.count - 1]))
          }
          known.append(place)
        }
        parents.append(known[known.count - 1])
      }
      if document.node(index).isContainer { open.append(index) }
    }
    self.ancestors = ancestors
    self.parents = parents
  }

  /// The container that holds both a node of the stride and a later one that is in the same parent, or in one around it.
  fileprivate func container(around anchor: Int, holding index: Int, in document: JSONDocument) -> Int {
    var ancestor = ancestors[Int(parents[anchor / Self.stride])]
    while Int(document.node(Int(ancestor.node)).link) <= index { ancestor = ancestors[Int(ancestor.parent)] }
    return Int(ancestor.node)
  }
}

extension JSONDocument {
  /// How many values before another one are looked at before the table is made.
  private static let stepsWithoutTable = 512

  /// The index of the object or array that a node is in.
  ///
  /// - Precondition: The node is not the root.
  func parentIndex(of index: Int) -> Int {
    let node = node(index)
    if !node.isContainer { return Int(node.link) }
    let table = parsed.parents.load()
    // What begins at the last node of the stride or before it is for the table, if there is one.
    let first = table == nil ? 0 : index - index % ParentTable.stride
    var place = index
    var steps = 0
    while place > first, table != nil || steps < Self.stepsWithoutTable {
      // The value before is the parent itself, or inside of it together with its own parent.
      let before = self.node(place - 1)
      place = before.isContainer ? place - 1 : Int(before.link)
      if Int(self.node(place).link) > index { return place }
      steps += 1
    }
    let made = table ?? parsed.parents.storeIfNil(ParentTable(parsed))
    return made.container(around: index - index % ParentTable.stride, holding: index, in: self)
  }
}
