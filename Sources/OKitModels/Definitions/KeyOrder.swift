package import JSONDocument
import OKitStorage

/// The keys that objects of a class can have, in the order in which they mostly have them.
package struct KeyOrder {
  /// Keys compared one by one before the dictionary is used; most classes have fewer.
  private static let searched = 32

  /// The texts of all keys, one after the other, and where each begins and the last one ends.
  private let texts: [UInt8]
  private let starts: [Int]
  /// Of classes with more keys.
  private let places: [ExactText: Int]

  package init(_ keys: [String]) {
    texts = keys.flatMap { Array($0.utf8) }
    starts = keys.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
    places =
      keys.count > Self.searched
      ? Dictionary(keys.enumerated().map { (ExactText($1), $0) }) { first, _ in first } : [:]
  }

  package var count: Int { starts.count - 1 }

  /// The place of a key. Objects of a class mostly have their members in the same order, so the search begins at the place that is likely.
  package func place(of key: JSONKey, from start: Int) -> Int? {
    let found = texts.withUnsafeBytes { texts -> Int? in
      var place = start < count ? start : 0
      for _ in 0..<min(count, Self.searched) {
        if key.hasBytes(equalTo: UnsafeRawBufferPointer(rebasing: texts[starts[place]..<starts[place + 1]])) {
          return place
        }
        place = place + 1 < count ? place + 1 : 0
      }
      return nil
    }
    return found ?? (places.isEmpty ? nil : places[ExactText(key.string)])
  }
}
