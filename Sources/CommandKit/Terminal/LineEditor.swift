import Glibc

/// Reads lines from the terminal that people can edit, with a history in memory and completion of words.
///
/// libedit is loaded when it is needed. Without it, lines are read as the terminal passes them on.
package struct LineEditor {
  /// The functions of libedit, by its interface that is compatible with readline.
  private struct Library {
    typealias LineHandler = @convention(c) (_ line: UnsafeMutablePointer<CChar>?) -> Void
    typealias Install = @convention(c) (_ prompt: UnsafePointer<CChar>, _ handler: LineHandler) -> Void
    typealias Work = @convention(c) () -> Void
    typealias AddHistory = @convention(c) (_ line: UnsafePointer<CChar>) -> Int32
    typealias Generator = @convention(c) (_ word: UnsafePointer<CChar>?, _ state: Int32) -> UnsafeMutablePointer<CChar>?
    typealias Matches =
      @convention(c) (_ word: UnsafePointer<CChar>?, _ next: Generator) -> UnsafeMutableRawPointer?
    typealias KeyCommand = @convention(c) (_ count: Int32, _ key: Int32) -> Int32
    typealias AddCommand =
      @convention(c) (_ name: UnsafePointer<CChar>, _ command: KeyCommand, _ key: Int32) -> Int32
    typealias Initialize = @convention(c) () -> Int32
    typealias Completion =
      @convention(c) (_ word: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32) -> UnsafeMutableRawPointer?

    /// Shows the prompt. `readline` would discard what was typed or pasted for the next line.
    let install: Install
    let remove: Work
    /// Reads the next character.
    let readCharacter: Work
    let addHistory: AddHistory
    let matches: Matches
    let initialize: Initialize
    let addCommand: AddCommand
    let completion: UnsafeMutablePointer<Completion?>
    /// True if no file names should be offered instead.
    let isFinal: UnsafeMutablePointer<Int32>
    let breakCharacters: UnsafeMutablePointer<UnsafePointer<CChar>?>
    let catchesSignals: UnsafeMutablePointer<Int32>
    /// The character behind a completed word; 0 for none.
    let endOfWord: UnsafeMutablePointer<Int32>

    init?() {
      guard let handle = dlopen("libedit.so.2", RTLD_LAZY | RTLD_LOCAL) else { return nil }
      func symbol<Symbol>(_ name: String, _ type: Symbol.Type) -> Symbol? {
        dlsym(handle, name).map { unsafeBitCast($0, to: type) }
      }
      guard let install = symbol("rl_callback_handler_install", Install.self),
        let remove = symbol("rl_callback_handler_remove", Work.self),
        let readCharacter = symbol("rl_callback_read_char", Work.self),
        let addHistory = symbol("add_history", AddHistory.self),
        let matches = symbol("rl_completion_matches", Matches.self),
        let initialize = symbol("rl_initialize", Initialize.self),
        let addCommand = symbol("rl_add_defun", AddCommand.self),
        let completion = dlsym(handle, "rl_attempted_completion_function"),
        let isFinal = dlsym(handle, "rl_attempted_completion_over"),
        let breakCharacters = dlsym(handle, "rl_completer_word_break_characters"),
        let catchesSignals = dlsym(handle, "rl_catch_signals"),
        let endOfWord = dlsym(handle, "rl_completion_append_character")
      else { return nil }
      self.install = install
      self.remove = remove
      self.readCharacter = readCharacter
      self.addHistory = addHistory
      self.matches = matches
      self.initialize = initialize
      self.addCommand = addCommand
      self.completion = completion.assumingMemoryBound(to: Completion?.self)
      self.isFinal = isFinal.assumingMemoryBound(to: Int32.self)
      self.breakCharacters = breakCharacters.assumingMemoryBound(to: UnsafePointer<CChar>?.self)
      self.catchesSignals = catchesSignals.assumingMemoryBound(to: Int32.self)
      self.endOfWord = endOfWord.assumingMemoryBound(to: Int32.self)
    }
  }

  // The functions and variables of libedit stay in their place.
  nonisolated(unsafe) private static let library = Library()
  /// The words to complete. They are static because libedit calls the completion function without a context.
  nonisolated(unsafe) private static var words: [String] = []
  nonisolated(unsafe) private static var rest: ArraySlice<String> = []

  /// The result of the current line; nil while the person edits it.
  nonisolated(unsafe) private static var line: Line?
  nonisolated(unsafe) private static var isBound = false

  private let console: Console
  /// True if the whole line is completed instead of its last word, and nothing is kept in the history.
  private let isAnswer: Bool

  /// A line of input.
  package enum Line {
    case text(String)
    /// The interrupt key discarded the line.
    case interrupted
    /// The input has ended.
    case ended
  }

  /// The code of the interrupt key, Ctrl-C.
  private static let interruptCode: Int32 = 3

  /// An editor that completes `words`.
  ///
  /// - Parameter isAnswer: True for answers to questions, which are completed as a whole and are not kept in the history.
  package init(_ console: Console, words: [String], isAnswer: Bool = false) {
    self.console = console
    self.isAnswer = isAnswer
    Self.words = words
    guard isEditing else { return }
    // libedit would send a signal to the whole process group.
    Self.library?.catchesSignals.pointee = 0
    Self.library?.breakCharacters.pointee = Self.breaks(isAnswer)
    // A completed answer is the whole line.
    Self.library?.endOfWord.pointee = isAnswer ? 0 : Int32(UInt8(ascii: " "))
    Self.library?.completion.pointee = { word, _, _ in
      LineEditor.library?.isFinal.pointee = 1
      return LineEditor.library?.matches(word) { word, state in
        let typed = word.map { String(cString: $0) } ?? ""
        if state == 0 { LineEditor.rest = LineEditor.words.filter { $0.hasFoldedPrefix(typed) }[...] }
        return LineEditor.rest.popFirst().flatMap { strdup($0) }
      }
    }
  }

  // libedit keeps the pointers.
  nonisolated(unsafe) private static let wordBreaks = UnsafePointer(strdup(" \t\n\"'`@$><=;|&{(.,)+-*/%!"))
  nonisolated(unsafe) private static let lineBreaks = UnsafePointer(strdup(""))

  private static func breaks(_ isAnswer: Bool) -> UnsafePointer<CChar>? { isAnswer ? lineBreaks : wordBreaks }

  /// False on terminals that cannot edit lines. libedit also needs the standard streams.
  private var isEditing: Bool {
    !["", "dumb"].contains(console.environment["TERM"] ?? "") && console.isStandardInputTerminal
      && console.standardOutput.isTerminal
  }

  /// The state of the terminal before a line is edited. It is allocated because Swift 6.3 gives a static variable of this type, which has a gap between its members, too little space.
  nonisolated(unsafe) private static let state = UnsafeMutablePointer<termios>.allocate(capacity: 1)

  /// Runs `body`, in which the interrupt key is a key like others. A signal that ends the program restores the state of the terminal before.
  private static func restoringTerminal<Result>(_ body: () -> Result) -> Result {
    tcgetattr(STDIN_FILENO, state)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, state) }
    // libedit does not return when a signal arrives. 0 is no key.
    var changed = state.pointee
    withUnsafeMutableBytes(of: &changed.c_cc) { $0[Int(VINTR)] = 0 }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &changed)
    let restore: @convention(c) (Int32) -> Void = { number in
      tcsetattr(STDIN_FILENO, TCSANOW, LineEditor.state)
      _ = write(STDOUT_FILENO, "\n", 1)
      signal(number, SIG_DFL)
      raise(number)
    }
    return Signals.replacing([SIGINT, SIGQUIT, SIGTERM, SIGHUP], by: restore, body)
  }

  /// Makes the interrupt key discard the line. libedit must find the terminal as it is while a line is edited.
  private static func bindInterruptKey(_ library: Library) {
    if isBound { return }
    isBound = true
    _ = library.initialize()
    _ = library.addCommand(
      "okit-interrupt",
      { _, _ in
        LineEditor.line = .interrupted
        return 0
      }, interruptCode)
  }

  /// Returns the next line. Throws ``Interrupted`` if a signal arrives, and ``PromptError``.
  package func line(prompt: String) throws -> Line {
    guard isEditing, let library = Self.library else {
      let line = try console.plainLine(prompt: prompt)
      try Signals.check()
      return line.map { .text($0) } ?? .ended
    }
    try console.standardOutput.flush()
    let line = Self.restoringTerminal {
      Self.bindInterruptKey(library)
      return Self.edit(library, prompt)
    }
    try Signals.check()
    switch line {
    case .text(let text):
      if !text.isEmpty, !isAnswer { _ = library.addHistory(text) }
    case .interrupted:
      try console.standardOutput.writeLine("^C")
    case .ended:
      try console.standardOutput.writeLine("")
    }
    return line
  }

  private static func edit(_ library: Library, _ prompt: String) -> Line {
    line = nil
    library.install(prompt) { text in
      LineEditor.line = text.map { .text(String(cString: $0)) } ?? .ended
      free(text)
    }
    defer { library.remove() }
    while true {
      // libedit does not say that a terminal is gone.
      var terminal = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      let count = poll(&terminal, 1, -1)
      if count < 0, errno == EINTR { continue }
      guard count > 0, terminal.revents & Int16(POLLIN) != 0, terminal.revents & Int16(POLLHUP) == 0 else {
        return .ended
      }
      library.readCharacter()
      if let line { return line }
    }
  }
}

extension String {
  /// True if the text begins with `prefix`, without regard to the case of ASCII letters.
  fileprivate func hasFoldedPrefix(_ prefix: String) -> Bool { strncasecmp(self, prefix, prefix.utf8.count) == 0 }
}
