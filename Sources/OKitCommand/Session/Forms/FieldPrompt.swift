import Bindings
import CommandKit
import Forms
import JSONDocument
import OKitEditing
import OKitModels

/// Asks for the value of one field.
struct FieldPrompt {
  /// What a person decided.
  enum Reply {
    case keep
    case back
    case ended
    case answer(FormAnswers.Answer)
  }

  /// A choice with more values is searched by a part of its name.
  private static let listed = 15

  private let console: Console
  private let field: FormState.Field
  /// Keeps the lines of a text that is not finished.
  private let keep: (String) throws -> Void

  /// Opens a file.
  private let open: (String) throws -> AttachmentContent

  init(
    _ console: Console, _ field: FormState.Field, opening open: @escaping (String) throws -> AttachmentContent,
    keeping keep: @escaping (String) throws -> Void
  ) {
    self.console = console
    self.field = field
    self.open = open
    self.keep = keep
  }

  func ask() throws -> Reply {
    switch field.kind {
    case .secure: return try askSecret()
    case .multiline: return try askLines()
    case .choice, .choices: return try askChoice()
    case .pictures: return try askFiles()
    case .action:
      return try line("\(field.title)? [\(field.isChanged ? "yes" : "no")]: ") { text in
        switch text.lowercased() {
        case "": return .keep
        case "y", "yes": return .answer(.json("true"))
        case "n", "no": return .answer(.clear)
        default:
          console.tell("  error: type yes or no")
          return nil
        }
      }
    default:
      return try line(prompt) { typed in
        guard let text = completed(typed) else { return nil }
        return text.isEmpty ? proposal : .answer(.text(text))
      }
    }
  }

  /// Returns a text without the Tab at its end that a terminal without line editing leaves there, completed if only one suggestion begins with it. Nil
  /// if there are several, which are shown.
  private func completed(_ typed: String) -> String? {
    guard let choices = field.choices, typed.hasSuffix("\t") else { return typed }
    let text = String(typed.dropLast())
    let matches = choices.filter { $0.label.lowercased().hasPrefix(text.lowercased()) }
    if matches.count == 1 { return matches[0].label }
    tellMatches(matches, text)
    return nil
  }

  /// What Enter means: the proposal for a field without a value, or the present value.
  private var proposal: Reply {
    guard field.shown.isEmpty, let proposal = field.proposal else { return .keep }
    return .answer(.text(proposal))
  }

  // MARK: - Lines

  private var prompt: String {
    let present = field.shown.isEmpty ? offer ?? "" : field.shown
    let shown = Self.shortened(present)
    let remark = shown.isEmpty ? note : "[\(shown)]"
    return "\(field.title)\(remark.isEmpty ? "" : " \(remark)"): "
  }

  /// The value that Enter gives a field without one, for people; nil for none.
  private var offer: String? {
    guard let proposal = field.proposal else {
      return field.kind == .choice && !field.isRequired ? field.texts.none : nil
    }
    return field.choices?.first { $0.text.isExactly(proposal) }?.label ?? proposal
  }

  /// What to know about a field without a value.
  private var note: String {
    if let placeholder = field.placeholder { return "(such as \(placeholder))" }
    return field.isRequired ? "(required)" : ""
  }

  private static func shortened(_ text: String) -> String {
    let line = text.split(separator: "\n", omittingEmptySubsequences: true).first.map(String.init) ?? ""
    let isCut = line.count > 50 || line.utf8.count < text.utf8.count
    return isCut ? line.prefix(49) + "…" : line
  }

  /// Reads a line, and handles the commands that every field has, unless `isPlain`.
  private func line(_ prompt: String, isPlain: Bool = false, _ reply: (String) throws -> Reply?) throws -> Reply {
    let editor = LineEditor(console, words: field.choices?.map(\.label) ?? [], isAnswer: true)
    while true {
      switch try editor.line(prompt: Console.printable(prompt)) {
      case .ended: return .ended
      case .interrupted: throw Interrupted.byKey
      case .text(let text) where isPlain:
        if let reply = try reply(text) { return reply }
      case .text(let text):
        switch text {
        case "?": help()
        case "<": return .back
        case "-": return .answer(.clear)
        default:
          if let reply = try reply(Self.plain(text)) { return reply }
        }
      }
    }
  }

