import Synchronization

/// Knows every 64th element of an array, so that a far one is found in a few steps.
struct ElementTable {
  private static let stride = 64
  /// An array of fewer nodes is gone through instead.
  static let fewestNodes = 128

  private var elements: [UInt32] = []
  private(set) var count = 0

  init(_ array: JSONValue) {
    for element in array.elements {
      if count % Self.stride == 0 { elements.append(UInt32(truncatingIfNeeded: element.index)) }
      count += 1
    }
  }

  /// The element at a place of the array, which must have it.
  func element(at place: Int, of document: JSONDocument) -> JSONValue {
    var index = Int(elements[place / Self.stride])
    for _ in 0..<place % Self.stride { index = document.node(index).next(after: index) }
    return JSONValue(document: document, index: index)
  }

  /// The place of an element in the array, which must have it.
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
  /// The index that an element has in its array; nil of the root and of a member.
  ///
  /// Takes a few steps, after the first search in a long array has gone once over its elements. In a live array that was changed, it takes a few steps
  /// for each element behind the one of the search before, else time in proportion to the elements.
  package var indexInParent: Int? {
    guard let array = parent, array.kind == .array else { return nil }
    if let edits = array.document.edits, edits.items[array.index] != nil { return edits.place(of: self, in: array) }
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

  /// The element before this one in its array; nil of the first one, of the root and of a member.
  package var previousElement: JSONValue? { indexInParent.flatMap { parent?[$0 - 1] } }
}
