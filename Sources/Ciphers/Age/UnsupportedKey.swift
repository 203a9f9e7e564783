/// Recognizes keys of other types in a line of a key file, to explain the error.
struct UnsupportedKey {
  private let text: UnsafeRawBufferPointer

  init(_ text: UnsafeRawBufferPointer) {
    self.text = text
  }

  /// The reason why a line with a key cannot be an identity; nil if it might be one.
  var otherThanIdentity: String? {
    if starts("age1") { return "this is a recipient (a public key), not an identity (a secret key)" }
    if starts("AGE-PLUGIN-") { return "identities of plugins are not supported" }
    if starts("AGE-SECRET-KEY-PQ-") { return "post-quantum identities are not supported" }
    if starts("ssh-") || starts("-----BEGIN") { return "SSH keys are not supported" }
    if starts("age-secret-key-") { return "the identity must be in upper case" }
    return nil
  }

  /// The reason why a line with a key cannot be a recipient; nil if it might be one.
  var otherThanRecipient: String? {
    if starts("AGE-SECRET-KEY-") { return "this is an identity (a secret key), not a recipient (a public key)" }
    if starts("AGE-PLUGIN-") { return "this is an identity of a plugin, not a recipient (a public key)" }
    if starts("age1pq1") || starts("age1tag1") || starts("age1tagpq1") { return "only X25519 recipients are supported" }
    if starts("ssh-") { return "SSH keys are not supported" }
    if starts("AGE1") { return "the recipient must be in lower case" }
    return nil
  }

  private func starts(_ prefix: String) -> Bool {
    text.starts(with: prefix.utf8)
  }
}

/// Reads the lines of a key file like age: ignores blank lines and those that start with `#`.
struct KeyFileLines {
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
