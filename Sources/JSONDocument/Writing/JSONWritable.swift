/// What ``JSONWriter`` can write as a value: texts, numbers, bools, values of documents and ``JSONText``.
package protocol JSONWritable {
  /// Writes the value. Called by the writer, after key and separator.
  func write(to writer: inout JSONWriter)
}

/// Text that is JSON already, and is written as it stands.
package struct JSONText: JSONWritable, Sendable {
  private let json: String

  /// Takes over a text.
  ///
  /// - Parameter json: One JSON value; it is not checked.
  package init(_ json: String) { self.json = json }

  /// Writes the text as it stands.
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
  /// Writes the shortest text that reads as the same number, of an integer without `.0`. JSON has no infinity and no NaN: they are null.
  package func write(to writer: inout JSONWriter) {
    guard isFinite else { return writer.append(json: "null".utf8) }
    let text = description
    writer.append(json: text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...])
  }
}

extension JSONValue: JSONWritable {
  /// Writes the value in the style of the writer; keys, their order, texts and numbers stay as they are.
  package func write(to writer: inout JSONWriter) { writer.append(self) }
}
