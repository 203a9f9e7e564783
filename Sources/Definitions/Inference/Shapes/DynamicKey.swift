/// A key that an app generates at run time: a UUID or a whole number.
enum DynamicKey {
  case number
  /// Digits of a number that does not fit in an `Int`.
  case digits
  case uuid

  init?(_ key: String) {
    let bytes = key.utf8
    if !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
      self = Int(key) == nil ? .digits : .number
    } else if bytes.count == 36, Self.isUUID(bytes) {
      self = .uuid
    } else {
      return nil
    }
  }

  private static func isUUID(_ bytes: String.UTF8View) -> Bool {
    zip(0..., bytes).allSatisfy { index, byte in
      switch index {
      case 8, 13, 18, 23: byte == 0x2d
      default: (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & ~0x20)
      }
    }
  }
}
