/// Formats a value in a style, piece by piece. Its memory grows only with the depth of the value.
struct Formatter {
  private let document: JSONDocument
  private let style: JSONStyle
  /// The indentation of the line in which the value begins.
  private let margin: [UInt8]
  private let end: Int
  private var position: Int
  /// The open arrays and objects.
  private var open: [Int] = []
  /// True if nothing was written in the innermost open container yet.
  private var isFirst = true
  /// True if a key was written last.
  private var isAfterKey = false

  init(_ value: JSONValue, _ style: JSONStyle, margin: [UInt8] = []) {
    document = value.document
    self.style = style
    self.margin = margin
    position = value.index
    end = value.node.next(after: value.index)
  }

  /// Appends the next part of the value.
  ///
  /// - Parameters:
  ///   - output: The buffer to append to.
  ///   - limit: The size of the buffer at which to stop.
  /// - Returns: True if there is more to write.
  mutating func write(to output: JSONBytes, limit: Int = .max) -> Bool {
    while output.count < limit {
      if let container = open.last, Int(document.node(container).link) == position {
        open.removeLast()
        breakLine(output)
        output.append(closer(container))
        isFirst = false
      } else if position < end {
        writeNode(to: output)
      }
      if position >= end, open.isEmpty { return false }
    }
    return true
  }

  private mutating func writeNode(to output: JSONBytes) {
    let node = document.node(position)
    if !isAfterKey, !open.isEmpty { separate(output) }
    isAfterKey = node.isKey
    if !node.isContainer {
      output.append(document.slice(node.range))
      if node.isKey { output.append(style.colon) }
    } else {
      output.append(node.kindBits == Node.object ? 0x7B : 0x5B)
      isFirst = true
      if Int(node.link) == position + 1 {
        output.append(closer(position))
        isFirst = false
      } else {
        open.append(position)
      }
    }
    position += 1
  }

  /// Writes the separator between two members or elements, or before the first.
  private mutating func separate(_ output: JSONBytes) {
    if style.isMultiline {
      if !isFirst { output.append(0x2C) }
      breakLine(output)
    } else if !isFirst {
      output.append(style.comma)
    }
    isFirst = false
  }

  private func breakLine(_ output: JSONBytes) {
    if !style.isMultiline { return }
    output.append(style.newline)
    output.append(margin)
    for _ in open { output.append(style.indentation) }
  }

  private func closer(_ index: Int) -> UInt8 { document.node(index).kindBits == Node.object ? 0x7D : 0x5D }
}
