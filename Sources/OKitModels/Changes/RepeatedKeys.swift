import JSONDocument

/// Finds keys that repeat an earlier key of their object. They are ignored.
struct RepeatedKeys {
  /// The maximum number of keys that are looked up one by one.
  private static let maximumSingleLookups = 8

  private let indexes: Set<Int>?

  /// The repeated keys of `object`, prepared for `count` lookups.
  init(_ object: JSONValue, asked count: Int) {
    indexes = count > Self.maximumSingleLookups ? Set(object.duplicateKeys().map(\.index)) : nil
  }

  func contains(_ key: JSONKey) -> Bool { indexes.map { $0.contains(key.index) } ?? !key.isFirst }
}
