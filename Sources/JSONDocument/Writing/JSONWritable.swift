/// A value that ``JSONWriter`` can write: text, a number, a Bool, a value of a document, or ``JSONText``.
package protocol JSONWritable {
  /// Writes the value. The writer calls this after it has written the key and the separator.
  func write(to writer: inout JSONWriter)
}

extension JSONText: JSONWritable {
  /// Writes the text unchanged.
  package func write(to writer: inout JSONWriter) { writer.append(json: json.utf8) }
}

extension String: JSONWritable {
  /// Writes the text in quotes.
  package func write(to writer: inout JSONWriter) { writer.append(quoting: self) }
}

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  package func write(to writer: inout JSONWriter) { writer.append(json: (self ? "true" : "false").utf8) }
}

extension Int: JSONWritable {
  /// Writes the decimal digits.
  package func write(to writer: inout JSONWriter) { writer.append(json: String(self).utf8) }
}

extension UInt64: JSONWritable {
  /// Writes the decimal digits.
  package func write(to writer: inout JSONWriter) { writer.append(json: String(self).utf8) }
}

extension Double: JSONWritable {
  /// Writes the shortest text with the same value, without `.0` for an integer. JSON has no infinity and no NaN, so they become null.
  package func write(to writer: inout JSONWriter) {
    guard isFinite else { return writer.append(json: "null".utf8) }
    let text = description
    writer.append(json: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }
}

extension JSONValue: JSONWritable {
  /// Writes the value in the style of the writer. Keys, their order, strings and numbers keep their text.
  package func write(to writer: inout JSONWriter) { writer.append(self) }
}
