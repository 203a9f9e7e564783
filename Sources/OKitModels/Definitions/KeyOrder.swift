package import JSONDocument
import OKitStorage

/// The keys of a class in the order that most objects have.
package struct KeyOrder {
  /// The number of keys that are compared one by one. The dictionary is used only for further keys.
  private static let searched = 32

  private let keys: [[UInt8]]
  /// The indices of all keys, if the class has more keys than are searched.
  private let places: [ExactText: Int]

  /// The order of `keys`.
  package init(_ keys: [String]) {
    self.keys = keys.map { Array($0.utf8) }
    places =
      keys.count > Self.searched
      ? Dictionary(keys.enumerated().map { (ExactText($1), $0) }) { first, _ in first } : [:]
  }

  /// The number of keys.
  package var count: Int { keys.count }

  /// Returns the index of a key. The search begins at `start`, because most objects have their members in the same order.
  package func place(of key: JSONKey, from start: Int) -> Int? {
    for step in 0..<min(keys.count, Self.searched) {
      let place = (start + step) % keys.count
      if keys[place].withUnsafeBytes({ key.hasBytes(equalTo: $0) }) { return place }
    }
    return places.isEmpty ? nil : places[ExactText(key.string)]
  }
}
