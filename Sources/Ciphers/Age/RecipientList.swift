/// The recipients of a text with one on each line, as `age -R` reads it: `#` starts a comment line.
public struct RecipientList: Hashable, Sendable {
  /// The recipients, in the order of the lines; at least one.
  public let recipients: [X25519Recipient]

  /// Reads the text.
  ///
  /// - Throws: ``AgeKeyError`` with the number of the line that is no recipient, or without one if there is none.
  public init(parsing text: UnsafeRawBufferPointer) throws(AgeKeyError) {
    var recipients: [X25519Recipient] = []
    try KeyLines.read(text) { line throws(AgeKeyError) in
      recipients.append(try X25519Recipient(parsing: line))
    }
    guard !recipients.isEmpty else { throw AgeKeyError("there is no recipient in the file") }
    self.recipients = recipients
  }
}
