/// Knows every 64th element of an array, so that a far one is found in a few steps.
struct ElementTable {
  private static let stride = 64

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
}
