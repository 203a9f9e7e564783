import Glibc

/// Removes the ASCII armor of an age file (age-encryption.org/v1, "ASCII armor").
///
/// The reader is strict, so that there is only one way to write a file: lines of 64 columns, padded and canonical Base64, and line ends of LF
/// or CRLF. Only white space, at most 1,024 bytes, may precede or follow the armor.
final class AgeArmorReader {
  private enum State {
    case before, inside, after
    case failed(any Error)
  }

  private let input: InputBuffer
  private var state = State.before
  private var isLastLine = false

  /// Decoded bytes of a line that did not fit into the caller's buffer.
  private var rest: ArraySlice<UInt8> = []

  /// Reads a source that starts with the armor.
  convenience init(source: @escaping CipherSource) {
    self.init(InputBuffer(capacity: 64 << 10, source: source))
  }

  init(_ input: InputBuffer) {
    self.input = input
  }

  /// Fills the buffer with decoded bytes and returns their count; 0 at the end.
  ///
  /// - Throws: ``AgeError`` of kind `armor`, or the error of the source. All further calls throw it again.
  func read(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    if case .failed(let error) = state { throw error }
    do {
      return try fill(target)
    } catch {
      state = .failed(error)
      throw error
    }
  }

  private func fill(_ target: UnsafeMutableRawBufferPointer) throws -> Int {
    if case .before = state { try begin() }
    var written = 0
    while written < target.count {
      if !rest.isEmpty {
        let count = min(rest.count, target.count - written)
        UnsafeMutableRawBufferPointer(rebasing: target[written...]).copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        written += count
      } else if case .inside = state {
        let free = UnsafeMutableRawBufferPointer(rebasing: target[written...])
        if free.count >= AgeArmor.bytesPerLine {
          written += try decodeLine(into: free)
        } else {
          var line = [UInt8](repeating: 0, count: AgeArmor.bytesPerLine)
          let count = try line.withUnsafeMutableBytes(decodeLine)
          rest = line.prefix(count)
        }
      } else {
        break
      }
    }
    return written
  }

  private func begin() throws {
    try skipWhiteSpace()
    guard let size = try lineSize(), contentOfLine(size).elementsEqual(AgeArmor.begin.utf8) else {
      throw AgeError(.armor, "the first line is not \(AgeArmor.begin)")
    }
    input.consume(size)
    state = .inside
  }

  /// Decodes the next line; returns 0 after the end line.
  private func decodeLine(into target: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let size = try lineSize() else { throw AgeError(.armor, "the end line is missing, or a line is too long") }
    let line = contentOfLine(size)
    if line.first == UInt8(ascii: "-") {
      guard line.elementsEqual(AgeArmor.end.utf8) else { throw AgeError(.armor, "the end line is malformed") }
      input.consume(size)
      try skipWhiteSpace()
      guard try !input.fill(1) else { throw AgeError(.armor, "there is text after the end line") }
      state = .after
      return 0
    }
    guard !isLastLine else { throw AgeError(.armor, "a short line is not the last one") }
    guard !line.isEmpty else { throw AgeError(.armor, "there is an empty line inside") }
    guard line.count <= AgeArmor.columns else { throw AgeError(.armor, "there is a line of more than 64 characters") }
    guard line.count % 4 == 0 else { throw AgeError(.armor, "a line has the wrong length") }
    let padding = line.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = UnsafeRawBufferPointer(rebasing: line.dropLast(padding))
    guard let count = Base64.decode(digits, into: target) else {
      throw AgeError(.armor, "there is a line that is not canonical base64")
    }
    isLastLine = count < AgeArmor.bytesPerLine
    input.consume(size)
    return count
  }

  /// Returns the size of the next line including its line end, which the last line may lack; nil if there is no complete line.
  private func lineSize() throws -> Int? {
    let limit = AgeArmor.columns + 2
    if let size = try input.lineSize(limit: limit) { return size }
    let left = input.available.count
    return input.isSourceAtEnd && (1...limit).contains(left) ? left : nil
  }

  private func contentOfLine(_ size: Int) -> UnsafeRawBufferPointer {
    var line = input.available.prefix(size)
    if line.last == 0x0A {
      line = line.dropLast()
      if line.last == 0x0D { line = line.dropLast() }
    }
    return UnsafeRawBufferPointer(rebasing: line)
  }

  private func skipWhiteSpace() throws {
    var count = 0
    while try input.fill(1), AgeFile.isWhiteSpace(input.available[0]) {
      count += 1
      guard count <= AgeFile.maximumWhiteSpace else { throw AgeError(.armor, "too much white space around it") }
      input.consume(1)
    }
  }
}

/// The frame of age's ASCII armor (age-encryption.org/v1, "ASCII armor"; the strict form of RFC 7468).
enum AgeArmor {
  static let begin = "-----BEGIN AGE ENCRYPTED FILE-----"
  static let end = "-----END AGE ENCRYPTED FILE-----"

  /// Each line has exactly this many characters, except for the last, which may have fewer.
  static let columns = 64
  static let bytesPerLine = 48
}
