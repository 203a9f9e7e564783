import Synchronization

/// The positions of every 64th element of an array, to find a distant element in a few steps.
struct ElementTable {
  private static let stride = 64
  /// The minimum number of nodes of an array for which a table is worth its cost.
  static let fewestNodes = 128

  private var elements: [UInt32] = []
  private(set) var count = 0

  init(_ array: JSONValue) {
    for element in array.elements {
      if count % Self.stride == 0 { elements.append(UInt32(truncatingIfNeeded: element.index)) }
      count += 1
    }
  }

  /// Returns the element at the index `place` of the array. The element must exist.
  func element(at place: Int, of document: JSONDocument) -> JSONValue {
    var index = Int(elements[place / Self.stride])
    for _ in 0..<place % Self.stride { index = document.node(index).next(after: index) }
    return JSONValue(document: document, index: index)
  }

  /// Returns the index in the array of the element whose node has the index `element`. The element must exist.
  func place(of element: Int, in document: JSONDocument) -> Int {
    var (low, high) = (0, elements.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(elements[middle]) <= element { low = middle } else { high = middle - 1 }
    }
    var place = low * Self.stride
    var index = Int(elements[low])
    while index < element {
      index = document.node(index).next(after: index)
      place += 1
    }
    return place
  }
}

extension JSONValue {
  /// The index of an element in its array; nil for the root and for a member.
  ///
  /// The first search in a long array examines all elements; later ones take a few steps. In a changed live array, a search takes a few steps if it
  /// continues after the element of the previous search, and otherwise time proportional to the number of elements.
  package var indexInParent: Int? {
    guard let array = parent, array.kind == .array else { return nil }
    if let edits = array.document.edits, edits.changedItems(of: array.index) != nil {
      return edits.place(of: self, in: array)
    }
    let parsed = array.document.parsed
    let original = JSONValue(document: parsed, index: array.index)
    guard Int(original.node.link) - array.index > ElementTable.fewestNodes else {
      return original.elements.enumerated().first { $1.index == index }?.offset
    }
    return parsed.elementTables.withLock { tables in
      if let table = tables[array.index] { return table.place(of: index, in: parsed) }
      let table = ElementTable(original)
      tables[array.index] = table
      return table.place(of: index, in: parsed)
    }
  }

  /// The previous element of the array; nil for the first element, for the root and for a member.
  package var previousElement: JSONValue? { indexInParent.flatMap { parent?[$0 - 1] } }
}
