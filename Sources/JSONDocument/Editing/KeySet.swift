/// The new keys of one object, usually few.
struct KeySet {
  private static let few = 12

  private var list: [String] = []
  /// The keys in a set, if there are more than a few.
  private var set: Set<[UInt8]> = []

  func contains(_ key: String) -> Bool {
    set.isEmpty ? list.contains { $0.utf8.elementsEqual(key.utf8) } : set.contains(Array(key.utf8))
  }

  mutating func insert(_ key: String) {
    if set.isEmpty, list.count < Self.few {
      list.append(key)
    } else {
      set.formUnion(list.map { Array($0.utf8) })
      list = []
      set.insert(Array(key.utf8))
    }
  }
}
