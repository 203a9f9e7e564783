import JSONDocument
import OKitModels
import OKitStorage

/// Decodes values of models in the framework's encoding: numbers keep all digits that fit their type, and dates are numbers of seconds.
struct ValueDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes `json`, the value at `path`.
  ///
  /// Throws an error of kind `malformed` that names the path if the value does not fit the type.
  static func decode<Value: Decodable>(_ type: Value.Type, from json: String, at path: String) throws -> Value {
    do {
      return try ValueDecoder(value: JSONDocument(parsing: json).root, codingPath: []).decode(type)
    } catch let error as DecodingError {
      let inner = error.path.map { "/" + ($0.intValue.map(String.init) ?? $0.stringValue) }.joined()
      throw OKitError(
        .malformed, "the value at \(PathComponent.printable(path + inner)) is not of type \(type): \(error.reason)")
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw mismatch([String: String].self) }
    return KeyedDecodingContainer(Members(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array else { throw mismatch([String].self) }
    return Elements(decoder: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  fileprivate func mismatch(_ type: any Any.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "it is \(value.shown)"))
  }

  fileprivate func inner(_ value: JSONValue, _ key: any CodingKey) -> ValueDecoder {
    ValueDecoder(value: value, codingPath: codingPath + [key])
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let bool = value.bool else { throw mismatch(type) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String {
    guard let string = value.string else { throw mismatch(type) }
    return string
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard let double = value.double else { throw mismatch(type) }
    return double
  }

  func decode(_ type: Float.Type) throws -> Float {
    let float = Float(try decode(Double.self))
    guard float.isFinite else { throw mismatch(type) }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try type.init(from: self) }

  /// Returns a number without a fraction, in any notation: `12`, `12.0`, `1.2e1`.
  private func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    guard value.kind == .number else { throw mismatch(type) }
    if let number = Number(value.rawText) { return number }
    guard let double = value.double, let number = Number(exactly: double) else { throw mismatch(type) }
    return number
  }
}

/// The members of an object.
private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { decoder.value.members.compactMap { Key(stringValue: $0.key.string) } }

  func contains(_ key: Key) -> Bool { decoder.value[key.stringValue] != nil }
  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.isNull }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try member(key).decode(type) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).decode(type) }

  func nestedContainer<Inner: CodingKey>(keyedBy type: Inner.Type, forKey key: Key) throws -> KeyedDecodingContainer<
    Inner
  > {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try member(SuperclassKey.superclass) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }

  private func member(_ key: some CodingKey) throws -> ValueDecoder {
    guard let value = decoder.value[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "it has no '\(key.stringValue)'"))
    }
    return decoder.inner(value, key)
  }
}

/// The elements of an array.
private struct Elements: UnkeyedDecodingContainer {
  private let decoder: ValueDecoder
  private var rest: JSONElements.Iterator
  private var ahead: JSONValue?
  let count: Int?
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder) {
    self.decoder = decoder
    count = decoder.value.count
    rest = decoder.value.elements.makeIterator()
    ahead = rest.next()
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var isAtEnd: Bool { ahead == nil }

  mutating func decodeNil() throws -> Bool {
    guard ahead?.isNull == true else { return false }
    return try next { _ in true }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next { try $0.decode(type) } }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try next { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }
  mutating func superDecoder() throws -> any Decoder { try next { $0 } }

  /// Decodes the next element. If that fails, the element is still the next one, so that it can be decoded as another type.
  private mutating func next<Value>(_ body: (ValueDecoder) throws -> Value) throws -> Value {
    let key = ElementKey(index: currentIndex)
    guard let value = ahead else {
      throw DecodingError.valueNotFound(
        JSONValue.self,
        .init(codingPath: codingPath + [key], debugDescription: "the array has \(currentIndex) elements"))
    }
    let result = try body(decoder.inner(value, key))
    ahead = rest.next()
    currentIndex += 1
    return result
  }
}

/// The key under which Foundation's coders store the values of a superclass.
enum SuperclassKey: String, CodingKey { case superclass = "super" }

/// The index of an element as a coding key.
private struct ElementKey: CodingKey {
  let index: Int
  var stringValue: String { String(index) }
  var intValue: Int? { index }

  init(index: Int) { self.index = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { index = intValue }
}

extension DecodingError {
  fileprivate var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  fileprivate var path: [any CodingKey] { context?.codingPath ?? [] }
  fileprivate var reason: String { context?.debugDescription ?? "it cannot be decoded" }
}
