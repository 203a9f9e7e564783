/// Finds the completions of a partial command line.
struct LineCompleter<Global: ParsableArguments> {
  let tool: Tool<Global>
  let global: Global
  let parser: LineParser
  let console: Console

  func completion(of text: String) -> LineCompletion {
    if parser.isLost { return .nothing }
    if let option = parser.awaiting, Token.canBeValue(text) { return value(of: option, text) }
    if !parser.hasEndedOptions {
      switch Token(text) {
      case .long(let name, let value?):
        guard case .declared(let option, _)? = parser.table[.long(name)], option.kind == .option else {
          return .nothing
        }
        return self.value(of: option, value, behind: "--\(name)=")
      case .long, .endOfOptions: return LineCompletion(answer: names(onlyLong: true))
      case .value where text == "-": return LineCompletion(answer: names(onlyLong: false))
      case .short(let letters) where !Token.isNegativeNumber(text): return short(letters)
      case .value, .short: break
      }
    }
    guard let command = parser.command else { return LineCompletion(answer: commands(of: parser)) }
    let positionals = command.arguments.own.filter { $0.kind == .positional }
    let next = positionals.dropFirst(parser.positionals.count).first
    guard let argument = next ?? positionals.last(where: { $0.declaration.value.isRepeating }) else { return .nothing }
    return value(of: argument, text)
  }

  // MARK: - Names

  /// Returns the options that can still be given, by their longest name, or only those with a long name.
  private func names(onlyLong: Bool) -> CompletionAnswer {
    let declared = Array(parser.table.declared.enumerated())
    let shared = parser.sharedArguments.own.count { $0.kind != .positional }
    let own = declared.dropFirst(shared) + declared.prefix(shared)
    let candidates = own.filter { order, option in
      let isSpent = parser.given.contains(order) && !option.declaration.value.isRepeating
      return !isSpent
    }.map { CompletionCandidate($1.preferredName, note: $1.declaration.help) }
    let builtIn = BuiltIn.allCases.map {
      CompletionCandidate($0.names.last?.text ?? "", note: $0.abstract)
    }
    return .candidates((candidates + builtIn).filter { !onlyLong || $0.text.hasPrefix("--") })
  }

  /// Completes the value after the last short name, or that name itself.
  private func short(_ letters: String) -> LineCompletion {
    var rest = letters[...]
    while let letter = rest.popFirst() {
      guard let entry = parser.table[.short(letter)] else { return .nothing }
      guard case .declared(let option, _) = entry, option.kind == .option, !rest.isEmpty else { continue }
      let name = "-" + letters.dropLast(rest.count)
      let hasEquals = rest.utf8.first == UInt8(ascii: "=")
      return value(of: option, String(hasEquals ? rest.dropFirst() : rest), behind: name + (hasEquals ? "=" : ""))
    }
    return LineCompletion(answer: .words(["-" + letters]))
  }

  private func commands(of parser: LineParser) -> CompletionAnswer {
    .candidates(
      parser.type.configuration.subcommands.map { $0.configuration }.filter { !$0.isHidden }
        .map { CompletionCandidate($0.name, note: $0.abstract) })
  }

  // MARK: - Values

  private func value(of argument: DeclaredArgument, _ text: String, behind front: String = "") -> LineCompletion {
    LineCompletion(answer: answer(argument.completion, text), front: front)
  }

  private func answer(_ kind: CompletionKind, _ text: String) -> CompletionAnswer {
    switch kind {
    case .none: return .nothing
    case .file: return .files
    case .folder: return .folders
    case .values(let values): return .words(values)
    case .command(let others): return commands(below: parser.positionals, or: others)
    case .custom(let source):
      let command = parser.command
      let request = CompletionRequest(
        source: source, text: text, positionals: parser.positionals, groups: command?.arguments.validated ?? [])
      return tool.completions(request, global, console)
    }
  }

  private func commands(below words: [String], or others: [String]) -> CompletionAnswer {
    var parser = LineParser(root: tool.root, shared: global)
    for word in words {
      guard (try? parser.enterCommand(word)) != nil else { return .nothing }
    }
    guard words.isEmpty, case .candidates(let commands) = commands(of: parser) else { return self.commands(of: parser) }
    return .candidates(commands + others.map { CompletionCandidate($0) })
  }
}
