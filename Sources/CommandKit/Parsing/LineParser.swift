/// Parses a command line from left to right. Each command name adds its options.
///
/// The parser remembers the first error and continues, because a later `--help` still shows the help.
struct LineParser {
  let shared: any ParsableArguments
  let foreignWords: () -> [String: [String]]
  let root: any Command.Type
  private(set) var type: any Command.Type
  private(set) var path: [String]

  private(set) var table = SwitchTable()
  private var mistake: (any Error)?
  private var words: ArraySlice<String> = []
  private(set) var given: Set<Int> = []
  private var asked: Set<BuiltIn> = []
  private(set) var positionals: [String] = []
  private(set) var command: (value: any Command, arguments: DeclaredArguments)?
  let sharedArguments: DeclaredArguments
  /// True after `--`, when all remaining words are values.
  private(set) var hasEndedOptions = false
  /// The last option, if its value is missing.
  private(set) var awaiting: DeclaredArgument?
  /// True after an unknown command, when the remaining words cannot be parsed.
  private(set) var isLost = false

  init(
    root: any Command.Type, shared: any ParsableArguments, foreignWords: @escaping () -> [String: [String]] = { [:] }
  ) {
    self.shared = shared
    self.foreignWords = foreignWords
    self.root = root
    type = root
    path = [root.configuration.name]
    sharedArguments = DeclaredArguments(of: shared)
    table.add(sharedArguments.own)
    enter(root)
  }

  /// Parses the words without checking that the line is complete.
  mutating func read(_ arguments: [String]) {
    words = arguments[...]
    while let word = words.popFirst() {
      switch hasEndedOptions ? .value : Token(word) {
      case .value: take(word)
      case .endOfOptions: hasEndedOptions = true
      case .long(let name, let value): take(long: name, value: value)
      case .short(let letters): take(short: letters, word: word)
      }
    }
  }

  mutating func parse(_ arguments: [String]) -> ParsedLine {
    read(arguments)
    if asked.contains(.help) { return .help }
    if asked.contains(.version) { return .version }
    if let mistake { return .failure(mistake) }
    do {
      if command == nil, let meant = type.configuration.defaultSubcommand { try enterCommand(meant) }
    } catch {
      return .failure(error)
    }
    guard let command else { return .group }
    do {
      try fill(command.arguments)
      for arguments in sharedArguments.validated + command.arguments.validated { try arguments.validate() }
      return .run(command.value)
    } catch {
      return .failure(error)
    }
  }

  private mutating func note(_ error: UsageError) {
    if mistake == nil { mistake = error }
  }

  /// Enters the subcommand with this name.
  mutating func enterCommand(_ word: String) throws {
    guard let next = type.configuration.subcommands.first(where: { $0.configuration.answers(to: word) }) else {
      throw unknownCommand(word)
    }
    path.append(next.configuration.name)
    enter(next)
  }

  /// Enters the default subcommand of a group if it has this option, which the group itself does not have.
  private mutating func entersDefault(for name: SwitchName) -> Bool {
    guard command == nil, let meant = type.configuration.defaultSubcommand else { return false }
    var entered = self
    do { try entered.enterCommand(meant) } catch { return false }
    guard entered.table[name] != nil else { return false }
    self = entered
    return true
  }

  private mutating func enter(_ type: any Command.Type) {
    self.type = type
    guard type.configuration.subcommands.isEmpty else { return }
    let value = type.init()
    let arguments = DeclaredArguments(of: value, sharing: shared)
    table.add(arguments.own)
    command = (value, arguments)
  }

  private mutating func take(_ word: String) {
    if command != nil {
      positionals.append(word)
      return
    }
    do {
      try enterCommand(word)
    } catch {
      if mistake == nil { mistake = error }
      isLost = true
      // The remaining words cannot be parsed, except for a request for help.
      for rest in words.prefix(while: { $0 != "--" }) where Token(rest) == Token("-h") || Token(rest) == Token("--help")
      {
        asked.insert(.help)
      }
      words = []
    }
  }

