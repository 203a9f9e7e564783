/// Adds the ASCII armor to an age file (age-encryption.org/v1, "ASCII armor"): lines of 64 columns that end in LF.
final class AgeArmorWriter {
  private static let linesPerWrite = 1_024

  private let sink: CipherSink
  private var text: UnsafeMutableRawBufferPointer
  private var written = 0

  /// The bytes of an incomplete line.
  private var line: [UInt8] = []

  /// Writes to a sink. The begin line is written together with the first bytes.
  init(sink: @escaping CipherSink) {
    self.sink = sink
    let begin = AgeArmor.begin + "\n"
    text = .allocate(byteCount: Self.linesPerWrite * (AgeArmor.columns + 1), alignment: 16)
    text.copyBytes(from: begin.utf8)
    written = begin.utf8.count
    line.reserveCapacity(AgeArmor.bytesPerLine)
  }

  deinit {
    text.deallocate()
  }

  /// Writes the next bytes of the file.
  ///
  /// - Throws: The error of the sink.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    var bytes = bytes[...]
    if !line.isEmpty {
      let count = min(AgeArmor.bytesPerLine - line.count, bytes.count)
      line += bytes.prefix(count)
      bytes = bytes.dropFirst(count)
      guard line.count == AgeArmor.bytesPerLine else { return }
      try writeBegunLine()
    }
    while bytes.count >= AgeArmor.bytesPerLine {
      try writeLine(UnsafeRawBufferPointer(rebasing: bytes.prefix(AgeArmor.bytesPerLine)))
      bytes = bytes.dropFirst(AgeArmor.bytesPerLine)
    }
    line += bytes
  }

  /// Writes the last line and the end line. Nothing may be written after it.
  ///
  /// - Throws: The error of the sink.
  func finish() throws {
    if !line.isEmpty { try writeBegunLine() }
    try flush()
    try Array((AgeArmor.end + "\n").utf8).withUnsafeBytes(sink)
  }

  private func writeBegunLine() throws {
    try line.withUnsafeBytes(writeLine)
    line.removeAll(keepingCapacity: true)
  }

  private func writeLine(_ bytes: UnsafeRawBufferPointer) throws {
    if text.count - written < AgeArmor.columns + 1 { try flush() }
    written += Base64.encode(bytes, into: UnsafeMutableRawBufferPointer(rebasing: text[written...]))
    text[written] = UInt8(ascii: "\n")
    written += 1
  }

  private func flush() throws {
    try sink(UnsafeRawBufferPointer(rebasing: text[..<written]))
    written = 0
  }
}
