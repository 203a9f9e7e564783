/// Reads a user defined runtime attribute.
struct AttributeReader {
  private let name: String?
  private let type: String?
  private let line: Int
  private var value: RuntimeAttribute.Value?
  /// The text in an element with the value; nil outside of it.
  private var text: [UInt8]?

  init(_ element: XMLElement, line: Int) {
    name = element["keyPath"]
    type = element["type"]
    self.line = line
    switch (type, element["value"]) {
    case ("string", let text?), ("localizedString", let text?): value = .text(text)
    case ("boolean", let text?): value = text == "YES" ? .bool(true) : text == "NO" ? .bool(false) : nil
    default: break
    }
  }

  /// An element in the attribute starts.
  mutating func start(_ element: XMLElement) {
    guard element["key"] == "value" else { return }
    switch element.name {
    case "integer", "real": value = element["value"].map { .number($0) }
    // Interface Builder writes a text with line breaks as the content of an element, and one with control characters in base64.
    case "string", "mutableString": if element["base64-UTF8"] != "YES" { text = [] }
    default: break
    }
  }

  mutating func add(_ piece: UnsafeBufferPointer<UInt8>) { text?.append(contentsOf: piece) }

  /// The attribute; nil if it has no name.
  var finished: RuntimeAttribute? {
    guard let name else { return nil }
    let content = text.map { RuntimeAttribute.Value.text(String(decoding: $0, as: UTF8.self)) }
    return RuntimeAttribute(name: name, value: content ?? value ?? .other, line: line)
  }
}
