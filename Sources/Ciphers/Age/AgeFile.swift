/// Recognizes age files by their first bytes.
package enum AgeFile {
  static let introOfAnyVersion = "age-encryption.org/"
  static let intro = "age-encryption.org/v1"

  /// The maximum number of bytes of white space around the armor.
  static let maximumWhiteSpace = 1_024

  /// The number of bytes that ``isAge(prefix:)`` needs for a reliable result.
  package static let prefixSize = maximumWhiteSpace + AgeArmor.begin.utf8.count

  /// True if a file with these first bytes is an age file of any version, with or without armor.
  ///
  /// - Parameter prefix: The first bytes of the file, or the whole file. ``prefixSize`` bytes are enough.
  package static func isAge(prefix: UnsafeRawBufferPointer) -> Bool {
    prefix.starts(with: introOfAnyVersion.utf8) || isArmored(prefix: prefix)
  }

  /// True if a file with these first bytes is an age file with armor, perhaps after white space.
  ///
  /// - Parameter prefix: The first bytes of the file, or the whole file. ``prefixSize`` bytes are enough.
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
