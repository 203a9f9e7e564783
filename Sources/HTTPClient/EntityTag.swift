/// The tag of a version, as `ETag` has it (RFC 9110, 8.8.3).
enum EntityTag {
  /// False for a value that is no tag. As a precondition, it would not protect anything.
  static func isValid(_ text: String) -> Bool {
    let quoted = text.utf8.starts(with: "W/".utf8) ? text.utf8.dropFirst(2) : text.utf8[...]
    let quote = UInt8(ascii: "\"")
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote else { return false }
    return quoted.dropFirst().dropLast().allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) || $0 >= 0x80 }
  }
}
