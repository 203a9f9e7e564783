/// Reads the lines of a key file like age: ignores blank lines and those that start with `#`.
struct KeyLines {
  /// Calls `body` for each line with a key. Adds the line number to its errors.
  static func read(
    _ text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(AgeKeyError) -> Void
  ) throws(AgeKeyError) {
    var number = 0
    var rest = text[...]
    while !rest.isEmpty {
      number += 1
      var line = rest.prefix { $0 != 0x0A }
      rest = rest.dropFirst(line.count + 1)
      if line.last == 0x0D { line = line.dropLast() }
      if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
      do {
        try body(UnsafeRawBufferPointer(rebasing: line))
      } catch {
        throw AgeKeyError(error.detail, line: number)
      }
    }
  }
}
