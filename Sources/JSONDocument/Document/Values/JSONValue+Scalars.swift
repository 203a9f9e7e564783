import Glibc

extension JSONValue {
  /// The decoded text of a string; nil for any other value.
  package var string: String? { node.kindBits == Node.string ? document.text(of: node) : nil }

  /// True if the value is a string with the same bytes as `text`. A composed `é` differs from a decomposed one. Allocates no memory.
  @inlinable
  package func hasString(equalTo text: String) -> Bool {
    let node = node
    return node.kindBits == Node.string && document.text(of: node, equals: text)
  }

  /// The range of a string's text in the document, without quotes, if it contains no escape, so that the bytes are the text; nil for any other
  /// value. This is for indexes that compare many strings.
  @inlinable package var unescapedTextRange: Range<Int>? {
    let node = node
    return node.kindBits == Node.string && !node.isEscaped ? node.textRange : nil
  }

  /// The value of `true` or `false`; nil for any other value.
  @inlinable package var bool: Bool? {
    let info = node.info
    return info & 0xFF == Node.bool ? info & Node.isTrue != 0 : nil
  }

  /// True if the value is `null`.
  @inlinable package var isNull: Bool { node.kindBits == Node.null }

  /// The value of a number that is an integer and fits, in any notation: `1.0` and `1e2` are integers, like for Swift's JSONDecoder, but `1.5`
  /// is not. The value is never rounded. Nil for any other value.
  package var int: Int? {
    let node = node
    return node.kindBits == Node.number ? DecimalNumber(document.slice(node.range)).int : nil
  }

  /// True if the number has a fraction or an exponent.
  package var isFraction: Bool { node.kindBits == Node.number && node.info & Node.fractional != 0 }

  /// Compares two numbers by their exact values, whatever their notations and numbers of digits.
  ///
  /// - Returns: A negative number, 0 or a positive number if this number is less than, equal to or greater than `other`; nil if one of
  ///   them is no number.
  package func numericOrder(to other: JSONValue) -> Int? {
    let (node, otherNode) = (node, other.node)
    guard node.kindBits == Node.number, otherNode.kindBits == Node.number else { return nil }
    return DecimalNumber(document.slice(node.range))
      .order(to: DecimalNumber(other.document.slice(otherNode.range)))
  }

  /// True if a text is the JSON of a number.
  package static func isNumber(_ text: UnsafeRawBufferPointer) -> Bool { DecimalNumber.isNumber(text) }

  /// Compares two texts as numbers, see ``numericOrder(to:)``; nil if one of them is not the JSON of a number.
  package static func numericOrder(of text: UnsafeRawBufferPointer, to other: UnsafeRawBufferPointer) -> Int? {
    guard DecimalNumber.isNumber(text), DecimalNumber.isNumber(other) else { return nil }
    return DecimalNumber(text).order(to: DecimalNumber(other))
  }

  /// Compares two texts that are the JSON of numbers, see ``numericOrder(to:)``.
  package static func orderOfNumbers(_ number: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
    // Data usually spells equal numbers in the same way.
    if number.count == other.count, let one = number.baseAddress, let second = other.baseAddress,
      memcmp(one, second, number.count) == 0
    {
      return 0
    }
    return DecimalNumber(number).order(to: DecimalNumber(other))
  }

  /// The `Double` nearest to the JSON of a number; nil if the number is too large.
  package static func double(of number: UnsafeRawBufferPointer) -> Double? { DecimalNumber(number).double }

  /// The `Double` nearest to a number; nil if the number is too large, and for any other value.
  package var double: Double? {
    let node = node
    return node.kindBits == Node.number ? DecimalNumber(document.slice(node.range)).double : nil
  }

  /// The number of significant digits that every `Double` keeps.
  private static let safeLength = 15

  /// True if the number stays the same when it is read as the `Double` nearest to it, `double`, and written in the shortest way.
  package func isExact(as double: Double) -> Bool {
    if range.count <= Self.safeLength, double.isNormal { return true }
    var text = "\(double)"
    return withRawBytes { stored in
      text.withUTF8 { Self.numericOrder(of: stored, to: UnsafeRawBufferPointer($0)) } == 0
    }
  }

  /// True if a program can have written the number from `double`, the `Double` nearest to it: in the shortest way, or with 17 digits.
  package func isWritten(from double: Double) -> Bool {
    if isExact(as: double) { return true }
    return withRawBytes { stored in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
        let count = withVaList([double]) { vsnprintf(text.baseAddress, text.count, "%.17g", $0) }
        let written = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<Int(count)])
        return Self.numericOrder(of: stored, to: written)
      } == 0
    }
  }
}