  /// Returns a text without the backslash that takes the meaning from a command.
  private static func plain(_ text: String) -> String {
    ["\\?", "\\<", "\\-"].contains(text) ? String(text.dropFirst()) : text
  }

  private func help() {
    for line in [field.hint].compactMap({ $0 }) + field.notes { console.tell("  \(line)") }
    let limits = field.limits
    let bounds = [
      limits.minimum.map { "from \($0)" }, limits.maximum.map { "to \($0)" }, limits.step.map { "in steps of \($0)" },
    ]
    .compactMap { $0 }
    if !bounds.isEmpty { console.tell("  \(bounds.joined(separator: " "))") }
    console.tell("  \(instruction)")
    if let choices = field.choices, field.kind != .choice, field.kind != .choices { tell(choices.prefix(Self.listed)) }
  }

  private var instruction: String {
    switch field.kind {
    case .switch: "Type \(field.texts.yes ?? "yes") or \(field.texts.no ?? "no")."
    case .duration: "Type hours and minutes: 1:30, or 90m, 45s, 1d 2h."
    case .date: "Type a day: 2026-01-31, today, +3d, next monday."
    case .time: "Type a time: 14:30."
    case .dateTime: "Type a day and a time: 2026-01-31 14:30, today 14:30, +90m, now. The time is in UTC."
    case .choice: "Type a number or a name, or a part of it to search. The Tab key completes names."
    case .choices: "Type numbers or names, separated by commas. They replace the present ones."
    case .list: "Type the values with commas between them, or as a JSON array. They replace the present ones."
    case .suggestions: "Type a text. The Tab key completes suggestions."
    case .rate: "Type a number, or as many * as stars."
    case .picture, .pictures: "Type the path of a file."
    case .formatted: "Type the text, or only its digits."
    default: "Type the value. \\?, \\< and \\- are the texts ?, < and -."
    }
  }

  // MARK: - Several lines and secrets

  private func askLines() throws -> Reply {
    if !field.shown.isEmpty {
      console.tell("\(field.title):")
      for line in field.shown.split(separator: "\n", omittingEmptySubsequences: false) { console.tell("  | \(line)") }
    }
    console.tell("\(field.title), several lines; a line with only a dot ends the text, and two dots are a dot:")
    var lines: [String] = []
    while true {
      var (isEnd, isEmpty) = (false, false)
      // Only the first line can be a command.
      let reply = try line("  > ", isPlain: !lines.isEmpty) { text in
        isEmpty = lines.isEmpty && text.isEmpty
        if isEmpty { return proposal }
        isEnd = text == "."
        return .answer(.text(text == ".." ? "." : text))
      }
      guard !isEmpty, case .answer(.text(let text)) = reply else { return reply }
      if isEnd { return .answer(.text(lines.joined(separator: "\n"))) }
      lines.append(text)
      try keep(lines.joined(separator: "\n"))
    }
  }

  private func askSecret() throws -> Reply {
    while true {
      let first = try secret("\(field.title)\(field.shown.isEmpty ? "" : " [\(field.shown)]"): ")
      switch first {
      case "": return .keep
      case "?":
        help()
        continue
      case "<": return .back
      case "-": return .answer(.clear)
      default: break
      }
      if try secret("\(field.title), again: ") == first { return .answer(.text(Self.plain(first))) }
      console.tell("  error: the two texts differ")
    }
  }

