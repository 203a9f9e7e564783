import CommandKit
import Forms
import JSONDocument
import OKitEditing
import OKitModels

/// Asks a person for the values of a form, one line after the other, so that it works on every terminal and with a screen reader.
struct FormDialogue {
  let session: FormSession
  private(set) var answers: FormAnswers
  /// Keeps the answers so that nothing is lost if okit is killed.
  private let save: (FormAnswers, FormState) throws -> Void
  private var state: FormState
  /// The section that is shown, and the number of its fields that were asked or shown.
  private var shown: (section: Int, fields: Int)?
  /// The fields that were asked. A later answer can enable an earlier field.
  private var asked: Set<ExactText> = []
  /// The fields whose texts nobody should see. Their answers are not kept.
  private var secure: Set<String> = []

  private var console: Console { session.session.console }

  init(session: FormSession, answers: FormAnswers, save: @escaping (FormAnswers, FormState) throws -> Void) throws {
    self.session = session
    self.answers = answers
    self.save = save
    state = try session.state(answers, isEnd: false)
  }

  /// Returns the answers after the person agreed to store them; nil if the person does not.
  mutating func run() throws -> FormAnswers? {
    tellTitle()
    var next = fields.first?.name
    while true {
      while let name = next ?? fields.first(where: { !asked.contains(ExactText($0.name)) })?.name {
        next = try ask(name)
      }
      endSection()
      state = try session.state(answers, isEnd: true)
      guard !state.isValid else { break }
      next = tellFaults()
      if next == nil, try !agrees("Go through the form again? Otherwise, the answers are discarded.") { return nil }
      next = next ?? fields.first?.name
    }
    return try confirms() ? answers : nil
  }

  /// The functions that are called after the values were stored.
  var functions: [String] { state.functions }

  /// The fields that can be answered now.
  private var fields: [FormState.Field] { state.visibleFields.filter(\.isEnabled) }

  private func tellTitle() {
    console.tell(state.title, isHeading: true)
    if let description = state.description { console.tell(description) }
    console.tell("Enter keeps a value, ? shows help, < goes back, - clears.")
  }

  // MARK: - Fields

  /// Asks for one field. Returns the name of the next one; nil after the last one.
  private mutating func ask(_ name: String) throws -> String? {
    guard let field = fields.first(where: { $0.name.isExactly(name) }) else { return nil }
    tellSection(of: field)
    asked.insert(ExactText(name))
    let former = answers
    let prompt = FieldPrompt(console, field, opening: session.session.attachmentContent) { [save, secure, state] text in
      var kept = former
      kept[name] = .text(text)
      for name in secure { kept[name] = nil }
      try save(kept, state)
    }
    while true {
      switch try prompt.ask() {
      case .keep: return next(after: name)
      case .back: return previous(before: name) ?? name
      case .ended: throw FormEnded()
      case .answer(let answer):
        if try accept(answer, field) { return next(after: name) }
      // A wrong answer is asked again; Enter goes on with the value that is there.
      }
    }
  }

  /// Returns true if an answer has no faults.
  private mutating func accept(_ answer: FormAnswers.Answer, _ field: FormState.Field) throws -> Bool {
    let former = answers[field.name]
    if field.kind == .action, answer == .json("true"), !session.runsPrograms {
      console.tell("  error: the action runs a program of the workspace, and --run was not given")
      return false
    }
    answers[field.name] = answer
    let new = try session.state(answers, isEnd: false)
    guard let fault = new.visibleFields.first(where: { $0.name.isExactly(field.name) })?.faults.first else {
      tellNewFaults(new)
      state = new
      if field.kind == .secure { secure.insert(field.name) }
      try saveAnswers()
      return true
    }
    answers[field.name] = former
    console.tell("  error: \(fault)")
    return false
  }

  /// Shows the faults of other fields that an answer caused.
  private func tellNewFaults(_ new: FormState) {
    func faults(_ state: FormState) -> [String] {
      state.visibleFields.flatMap { field in field.faults.map { "\(field.title): \($0)" } } + state.faults
    }
    let known = faults(state)
    for fault in faults(new) where !known.contains(where: fault.isExactly) { console.tell("  error: \(fault)") }
  }

