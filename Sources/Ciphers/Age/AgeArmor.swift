/// The frame of age's ASCII armor (age-encryption.org/v1, "ASCII armor"; the strict form of RFC 7468).
enum AgeArmor {
  static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  static let end = "-----END AGE ENCRYPTED FILE-----"

  /// Each line has exactly this many characters, except for the last, which may have fewer.
  static let columns = 64
  static let bytesPerLine = 48
}
