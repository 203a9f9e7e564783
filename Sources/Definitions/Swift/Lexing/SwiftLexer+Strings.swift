extension SwiftLexer {
  /// An open string or interpolation in a string literal.
  private enum Frame {
    case string(hashes: Int, isMultiline: Bool)
    case interpolation(parentheses: Int)
  }

  private enum Outcome { case closed, unclosed }

  /// Reads a `#` of a raw string, an extended regex, a directive or a macro.
  mutating func lexHash() {
    let start = position
    var hashes = 1
    while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
    switch byte(hashes) {
    case UInt8(ascii: "\""):
      position += hashes
      lexString(hashes: hashes)
    case UInt8(ascii: "/"): lexExtendedRegex(hashes: hashes)
    default:
      if lexDirective() { return }
      position += hashes
      append(.sign, sign: UInt8(ascii: "#"), from: start)
    }
  }

  /// Reads a string literal. The position is at its quote.
  mutating func lexString(hashes: Int) {
    let start = position - hashes
    let isMultiline = beginsMultilineString(hashes: hashes)
    var hasInterpolation = false
    let first = position
    position += isMultiline ? 3 : 1
    let outcome = skipString(
      .string(hashes: hashes, isMultiline: isMultiline), from: start, hasInterpolation: &hasInterpolation)
    if outcome == .unclosed {
      if isMultiline {
        position = bytes.count
        problems.append(SyntaxProblem(message: "a string is never closed", offset: start))
      } else {
        position = first
        skipLine()
        report("a string is never closed", at: start)
      }
      hasInterpolation = true
    }
    append(hasInterpolation ? .interpolatedString : .string, from: start)
  }

  /// True if the quote at the position is the first of three. `#"""#` is instead a string on one line that contains a quote.
  private func beginsMultilineString(hashes: Int) -> Bool {
    guard byte(1) == UInt8(ascii: "\""), byte(2) == UInt8(ascii: "\"") else { return false }
    return hashes == 0 || !hasHashes(hashes, at: position + 3)
  }

  private func hasHashes(_ count: Int, at index: Int) -> Bool {
    index + count <= bytes.count && bytes[index..<index + count].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private mutating func skipString(_ outermost: Frame, from start: Int, hasInterpolation: inout Bool) -> Outcome {
    var frames = [outermost]
    var hasPassedNewline = false
    var staysOnLine = false
    if case .string(_, false) = outermost { staysOnLine = !allowsNewlinesInInterpolations }
    while position < bytes.count {
      let isNewline = Self.isNewline(bytes[position])
      if isNewline, staysOnLine { return .unclosed }
      switch frames[frames.count - 1] {
      case .string(let hashes, let isMultiline):
        if isNewline, !isMultiline {
          if case .string(_, true) = outermost {
            report("a string is never closed", at: start)
            frames = [outermost]
            continue
          }
          if hasPassedNewline { allowsNewlinesInInterpolations = false }
          return .unclosed
        }
        if skipStringByte(hashes: hashes, isMultiline: isMultiline, frames: &frames) { hasInterpolation = true }
        if frames.isEmpty { return .closed }
      case .interpolation where byte() == UInt8(ascii: "/") && byte(1) == UInt8(ascii: "*"):
        let comment = position
        _ = skipBlockComment(onLine: staysOnLine)
        if bytes[comment..<position].contains(where: Self.isNewline) { hasPassedNewline = true }
      case .interpolation: skipInterpolationByte(&frames)
      }
      if isNewline { hasPassedNewline = true }
    }
    if hasPassedNewline { allowsNewlinesInInterpolations = false }
    return .unclosed
  }

  /// Skips a byte or an escape in a string. Returns true if an interpolation begins.
  private mutating func skipStringByte(hashes: Int, isMultiline: Bool, frames: inout [Frame]) -> Bool {
    switch byte() {
    case UInt8(ascii: "\"") where !isMultiline || (byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")):
      let quotes = isMultiline ? 3 : 1
      let closes = hasHashes(hashes, at: position + quotes)
      position += closes ? quotes + hashes : 1
      if closes { frames.removeLast() }
    case UInt8(ascii: "\\") where hasHashes(hashes, at: position + 1):
      position += 1 + hashes
      if byte() == UInt8(ascii: "(") {
        position += 1
        frames.append(.interpolation(parentheses: 0))
        return true
      }
      if position < bytes.count, !Self.isNewline(byte()) { position += 1 }
    default: position += 1
    }
    return false
  }

  /// Skips a byte or the beginning of a string in an interpolation.
  private mutating func skipInterpolationByte(_ frames: inout [Frame]) {
    guard case .interpolation(let parentheses) = frames[frames.count - 1] else { return }
    switch byte() {
    case UInt8(ascii: "("):
      frames[frames.count - 1] = .interpolation(parentheses: parentheses + 1)
      position += 1
    case UInt8(ascii: ")"):
      if parentheses == 0 {
        frames.removeLast()
      } else {
        frames[frames.count - 1] = .interpolation(parentheses: parentheses - 1)
      }
      position += 1
    case UInt8(ascii: "#"), UInt8(ascii: "\""):
      var hashes = 0
      while byte() == UInt8(ascii: "#") {
        hashes += 1
        position += 1
      }
      if byte() == UInt8(ascii: "\"") {
        let isMultiline = beginsMultilineString(hashes: hashes)
        position += isMultiline ? 3 : 1
        frames.append(.string(hashes: hashes, isMultiline: isMultiline))
      }
    default: position += 1
    }
  }

  /// Reads a regex literal `#/…/#`, which can have several lines.
  private mutating func lexExtendedRegex(hashes: Int) {
    let start = position
    position += hashes + 1
    let isMultiline = Self.isNewline(byte())
    while position < bytes.count, isMultiline || !Self.isNewline(byte()) {
      if byte() == UInt8(ascii: "/"), hasHashes(hashes, at: position + 1) {
        position += 1 + hashes
        return append(.regex, from: start)
      }
      position += byte() == UInt8(ascii: "\\") && !Self.isNewline(byte(1)) ? 2 : 1
    }
    position = min(position, bytes.count)
    report("a regex is never closed", at: start)
    append(.regex, from: start)
  }
}
