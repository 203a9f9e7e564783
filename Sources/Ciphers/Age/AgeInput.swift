/// The bytes of a file without its armor, if it has one.
struct AgeInput {
  private static let dashes = "-----".utf8

  let buffer: InputBuffer
  let isArmored: Bool

  /// - Parameter capacity: The size of the buffer in bytes, at least that of a header's line.
  init(_ source: @escaping CipherSource, capacity: Int) throws {
    let raw = InputBuffer(capacity: capacity, source: source)
    var start = 0
    while start <= AgeFile.maximumWhiteSpace, try raw.fill(start + 1), AgeFile.isWhiteSpace(raw.available[start]) {
      start += 1
    }
    try raw.fill(start + Self.dashes.count)
    // No binary file starts with dashes, so this must be an armor, perhaps with a misspelled begin line that the armor reader reports.
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
