import JSONDocument

/// The orders of texts that stand for other values.
enum TextOrder {
  /// Compares numbers by their exact values. Texts that are not numbers come after all numbers, in the order of their bytes.
  @Sendable static func numbers(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    if let order = JSONValue.numericOrder(of: left, to: right) { return order }
    let (isNumber, isOtherNumber) = (JSONValue.isNumber(left), JSONValue.isNumber(right))
    return isNumber == isOtherNumber ? bytes(left, right) : isNumber ? -1 : 1
  }

  /// Compares dates in UTC, whose text has a `Z` behind the last digit, which is not always the same one.
  @Sendable static func dates(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    bytes(withoutZone(left), withoutZone(right))
  }

  private static func withoutZone(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    text.last == UInt8(ascii: "Z") ? UnsafeRawBufferPointer(rebasing: text.dropLast()) : text
  }

  private static func bytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Int {
    left.elementsEqual(right) ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }
}
