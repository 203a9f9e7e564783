/// A file's bytes without their armor, whether it has one or not.
struct AgeInput {
  let buffer: InputBuffer
  let isArmored: Bool

  /// - Parameter capacity: How far the buffer can look ahead, in bytes, at least a header's line.
  init(_ source: @escaping CipherSource, capacity: Int) throws {
    let raw = InputBuffer(capacity: capacity, source: source)
    var isArmored = false
    for index in 0...AgeFile.maximumWhiteSpace {
      guard try raw.fill(index + 1) else { break }
      let byte = raw.available[index]
      guard AgeFile.isWhiteSpace(byte) else {
        // No binary file starts so; a begin line that is misspelt is better told of as such.
        isArmored = byte == UInt8(ascii: "-")
        break
      }
    }
    self.isArmored = isArmored
    if isArmored {
      let armor = AgeArmorReader(raw)
      buffer = InputBuffer(capacity: capacity, source: armor.read)
    } else {
      buffer = raw
    }
  }
}
