/// Decodes the arguments of the process.
enum RawArguments {
  /// Returns the arguments without the program's own name.
  ///
  /// Throws an error for invalid UTF-8, because a repaired text would name another file.
  static func decode(_ count: Int32, _ values: UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> [String] {
    var result: [String] = []
    for index in stride(from: 1, to: Int(count), by: 1) {
      guard let value = values[index] else { break }
      guard let text = String(validatingCString: value) else {
        throw UsageError("argument \(index) is not valid UTF-8: '\(shown(value))'")
      }
      result.append(text)
    }
    return result
  }

  private static func shown(_ value: UnsafePointer<CChar>) -> String {
    var text = ""
    var cursor = value
    while cursor.pointee != 0 {
      let byte = UInt8(bitPattern: cursor.pointee)
      if (0x20..<0x7F).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += "\\x" + (digits.count < 2 ? "0" : "") + digits
      }
      cursor += 1
    }
    return text
  }
}
