import JSONDocument

/// A property that a stand-in and the entity behind it both have.
struct SharedProperty {
  let key: String
  let inModel: JSONValue
  let inPartial: JSONValue

  /// What both have but for the id, which each has of its own.
  static func all(_ standIn: JSONValue, _ entity: JSONValue) -> [SharedProperty] {
    standIn.members.compactMap { key, value in
      guard key != "id", key.isFirst, let other = key.withBytes({ entity.member(withKeyBytes: $0) }) else { return nil }
      return SharedProperty(key: key.string, inModel: value, inPartial: other)
    }
  }

  /// What both have and is not the same.
  static func differing(_ standIn: JSONValue, _ entity: JSONValue) -> [SharedProperty] {
    all(standIn, entity).filter { !$0.inModel.isSame(as: $0.inPartial) }
  }
}

extension JSONKey {
  fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    var text = string
    return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
