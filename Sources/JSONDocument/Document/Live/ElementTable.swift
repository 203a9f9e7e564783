/// The positions of every 64th element of an array, to find a distant element in a few steps.
struct ElementTable {
  private static let stride = 64
  /// The minimum number of nodes of an array for which a table is worth its cost.
  static let minimumNodes = 128

  private var elements: [UInt32] = []
  private(set) var count = 0

  init(_ array: JSONValue) {
    for element in array.elements {
      if count % Self.stride == 0 { elements.append(UInt32(truncatingIfNeeded: element.index)) }
      count += 1
    }
  }

  /// Returns the element at an index of the array. The element must exist.
  func element(at elementIndex: Int, of document: JSONDocument) -> JSONValue {
    var index = Int(elements[elementIndex / Self.stride])
    for _ in 0..<elementIndex % Self.stride { index = document.node(index).next(after: index) }
    return JSONValue(document: document, index: index)
  }

  /// Returns the index in the array of the element whose node has the index `element`. The element must exist.
  func elementIndex(of element: Int, in document: JSONDocument) -> Int {
    var (low, high) = (0, elements.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if Int(elements[middle]) <= element { low = middle } else { high = middle - 1 }
    }
    var elementIndex = low * Self.stride
    var index = Int(elements[low])
    while index < element {
      index = document.node(index).next(after: index)
      elementIndex += 1
    }
    return elementIndex
  }
}
