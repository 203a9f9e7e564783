package import Definitions
package import JSONDocument
import OKitStorage

/// Checks scalars as strictly as an app's decoder: `1` is not a Bool, `1.5` is not an Int although `1.0` is, and `"1"` is not a number.
package struct ScalarRules {
  /// The reason why a value is not valid.
  package typealias Fault = (kind: Finding.Kind, message: String)

  private struct Cases {
    var texts: Set<ExactText> = []
    var numbers: Set<Int> = []
    let isText: Bool
  }

  private let enumerations: [String: Cases]

  /// Rules for types with the enumerations of `definitions`.
  package init(_ definitions: Definitions) {
    enumerations = definitions.enumerations.mapValues { enumeration in
      var cases = Cases(isText: enumeration.rawType == .string)
      for json in enumeration.cases.map(\.json) {
        guard let raw = try? JSONDocument(parsing: json).root else { continue }
        if let text = raw.string { cases.texts.insert(ExactText(text)) }
        if let number = raw.int { cases.numbers.insert(number) }
      }
      return cases
    }
  }

  /// Returns why `value` is not a valid value of this type; nil if it is valid or the type is not a scalar.
  package func fault(of value: JSONValue, as type: PropertyType) -> Fault? {
    switch type {
    case .string: value.kind == .string ? nil : mismatch(value, type)
    case .url: urlFault(of: value)
    case .bool: value.kind == .bool ? nil : mismatch(value, type)
    case .decimal: decimalFault(of: value)
    case .double, .date: floatFault(of: value, type, value.double)
    case .float: floatFault(of: value, type, Float(value.rawText))
    case .integer(let integer): integerFault(of: value, integer)
    case .data: isBase64(value) ? nil : mismatch(value, type, wanted: "base64")
    case .uuid: value.string.map(UUIDText.isValid) ?? false ? nil : mismatch(value, type, wanted: "a UUID")
    case .enumeration(let name): enumerations[name].flatMap { caseFault(of: value, $0, type) }
    case .rawRepresentable(_, let raw): fault(of: value, as: raw)
    default: nil
    }
  }

  private func mismatch(_ value: JSONValue, _ type: PropertyType, wanted: String? = nil) -> Fault {
    (.type, "\(value.shown) is not \(wanted ?? "a valid \(type)")")
  }

  private func urlFault(of value: JSONValue) -> Fault? {
    guard let text = value.string else { return mismatch(value, .url) }
    return URLText.isValid(text) ? nil : mismatch(value, .url, wanted: "a URL that an app can decode")
  }

  private func decimalFault(of value: JSONValue) -> Fault? {
    guard value.kind == .number else { return mismatch(value, .decimal) }
    return DecimalRange.contains(value.rawText) ? nil : (.range, "\(value.shown) is outside the range of Decimal")
  }

  /// Checks a floating point number. A decoder rejects a number that rounds to infinity, and a number other than zero that rounds to zero.
  private func floatFault(
    of value: JSONValue, _ type: PropertyType, _ parsed: @autoclosure () -> (some BinaryFloatingPoint)?
  ) -> Fault? {
    guard value.kind == .number else { return mismatch(value, type) }
    guard let number = parsed(), number.isFinite else { return (.range, "\(value.shown) is too large for \(type)") }
    if number.isZero, let fault = zeroFault(of: value, type) { return fault }
    return nil
  }

  /// Checks a number that is parsed as zero. To tell zero from a number that rounds to it, a decoder looks for other digits before the exponent. It
  /// reads groups of four bytes and ends after the group with the exponent, but of an incomplete last group it reads every byte, so that it rejects
  /// `0e1` although it accepts `0e10`.
  private func zeroFault(of value: JSONValue, _ type: PropertyType) -> Fault? {
    let isNonzero = { (byte: UInt8) in byte.isDecimalDigit && byte != UInt8(ascii: "0") }
    let digits = value.rawText.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    if digits.contains(where: isNonzero) { return (.range, "\(value.shown) is too small for \(type)") }
    let incomplete = value.rawText.utf8.suffix(value.rawText.utf8.count % 4)
    guard incomplete.startIndex <= digits.endIndex, incomplete.contains(where: isNonzero) else { return nil }
    return (.range, "\(value.shown) is a zero that no app can decode; write it without an exponent")
  }

  private func integerFault(of value: JSONValue, _ type: IntegerType) -> Fault? {
    guard value.kind == .number else { return mismatch(value, .integer(type)) }
    // In the common case, the integer is also exact as a Double.
    if value.range.count < 16, let number = value.int, type.contains(number) { return nil }
    if Self.isExact(value, type) { return nil }
    guard let number = value.double, number != number.rounded() else {
      return (.range, "\(value.shown) is outside the range of \(type.rawValue)")
    }
    return mismatch(value, .integer(type))
  }

  /// True if a decoder accepts a number as an integer of this type. It decodes a number with a fraction or an exponent through `Double`, which does
  /// not represent all integers.
  private static func isExact(_ value: JSONValue, _ type: IntegerType) -> Bool {
    let text = value.rawText
    if text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0.isDecimalDigit }) {
      if let number = value.int { return type.contains(number) }
      return type.bitWidth == 64 && !type.isSigned && UInt64(text) != nil
    }
    guard let double = value.double, type.isSigned ? Int(exactly: double) != nil : UInt64(exactly: double) != nil
    else { return false }
    // For numbers that a Double cannot represent exactly, a decoder uses Decimal, and traps if that fails.
    if double.magnitude >= 0x1p53, !DecimalRange.contains(text) { return false }
    if let number = value.int { return type.contains(number) }
    return type.bitWidth == 64 && !type.isSigned && double >= 0x1p63 && isWhole(text)
  }

  /// True if a number has no fraction after its exponent is applied.
  private static func isWhole(_ text: String) -> Bool {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 | 0x20 == UInt8(ascii: "e") }
    let exponent = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
    let digits = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let zeros = Array(digits.joined()).reversed().prefix { $0 == UInt8(ascii: "0") }.count
    let fraction = digits.count > 1 ? digits[1].count : 0
    return fraction - zeros <= exponent
  }

  private func caseFault(of value: JSONValue, _ cases: Cases, _ type: PropertyType) -> Fault? {
    let isCase: Bool
    if cases.isText {
      guard let text = value.string else { return mismatch(value, type, wanted: "a string, as \(type) is stored") }
      isCase = cases.texts.contains(ExactText(text))
    } else {
      guard let number = value.int else { return mismatch(value, type, wanted: "an integer, as \(type) is stored") }
      isCase = cases.numbers.contains(number)
    }
    return isCase ? nil : (.enumValue, "\(value.shown) is not a case of \(type)")
  }

  private func isBase64(_ value: JSONValue) -> Bool {
    guard var text = value.string else { return false }
    return text.withUTF8 { bytes in
      let padding = bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
      return bytes.count % 4 == 0
        && bytes.dropLast(padding).allSatisfy { byte in
          switch byte {
          case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
            true
          default: false
          }
        }
    }
  }
}

extension IntegerType {
  /// True if the type can represent `number`.
  package func contains(_ number: Int) -> Bool {
    number < 0 ? minimum <= number : UInt64(number) <= maximum
  }
}
