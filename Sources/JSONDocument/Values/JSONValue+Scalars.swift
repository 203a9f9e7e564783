extension JSONValue {
  /// The decoded text of a string; nil of all else.
  package var string: String? { node.kindBits == Node.string ? document.text(of: node) : nil }

  /// Whether the value is a string with the bytes of another. Allocates nothing; `é` of one scalar is not `é` of two.
  @inlinable
  package func hasString(equalTo text: String) -> Bool {
    let node = node
    return node.kindBits == Node.string && document.text(of: node, equals: text)
  }

  /// Where the text of a string is in the document, without quotes, provided that no escape is in it, so that the bytes are the text;
  /// nil of all else. For indexes that compare many strings.
  @inlinable package var unescapedTextRange: Range<Int>? {
    let node = node
    return node.kindBits == Node.string && !node.isEscaped ? node.textRange : nil
  }

  /// The value of `true` and `false`; nil of all else.
  @inlinable package var bool: Bool? {
    let info = node.info
    return info & 0xFF == Node.bool ? info & Node.isTrue != 0 : nil
  }

  /// Whether the value is `null`.
  @inlinable package var isNull: Bool { node.kindBits == Node.null }

  /// The value of a number that is an integer and fits, however it is written: `1.0` and `1e2` are integers, as they are to Swift's
  /// JSONDecoder, `1.5` is none. It is never rounded. Nil of all else.
  package var int: Int? {
    let node = node
    return node.kindBits == Node.number ? DecimalNumber(document.slice(node.range)).int : nil
  }

  /// The binary floating point number nearest to a number; nil if it is too large for one, and nil of all else.
  package var double: Double? {
    let node = node
    return node.kindBits == Node.number ? DecimalNumber(document.slice(node.range)).double : nil
  }
}
