/// The options and flags known at a position of the command line, by name.
struct SwitchTable {
  enum Entry {
    case declared(DeclaredArgument, order: Int)
    case builtIn(BuiltIn)
  }

  private var entries: [SwitchName: Entry] = [:]
  private(set) var declared: [DeclaredArgument] = []

  init() {
    for builtIn in BuiltIn.allCases {
      for name in builtIn.names { entries[name] = .builtIn(builtIn) }
    }
  }

  subscript(name: SwitchName) -> Entry? { entries[name] }

  mutating func add(_ arguments: [DeclaredArgument]) {
    for argument in arguments where argument.kind != .positional {
      for name in argument.names { entries[name] = .declared(argument, order: declared.count) }
      declared.append(argument)
    }
  }

  /// Returns the known name most similar to a misspelled one.
  func nearest(to name: SwitchName) -> SwitchName? {
    switch name {
    case .long(let word):
      let words = entries.keys.compactMap { if case .long(let word) = $0 { word } else { nil } }
      return Nearest.to(word, among: words.sorted()).map { .long($0) }
    case .short(let letter):
      let other = letter.isLowercase ? letter.uppercased() : letter.lowercased()
      return other.first.map { SwitchName.short($0) }.flatMap { entries[$0] == nil ? nil : $0 }
    }
  }

  /// Returns the long name that a word with one dash probably means.
  func long(insteadOfShort letters: String) -> SwitchName? {
    let name = SwitchName.long(String(letters.prefix { $0 != "=" }))
    return letters.count > 1 && entries[name] != nil ? name : nil
  }
}
