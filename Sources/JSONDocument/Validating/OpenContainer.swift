/// An object or array that has not ended yet.
struct OpenContainer: Sendable {
  private let bits: Int

  init(isObject: Bool, at start: Int) {
    bits = start &<< 1 | (isObject ? 1 : 0)
  }

  var isObject: Bool { bits & 1 != 0 }
  /// The offset of its opening bracket.
  var start: Int { bits &>> 1 }
}
