extension Console {
  /// True if the console can prompt.
  package var isInteractive: Bool {
    !noInput && PromptTerminal(terminal) != nil
  }

  /// Asks a yes-or-no question. An empty line, the end of input and five invalid answers mean no.
  ///
  /// - Throws: ``PromptError`` if the console cannot prompt, or if an answer is longer than 4 KiB.
  package func confirm(_ question: String) throws -> Bool {
    for _ in 0..<5 {
      switch try answer(to: question)?.lowercased() {
      case "y", "yes": return true
      case nil, "", "n", "no": return false
      default: continue
      }
    }
    return false
  }

  /// Prompts for a secret without echo, and stores its bytes only in `buffer`.
  ///
  /// Restores the terminal's settings when it returns or throws, and also if a signal ends or stops the program.
  ///
  /// - Returns: The number of bytes, without the line feed.
  /// - Throws: ``PromptError`` if the console cannot prompt, or if the secret is longer than the buffer, which is then wiped.
  package func readSecret(prompt: String, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    let terminal = try openTerminal(for: prompt)
    do {
      let line = try HiddenInput.during(terminal) {
        terminal.show(Self.printable(prompt))
        let line = terminal.readLine(into: buffer) { HiddenInput.isInterrupted }
        // The typed line feed was not echoed.
        terminal.show("\n")
        return line
      }
      return try count(of: line, prompt)
    } catch {
      HiddenInput.wipe(buffer)
      throw error
    }
  }

  /// Returns the answer to a question; `nil` at the end of input.
  private func answer(to question: String) throws -> String? {
    let terminal = try openTerminal(for: question)
    terminal.show("\(Self.printable(question)) [y/N] ")
    return try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let line = terminal.readLine(into: buffer) { Signals.pending != nil }
      if line == .ended {
        terminal.show("\n")
        return nil
      }
      let count = try count(of: line, question)
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Returns a line that is typed after a prompt, as the terminal passes it on; nil at the end of input.
  ///
  /// - Throws: ``PromptError`` if the console cannot prompt, or if the line is longer than 64 KiB.
  func plainLine(prompt: String) throws -> String? {
    try standardOutput.flush()
    let terminal = try openTerminal(for: prompt)
    terminal.show(prompt)
    return try withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      let line = terminal.readLine(into: buffer) { Signals.pending != nil }
      if line == .ended {
        terminal.show("\n")
        return nil
      }
      return String(decoding: buffer[..<(try count(of: line, prompt))], as: UTF8.self)
    }
  }

  private func count(of line: PromptTerminal.Line, _ prompt: String) throws -> Int {
    switch line {
    case .read(let count): return count
    case .ended: return 0
    case .tooLong: throw PromptError(reason: .tooLong, prompt: Self.name(of: prompt))
    case .interrupted:
      try Signals.check()
      return 0
    }
  }

  private func openTerminal(for prompt: String) throws -> PromptTerminal {
    if noInput { throw PromptError(reason: .forbidden, prompt: Self.name(of: prompt)) }
    guard let opened = PromptTerminal(terminal) else {
      throw PromptError(reason: .noTerminal, prompt: Self.name(of: prompt))
    }
    makeRoom()
    return opened
  }

  /// Returns a prompt without the colon and the space at its end.
  private static func name(of prompt: String) -> String {
    var name = prompt[...]
    while let last = name.last, last == ":" || last == " " { name = name.dropLast() }
    return String(name)
  }
}
