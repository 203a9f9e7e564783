import JSONDocument

/// Encodes values as JSON in the framework's encoding.
struct ValueEncoder: Encoder {
  private let node: EncodedNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  fileprivate init(_ node: EncodedNode, _ codingPath: [any CodingKey]) {
    self.node = node
    self.codingPath = codingPath
  }

  /// Returns the JSON of `value`.
  ///
  /// Throws `EncodingError` if JSON cannot represent it, such as a number that is not finite.
  static func json(of value: some Encodable) throws -> String {
    let node = EncodedNode()
    try ValueEncoder(node, []).encode(value)
    return node.json
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.makeObject()
    return KeyedEncodingContainer(EncodedMembers(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.makeArray()
    return EncodedElements(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { node.json = "null" }
  func encode(_ value: Bool) { node.json = value ? "true" : "false" }
  func encode(_ value: String) { node.json = JSONText.quote(value) }
  func encode(_ value: Double) throws { try number(value) }
  func encode(_ value: Float) throws { try number(value) }
  func encode(_ value: Int) { node.json = String(value) }
  func encode(_ value: Int8) { node.json = String(value) }
  func encode(_ value: Int16) { node.json = String(value) }
  func encode(_ value: Int32) { node.json = String(value) }
  func encode(_ value: Int64) { node.json = String(value) }
  func encode(_ value: UInt) { node.json = String(value) }
  func encode(_ value: UInt8) { node.json = String(value) }
  func encode(_ value: UInt16) { node.json = String(value) }
  func encode(_ value: UInt32) { node.json = String(value) }
  func encode(_ value: UInt64) { node.json = String(value) }
  func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }

  private func number<Number: BinaryFloatingPoint & CustomStringConvertible>(_ value: Number) throws {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "\(value) is no number of JSON"))
    }
    let text = value.description
    node.json = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// A value that is being encoded. It is a class, because several open containers write to it.
private final class EncodedNode {
  private enum Content {
    case text(String)
    case object([(key: String, node: EncodedNode)])
    case array([EncodedNode])
  }

  // A value that encodes nothing becomes an empty object, as with Foundation's encoder.
  private var content = Content.object([])

  /// The JSON of the value. Set it for a value without containers.
  var json: String {
    get {
      switch content {
      case .text(let text): text
      case .object(let members):
        "{\(members.map { "\(JSONText.quote($0.key)):\($0.node.json)" }.joined(separator: ","))}"
      case .array(let nodes): "[\(nodes.map(\.json).joined(separator: ","))]"
      }
    }
    set { content = .text(newValue) }
  }

  func makeObject() {
    if case .object = content { return }
    content = .object([])
  }

  func makeArray() {
    if case .array = content { return }
    content = .array([])
  }

  /// Adds a member and returns its node; replaces a member with the same key.
  func member(_ key: String) -> EncodedNode {
    let node = EncodedNode()
    makeObject()
    guard case .object(var members) = content else { preconditionFailure("it was made an object") }
    content = .array([])
    members.removeAll { $0.key.utf8.elementsEqual(key.utf8) }
    members.append((key, node))
    content = .object(members)
    return node
  }

  /// Appends an element and returns its node.
  func element() -> EncodedNode {
    let node = EncodedNode()
    makeArray()
    guard case .array(var nodes) = content else { preconditionFailure("it was made an array") }
    content = .array([])
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  var count: Int { if case .array(let nodes) = content { nodes.count } else { 0 } }
}

/// The members of an object.
private struct EncodedMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let node: EncodedNode
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { inner(key).encodeNil() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try inner(key).encode(value) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) -> KeyedEncodingContainer<Inner> {
    inner(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { inner(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { inner(SuperclassKey.superclass) }
  func superEncoder(forKey key: Key) -> any Encoder { inner(key) }

  private func inner(_ key: some CodingKey) -> ValueEncoder {
    ValueEncoder(node.member(key.stringValue), codingPath + [key])
  }
}

/// The elements of an array.
private struct EncodedElements: UnkeyedEncodingContainer {
  let node: EncodedNode
  let codingPath: [any CodingKey]
  var count: Int { node.count }

  func encodeNil() { inner().encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try inner().encode(value) }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    inner().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { inner().unkeyedContainer() }
  func superEncoder() -> any Encoder { inner() }

  private func inner() -> ValueEncoder { ValueEncoder(node.element(), codingPath) }
}
