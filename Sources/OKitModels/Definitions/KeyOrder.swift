package import JSONDocument
import OKitStorage

/// The keys that objects of a class can have, in the order in which they mostly have them.
package struct KeyOrder {
  /// Keys compared one by one before the dictionary is used; most classes have fewer.
  private static let searched = 32

  private let keys: [[UInt8]]
  /// Of classes with more keys.
  private let places: [ExactText: Int]

  package init(_ keys: [String]) {
    self.keys = keys.map { Array($0.utf8) }
    places =
      keys.count > Self.searched
      ? Dictionary(keys.enumerated().map { (ExactText($1), $0) }) { first, _ in first } : [:]
  }

  package var count: Int { keys.count }

  /// The place of a key. Objects of a class mostly have their members in the same order, so the search begins at the place that is likely.
  package func place(of key: JSONKey, from start: Int) -> Int? {
    for step in 0..<min(keys.count, Self.searched) {
      let place = (start + step) % keys.count
      if keys[place].withUnsafeBytes({ key.hasBytes(equalTo: $0) }) { return place }
    }
    return places.isEmpty ? nil : places[ExactText(key.string)]
  }
}