  /// Reads a text without showing it. It becomes a value of the data, so that it cannot stay in locked memory.
  private func secret(_ prompt: String) throws -> String {
    try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = try console.readSecret(prompt: prompt, into: buffer)
      defer { for index in buffer.indices { buffer[index] = 0 } }
      return String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  // MARK: - Choices and files

  private func askChoice() throws -> Reply {
    guard let choices = field.choices else {
      return try line(prompt) { $0.isEmpty ? .keep : .answer(.text($0)) }
    }
    var offered = choices
    if choices.count <= Self.listed {
      if let none = field.texts.none { console.tell("  -  \(none)") }
      tell(choices[...])
    } else {
      console.tell("\(field.title): \(choices.count) values; type a part of a name to search")
      offered = []
    }
    return try line(prompt) { typed in
      // Without line editing, the Tab key is a character.
      let text = Self.trimmed(typed.hasSuffix("\t") ? String(typed.dropLast()) : typed)
      if text.isEmpty { return proposal }
      if field.texts.isNone(text) { return .answer(.clear) }
      if field.kind == .choices {
        let isNumbers = text.allSatisfy { $0.isNumber || $0 == " " || $0 == "," }
        let parts = text.split { $0 == "," || isNumbers && $0 == " " }
          .map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        var found: [String] = []
        for part in parts {
          guard let choice = choose(String(part), offered, choices) else { return nil }
          found.append(choice.text)
        }
        return .answer(.texts(found))
      }
      let matches = search(text, offered, choices)
      if matches.count == 1 { return .answer(.text(matches[0].text)) }
      if !matches.isEmpty { offered = matches }
      tellMatches(matches, text)
      return nil
    }
  }

  private func choose(
    _ text: String, _ offered: [FormState.Choice], _ choices: [FormState.Choice]
  ) -> FormState.Choice? {
    let matches = search(text, offered, choices)
    if matches.count == 1 { return matches[0] }
    tellMatches(matches, text)
    return nil
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }

  private func tellMatches(_ matches: [FormState.Choice], _ text: String) {
    if matches.isEmpty { return console.tell("  error: no choice contains '\(text)'") }
    tell(matches.prefix(Self.listed))
    if matches.count > Self.listed { console.tell("  … \(matches.count - Self.listed) more; type more of the name") }
  }

  /// Returns the choices that a text can mean: an exact one, or the one with this number, or all that contain it.
  private func search(
    _ text: String, _ offered: [FormState.Choice], _ choices: [FormState.Choice]
  ) -> [FormState.Choice] {
    if let exact = choices.first(where: { $0.text == text }) { return [exact] }
    let named = choices.filter { $0.label == text }
    if named.count == 1 { return named }
    if let number = Int(text), offered.indices.contains(number - 1) { return [offered[number - 1]] }
    let folded = text.lowercased()
    for isMatch in [{ $0 == folded }, { $0.hasPrefix(folded) }, { $0.byteRange(of: folded) != nil }]
      as [(String) -> Bool]
    {
      let found = choices.filter { isMatch($0.label.lowercased()) }
      if !found.isEmpty { return found }
    }
    return []
  }

  private func tell(_ choices: ArraySlice<FormState.Choice>) {
    for (number, choice) in zip(1..., choices) {
      console.tell("  \(number)\(choice.isChosen ? "*" : " ") \(choice.label)")
    }
  }

  /// Returns the reason why a file cannot be stored; nil if it can be opened.
  private func fault(ofFile path: String) -> String? {
    do {
      _ = try open(path)
      return nil
    } catch {
      return describe(error).message
    }
  }

  private func askFiles() throws -> Reply {
    var files: [String] = []
    while true {
      let reply = try line(files.isEmpty ? prompt : "\(field.title), another: ") { .answer(.text($0)) }
      guard case .answer(.text(let path)) = reply else { return reply }
      if path.isEmpty { return files.isEmpty ? .keep : .answer(.texts(files)) }
      if files.contains(path) {
        console.tell("  error: this file is already there")
      } else if let fault = fault(ofFile: path) {
        console.tell("  error: \(fault)")
      } else {
        files.append(path)
      }
    }
  }
}
