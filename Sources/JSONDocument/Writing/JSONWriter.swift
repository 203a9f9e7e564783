/// Writes JSON in order. A closure writes the members or elements of an object or array.
///
/// ```swift
/// var writer = JSONWriter(pretty: true)
/// writer.object {
///   $0.member("version", 1)
///   $0.object("models") { $0.member("default", "Shop") }
/// }
/// ```
/// Keys are not checked for duplicates, so write each only once.
package struct JSONWriter: Sendable {
  /// The bytes written so far, in UTF-8.
  package private(set) var bytes: [UInt8] = []

  private let style: JSONStyle
  private var depth = 0
  private var isFirst = true
  private var isInObject = false

  /// Creates a writer.
  ///
  /// - Parameter pretty: True to write each member and element on its own line, like jq; false to write no white space.
  package init(pretty: Bool = false) {
    style = pretty ? .pretty : .compact
  }

  /// The text written so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes an object, as the root or an element.
  ///
  /// - Parameter body: Writes the members.
  /// - Throws: Rethrows the errors of `body`.
  package mutating func object<Failure: Error>(_ body: (inout Self) throws(Failure) -> Void) throws(Failure) {
    beginElement()
    try container(isObject: true, body)
  }

  /// Writes a member that is an object.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Writes the members.
  /// - Throws: Rethrows the errors of `body`.
  package mutating func object<Failure: Error>(
    _ key: String, _ body: (inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    beginMember(key)
    try container(isObject: true, body)
  }

  /// Writes an array, as the root or an element.
  ///
  /// - Parameter body: Writes the elements.
  /// - Throws: Rethrows the errors of `body`.
  package mutating func array<Failure: Error>(_ body: (inout Self) throws(Failure) -> Void) throws(Failure) {
    beginElement()
    try container(isObject: false, body)
  }

  /// Writes a member that is an array.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - body: Writes the elements.
  /// - Throws: Rethrows the errors of `body`.
  package mutating func array<Failure: Error>(
    _ key: String, _ body: (inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    beginMember(key)
    try container(isObject: false, body)
  }

  /// Writes a member that is an array of values.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - values: The elements.
  package mutating func array<Values: Sequence>(_ key: String, of values: Values) where Values.Element: JSONWritable {
    array(key) { writer in
      for value in values { writer.element(value) }
    }
  }

  /// Writes a member.
  ///
  /// - Precondition: An object is being written.
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value; nil for null.
  package mutating func member(_ key: String, _ value: (any JSONWritable)?) {
    beginMember(key)
    write(value)
  }

  /// Writes an element, or a scalar as the root.
  ///
  /// - Precondition: An array is being written, or nothing was written yet.
  /// - Parameter value: The value; nil for null.
  package mutating func element(_ value: (any JSONWritable)?) {
    beginElement()
    write(value)
  }

  /// Writes JSON text unchanged.
  ///
  /// - Parameter json: One JSON value.
  mutating func append(json: some Sequence<UInt8>) { bytes.append(contentsOf: json) }

  /// Writes text in quotes.
  mutating func append(quoting text: String) { JSONText.quote(text, to: &bytes) }

  /// Writes a value of a document in the style of the writer.
  mutating func append(_ value: JSONValue) {
    Self.append(value, style, margin: Array(repeatElement(style.indentation, count: depth).joined()), to: &bytes)
  }

  private mutating func write(_ value: (any JSONWritable)?) {
    if let value { value.write(to: &self) } else { append(json: "null".utf8) }
  }

  private mutating func container<Failure: Error>(
    isObject: Bool, _ body: (inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    let wasInObject = isInObject
    bytes.append(isObject ? 0x7B : 0x5B)
    (isInObject, isFirst) = (isObject, true)
    depth += 1
    try body(&self)
    depth -= 1
    if !isFirst { breakLine() }
    bytes.append(isObject ? 0x7D : 0x5D)
    (isInObject, isFirst) = (wasInObject, false)
  }

  private mutating func beginMember(_ key: String) {
    precondition(isInObject, "a member is part of an object")
    separate()
    append(quoting: key)
    bytes.append(contentsOf: style.colon)
  }

  private mutating func beginElement() {
    precondition(!isInObject, "a member of an object has a key")
    precondition(depth > 0 || bytes.isEmpty, "a text is one value")
    separate()
  }

  private mutating func separate() {
    if depth == 0 { return }
    if !isFirst { bytes.append(0x2C) }
    breakLine()
    isFirst = false
  }

  private mutating func breakLine() {
    if !style.isMultiline { return }
    bytes.append(contentsOf: style.newline)
    for _ in 0..<depth { bytes.append(contentsOf: style.indentation) }
  }
}