  private mutating func take(long name: String, value: String?) {
    switch table[.long(name)] {
    case .builtIn(let builtIn):
      if let value { note(.unexpectedValue(value, for: "--\(name)")) }
      asked.insert(builtIn)
    case .declared(let argument, let order):
      if argument.kind == .flag {
        if let value { note(.unexpectedValue(value, for: "--\(name)")) }
        given.insert(order)
        _ = argument.declaration.store("")
      } else {
        store(argument, order: order, name: .long(name), value: value ?? nextValue())
      }
    case nil where entersDefault(for: .long(name)): take(long: name, value: value)
    case nil:
      note(.unknownOption("--\(name)", nearest: table.nearest(to: .long(name))))
    }
  }

  private mutating func take(short letters: String, word: String) {
    let first = letters.first.flatMap { table[.short($0)] }
    if first == nil, Token.isNegativeNumber(word) {
      take(word)
      return
    }
    var rest = letters[...]
    while let letter = rest.popFirst() {
      let name = SwitchName.short(letter)
      switch table[name] {
      case .builtIn(let builtIn):
        asked.insert(builtIn)
      case .declared(let argument, let order):
        guard argument.kind == .option else {
          given.insert(order)
          _ = argument.declaration.store("")
          break
        }
        let equals = UInt8(ascii: "=")
        let attached = rest.utf8.first == equals ? rest.utf8.dropFirst() : rest.utf8[...]
        let value = rest.isEmpty ? nextValue() : String(decoding: attached, as: UTF8.self)
        store(argument, order: order, name: name, value: value)
        return
      case nil:
        note(unknownShort(letter, in: letters, isFirst: rest.count == letters.count - 1))
        return
      }
    }
  }

  private func unknownShort(_ letter: Character, in letters: String, isFirst: Bool) -> UsageError {
    if let long = table.long(insteadOfShort: letters) { return .unknownOption("-\(letters)", nearest: long) }
    let nearest = table.nearest(to: .short(letter))
    let isWord = isFirst && letters.count > 1 && nearest == nil
    return .unknownOption(isWord ? "-\(letters)" : "-\(letter)", nearest: nearest)
  }

  private mutating func nextValue() -> String? {
    guard let next = words.first, Token.canBeValue(next) else { return nil }
    return words.removeFirst()
  }

  private mutating func store(_ argument: DeclaredArgument, order: Int, name: SwitchName, value: String?) {
    let label = "\(name.text) <\(argument.valueName)>"
    guard let value else {
      if words.isEmpty { awaiting = argument }
      return note(.missingValue(for: label))
    }
    if !given.insert(order).inserted, !argument.declaration.value.isRepeating {
      return note(UsageError("option '\(name.text)' was given more than once"))
    }
    if !argument.declaration.store(value) { note(.invalid(value, for: label, argument.declaration.value)) }
  }

  private func fill(_ arguments: DeclaredArguments) throws {
    var rest = positionals[...]
    for argument in arguments.own where argument.kind == .positional {
      let traits = argument.declaration.value
      if traits.isRequired, rest.isEmpty { throw UsageError.missing(argument) }
      for _ in 0..<(traits.isRepeating ? rest.count : min(1, rest.count)) {
        let value = rest.removeFirst()
        if !argument.declaration.store(value) { throw UsageError.invalid(value, for: argument.label, traits) }
      }
    }
    if !rest.isEmpty { throw UsageError.unexpected(Array(rest)) }
    for (order, argument) in table.declared.enumerated()
    where argument.declaration.value.isRequired && !given.contains(order) {
      throw UsageError.missing(argument)
    }
  }
}

/// The result of parsing a command line.
enum ParsedLine {
  case run(any Command)
  case help
  case version
  /// A group without a subcommand.
  case group
  case failure(any Error)
}
