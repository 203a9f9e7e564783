import JSONDocument

/// The keys that objects of a class can have, in the order in which they mostly have them.
struct KeyOrder {
  private let keys: [[UInt8]]

  init(_ keys: [String]) {
    self.keys = keys.map { Array($0.utf8) }
  }

  var count: Int { keys.count }

  /// The place of a key. Objects of a class mostly have their members in the same order, so the search begins at the place that is likely.
  func place(of key: JSONKey, from start: Int) -> Int? {
    for step in keys.indices {
      let place = (start + step) % keys.count
      if keys[place].withUnsafeBytes({ key.hasBytes(equalTo: $0) }) { return place }
    }
    return nil
  }
}
