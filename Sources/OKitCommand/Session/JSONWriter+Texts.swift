import JSONDocument

extension JSONWriter {
  /// Writes a member that is an array of texts.
  mutating func array(_ key: String, of texts: some Sequence<String>) {
    array(key) { writer in
      for text in texts { writer.element(text) }
    }
  }
}
