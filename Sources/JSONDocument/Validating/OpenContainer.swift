/// An object or array whose end has not come yet.
struct OpenContainer: Sendable {
  private let bits: Int

  init(isObject: Bool, at start: Int) {
    bits = start &<< 1 | (isObject ? 1 : 0)
  }

  var isObject: Bool { bits & 1 != 0 }
  /// The offset of its first byte.
  var start: Int { bits &>> 1 }
}
