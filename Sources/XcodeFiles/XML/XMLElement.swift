/// The start tag of an element, in memory of libxml2. It is valid only in ``XMLReceiver/start(_:line:)``.
struct XMLElement {
  /// Five pointers an attribute: its name, prefix and namespace, and the start and the end of its value.
  typealias Attributes = UnsafePointer<UnsafePointer<UInt8>?>

  private static let stride = 5
  /// How libxml2 passes on an ampersand. It leaves it to the builder of a tree to replace this.
  private static let ampersand = Array("&#38;".utf8)

  /// The name, without a prefix.
  let name: String
  private let attributes: Attributes?
  private let count: Int

  init(name: UnsafePointer<UInt8>, _ attributes: Attributes?, count: Int) {
    self.name = String(cString: name)
    self.attributes = attributes
    self.count = count
  }

  /// Returns the value of the attribute with this name; nil if there is none.
  subscript(name: StaticString) -> String? {
    guard let attributes else { return nil }
    for index in 0..<count {
      guard let key = attributes[index * Self.stride], Self.isEqual(key, name),
        let start = attributes[index * Self.stride + 3], let end = attributes[index * Self.stride + 4]
      else { continue }
      return Self.text(UnsafeBufferPointer(start: start, count: end - start))
    }
    return nil
  }

  private static func isEqual(_ key: UnsafePointer<UInt8>, _ name: StaticString) -> Bool {
    for index in 0..<name.utf8CodeUnitCount where key[index] != name.utf8Start[index] { return false }
    return key[name.utf8CodeUnitCount] == 0
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      text.append(byte)
      if byte == ampersand[0], rest.starts(with: ampersand.dropFirst()) { rest = rest.dropFirst(ampersand.count - 1) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
