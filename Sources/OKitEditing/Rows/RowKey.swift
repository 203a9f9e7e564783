import Bindings
import JSONDocument

/// The key of an element in a form that is equal for equal values: numbers are compared by value, and texts by their bytes.
struct RowKey: Hashable {
  /// The value behind a letter for its kind: a text, number or reference, or other JSON.
  private let text: ExactText

  /// The key of a stored value.
  init(_ value: JSONValue) {
    switch value.kind {
    case .string: self.init(text: value.string ?? "")
    case .number: self.init("n" + Self.canonical(value.rawText))
    case .object where value["refKey"]?.kind == .string: self.init(id: value["refKey"]?.string ?? "")
    case .object, .array, .bool, .null: self.init("j" + value.snapshot.rawText)
    }
  }

  /// The key of a text.
  init(text: String) { self.init("s" + text) }

  /// The key of a reference to the entity with this id.
  init(id: String) { self.init("r" + id) }

  private init(_ text: String) { self.text = ExactText(text) }

  /// Returns the digits of a number without zeros at both ends, and their power of ten.
  private static func canonical(_ number: String) -> String {
    var digits: [UInt8] = []
    var exponent = 0
    var isFraction = false
    var rest = number.utf8[...]
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    while let byte = rest.popFirst() {
      if byte | 0x20 == UInt8(ascii: "e") {
        // An exponent that does not fit is compared by its text.
        guard let power = Int(Substring(rest).drop { $0 == "+" }), (-(1 << 40)...(1 << 40)).contains(power) else {
          return number
        }
        exponent += power
        break
      }
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else {
        if isFraction { exponent -= 1 }
        if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
      }
    }
    if digits.isEmpty { return "0" }
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      exponent += 1
    }
    return (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + "e\(exponent)"
  }
}
