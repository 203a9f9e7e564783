import JSONDocument

/// Tells keys that repeat an earlier one of their object, which do not count.
struct RepeatedKeys {
  /// Asked for so few keys, each is looked up on its own.
  private static let few = 8

  private let indexes: Set<Int>?

  /// Of `object`, when so many keys of it will be asked for.
  init(_ object: JSONValue, asked count: Int) {
    indexes = count > Self.few ? Set(object.duplicateKeys().map(\.index)) : nil
  }

  func contain(_ key: JSONKey) -> Bool { indexes.map { $0.contains(key.index) } ?? !key.isFirst }
}
