/// What can be said of an age file by its bytes alone.
package enum AgeFile {
  static let introOfAnyVersion = "age-encryption.org/"
  static let intro = "age-encryption.org/v1"

  /// How many bytes of white space may stand around the armor, at most.
  static let maximumWhiteSpace = 1_024

  /// How many bytes of a file ``isAge(prefix:)`` needs to see to be sure.
  package static let prefixSize = maximumWhiteSpace + AgeArmor.begin.utf8.count

  /// Whether a file that starts with these bytes is an age file, of any version, armored or not.
  ///
  /// - Parameter prefix: The first bytes of the file, or all of it; ``prefixSize`` bytes are enough.
  package static func isAge(prefix: UnsafeRawBufferPointer) -> Bool {
    prefix.starts(with: introOfAnyVersion.utf8) || isArmored(prefix: prefix)
  }

  /// Whether a file that starts with these bytes, white space aside, is an armored age file.
  ///
  /// - Parameter prefix: The first bytes of the file, or all of it; ``prefixSize`` bytes are enough.
  static func isArmored(prefix: UnsafeRawBufferPointer) -> Bool {
    guard let start = prefix.prefix(maximumWhiteSpace + 1).firstIndex(where: { !isWhiteSpace($0) }) else {
      return false
    }
    return prefix[start...].starts(with: AgeArmor.begin.utf8)
  }

  static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}
