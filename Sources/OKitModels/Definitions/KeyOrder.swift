package import JSONDocument
import OKitStorage

/// The keys of a class in the order that most objects have.
package struct KeyOrder {
  /// The number of keys that are compared one by one. The dictionary is used only for further keys.
  private static let searched = 32

  /// The texts of all keys, one after the other.
  private let texts: [UInt8]
  /// The index in `texts` at which each key begins, and at which the last one ends.
  private let starts: [Int]
  /// The indices of all keys, if the class has more keys than are searched.
  private let indices: [ExactText: Int]

  /// The order of `keys`.
  package init(_ keys: [String]) {
    texts = keys.flatMap { Array($0.utf8) }
    starts = keys.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
    indices =
      keys.count > Self.searched
      ? Dictionary(keys.enumerated().map { (ExactText($1), $0) }) { first, _ in first } : [:]
  }

  /// The number of keys.
  package var count: Int { starts.count - 1 }

  /// Returns the index of a key. The search begins at `start`, because most objects have their members in the same order.
  package func index(of key: JSONKey, from start: Int) -> Int? {
    let found = texts.withUnsafeBytes { texts -> Int? in
      var index = start < count ? start : 0
      for _ in 0..<min(count, Self.searched) {
        if key.hasBytes(equalTo: UnsafeRawBufferPointer(rebasing: texts[starts[index]..<starts[index + 1]])) {
          return index
        }
        index = index + 1 < count ? index + 1 : 0
      }
      return nil
    }
    return found ?? (indices.isEmpty ? nil : indices[ExactText(key.string)])
  }
}
