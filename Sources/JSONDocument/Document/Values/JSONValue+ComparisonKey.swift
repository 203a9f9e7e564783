extension JSONValue {
  /// Bytes that are the same for two values exactly if JSON Schema counts them as equal: numbers are equal by their exact value, texts by their code
  /// points, arrays by their elements, and objects by their members in any order. The first of repeated keys counts.
  ///
  /// Does not recurse. Takes time proportional to the value, and to sort the keys of objects.
  package var comparisonKey: [UInt8] {
    var key: [UInt8] = []
    var open: [KeyPart] = [.value(self)]
    while let part = open.popLast() {
      switch part {
      case .bytes(let bytes): key += bytes
      case .value(let value):
        switch value.kind {
        case .null: key += "null".utf8
        case .bool: key += (value.bool == true ? "true" : "false").utf8
        case .number: key += value.canonicalNumber.utf8
        case .string: key += JSONText.quote(value.string ?? "").utf8
        case .array:
          open.append(.bytes([UInt8(ascii: "]")]))
          for element in value.elements.reversed() {
            open.append(.bytes([UInt8(ascii: ",")]))
            open.append(.value(element))
          }
          key.append(UInt8(ascii: "["))
        case .object:
          open.append(.bytes([UInt8(ascii: "}")]))
          var seen: Set<ExactText> = []
          let members = value.members.map { (key: ExactText($0.key.string), value: $0.value) }
            .filter { seen.insert($0.key).inserted }
          for member in members.sorted(by: { $0.key > $1.key }) {
            open.append(.bytes([UInt8(ascii: ",")]))
            open.append(.value(member.value))
            open.append(.bytes(Array((JSONText.quote(member.key.text) + ":").utf8)))
          }
          key.append(UInt8(ascii: "{"))
        }
      }
    }
    return key
  }

  private enum KeyPart {
    case value(JSONValue)
    case bytes([UInt8])
  }

  /// The number in one notation for each value, such as `-125e-1`; the empty text for any other value.
  package var canonicalNumber: String {
    withRawBytes { bytes in kind == .number ? DecimalNumber(bytes).canonicalText : "" }
  }

  /// The digits of a number without zeros at both ends, and their power of ten; nil for zero and for any other value.
  package var significantDigits: (digits: [UInt8], power: Int)? {
    withRawBytes { bytes in kind == .number ? DecimalNumber(bytes).significantDigits : nil }
  }
}