  private func saveAnswers() throws {
    var kept = answers
    for name in secure { kept[name] = nil }
    try save(kept, state)
  }

  private func next(after name: String) -> String? {
    let all = state.visibleFields
    guard let index = all.firstIndex(where: { $0.name.isExactly(name) }) else { return fields.first?.name }
    return all[(index + 1)...].first(where: \.isEnabled)?.name
  }

  private func previous(before name: String) -> String? {
    let all = state.visibleFields
    guard let index = all.firstIndex(where: { $0.name.isExactly(name) }) else { return nil }
    return all[..<index].last(where: \.isEnabled)?.name
  }

  /// Shows the heading of a section when its first field is asked, and the fields before it that are only shown.
  private mutating func tellSection(of field: FormState.Field) {
    for (index, section) in state.sections.enumerated() {
      guard let place = section.fields.firstIndex(where: { $0.name.isExactly(field.name) }) else { continue }
      if shown?.section != index {
        if index > shown?.section ?? index { endSection() }
        console.tell()
        if let header = section.header { console.tell(header, isHeading: true) }
        shown = (index, 0)
      }
      tellFields(of: section, before: place)
      shown = (index, max(shown?.fields ?? 0, place + 1))
      return
    }
  }

  /// Shows the fields that are only shown, from the one behind the last field that was asked.
  private func tellFields(of section: FormState.Section, before end: Int) {
    guard let start = shown?.fields, start < end else { return }
    for other in section.fields[start..<end] where other.isVisible && !other.isEnabled && !other.shown.isEmpty {
      console.tell("\(other.title): \(other.shown)")
    }
  }

  /// Shows the rest of a section behind its last field.
  private mutating func endSection() {
    guard let index = shown?.section else { return }
    let section = state.sections[index]
    tellFields(of: section, before: section.fields.count)
    if let footer = section.footer { console.tell(footer) }
    shown = nil
  }

  // MARK: - End

  /// Shows what is wrong. Returns the first wrong field that can be answered.
  private mutating func tellFaults() -> String? {
    console.tell()
    for field in state.visibleFields {
      for fault in field.faults { console.tell("error: \(field.title): \(fault)") }
    }
    for fault in state.faults { console.tell("error: \(fault)") }
    shown = nil
    return fields.first { !$0.faults.isEmpty }?.name
  }

  /// Shows the changes, and asks whether to store them.
  private func confirms() throws -> Bool {
    let changed = state.visibleFields.filter(\.isChanged)
    let former = try session.state(FormAnswers(), isEnd: false)
    console.tell()
    for field in changed where field.path != nil {
      let old = former.sections.flatMap(\.fields).first { $0.name.isExactly(field.name) }?.shown ?? ""
      if !old.isEmpty { console.tell("- \(field.title): \(old)") }
      console.tell("+ \(field.title): \(field.shown.isEmpty ? "no value" : field.shown)")
    }
    for function in state.functions { console.tell("+ call \(function)") }
    if changed.isEmpty, state.functions.isEmpty, !session.request.target.isAddition { return true }
    return try agrees(state.question ?? "Store these values?")
  }

  /// Asks a question whose answer decides about all others, so that only a clear no discards them.
  private func agrees(_ question: String) throws -> Bool {
    let editor = LineEditor(console, words: ["yes", "no"], isAnswer: true)
    while true {
      switch try editor.line(prompt: Console.printable("\(question) [yes/no] ")) {
      case .ended: throw FormEnded()
      case .interrupted: throw Interrupted.byKey
      case .text(let text):
        switch text.lowercased() {
        case "y", "yes": return true
        case "n", "no": return false
        default: console.tell("  Type yes or no. The answers are kept until then.")
        }
      }
    }
  }
}

/// The input ended before the form did.
struct FormEnded: Error {}
