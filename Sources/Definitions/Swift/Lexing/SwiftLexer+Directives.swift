/// An open block `#if … #endif`.
struct ConditionalBranch {
  /// The offset of its `#if`.
  let offset: Int
  /// True if the code around the block is compiled.
  let isSurroundingActive: Bool
  /// True if one of its branches was already compiled.
  var isTaken = false
  /// True if the current branch is compiled.
  var isActive = false
}

/// A condition whose tokens are still being read.
struct PendingCondition {
  /// The index of its first token.
  let firstToken: Int
  /// The index of the first comment since its beginning.
  let firstComment: Int
  /// The number of open parentheses.
  var depth = 0
}

extension SwiftLexer {
  /// True if the current code is compiled.
  var isActive: Bool { branches.last?.isActive ?? true }

  /// Reads `#if`, `#elseif`, `#else` or `#endif`. Returns false if there is none.
  mutating func lexDirective() -> Bool {
    let start = position
    var end = position + 1
    while end < bytes.count, Self.isWord(bytes[end]) { end += 1 }
    let name = bytes[position + 1..<end]
    guard let directive = Directive.allCases.first(where: { name.elementsEqual($0.rawValue.utf8) }) else {
      return false
    }
    finishCondition()
    position = end
    (followsSpace, followsNewline) = (true, false)
    switch directive {
    case .if:
      branches.append(ConditionalBranch(offset: start, isSurroundingActive: isActive))
      condition = PendingCondition(firstToken: tokens.count, firstComment: comments.count)
    case .elseif:
      if let last = branches.indices.last { branches[last].isActive = false }
      condition = PendingCondition(firstToken: tokens.count, firstComment: comments.count)
    case .else: takeBranch(if: true)
    case .endif:
      if branches.popLast() == nil { report("'#endif' without '#if'", at: start) }
      (followsSpace, followsNewline) = (true, true)
    }
    return true
  }

  private enum Directive: String, CaseIterable {
    case `if`
    case `elseif`
    case `else`
    case endif
  }

  /// Ends the condition before a token on the next line, unless the condition continues there.
  mutating func finishConditionAtLine() {
    guard let condition, followsNewline, condition.depth == 0 else { return }
    if tokens.count > condition.firstToken, let last = tokens.last, "&|!".utf8.contains(last.sign) { return }
    finishCondition()
  }

  /// Ends the current condition, if any, and enables or disables its branch.
  mutating func finishCondition() {
    guard let pending = condition else { return }
    condition = nil
    let holds = CompilationConditions.holds(tokens[pending.firstToken...], in: bytes)
    tokens.removeSubrange(pending.firstToken...)
    takeBranch(if: holds)
    if isActive {
      for index in comments.indices[pending.firstComment...] { comments[index].nextToken = pending.firstToken }
    } else {
      comments.removeSubrange(pending.firstComment...)
    }
  }

  private mutating func takeBranch(if holds: Bool) {
    guard let last = branches.indices.last else { return }
    branches[last].isActive = branches[last].isSurroundingActive && !branches[last].isTaken && holds
    if holds { branches[last].isTaken = true }
  }
}
