/// A file's bytes without their armor, whether it has one or not.
struct AgeInput {
  private static let dashes = "-----".utf8

  let buffer: InputBuffer
  let isArmored: Bool

  /// - Parameter capacity: How far the buffer can look ahead, in bytes, at least a header's line.
  init(_ source: @escaping CipherSource, capacity: Int) throws {
    let raw = InputBuffer(capacity: capacity, source: source)
    var start = 0
    while start <= AgeFile.maximumWhiteSpace, try raw.fill(start + 1), AgeFile.isWhiteSpace(raw.available[start]) {
      start += 1
    }
    try raw.fill(start + Self.dashes.count)
    // No binary file starts so, and a begin line that is misspelt is better told of as such.
    let isArmored = raw.available.dropFirst(start).starts(with: Self.dashes)
    self.isArmored = isArmored
    if isArmored {
      let armor = AgeArmorReader(raw)
      buffer = InputBuffer(capacity: capacity, source: armor.read)
    } else {
      buffer = raw
    }
  }
}
