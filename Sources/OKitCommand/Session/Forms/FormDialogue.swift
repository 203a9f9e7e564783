import CommandKit
import Forms
import OKitEditing
import OKitModels

/// Asks a person for the values of a form, one line after the other, so that it works on every terminal and with a screen reader.
struct FormDialogue {
  let session: FormSession
  private(set) var answers: FormAnswers
  /// Keeps the answers so that nothing is lost if okit is killed.
  private let save: (FormAnswers) throws -> Void
  private var state: FormState
  private var shownSection: Int?
  /// The fields whose texts nobody should see. Their answers are not kept.
  private var secure: Set<String> = []

  private var console: Console { session.session.console }

  init(session: FormSession, answers: FormAnswers, save: @escaping (FormAnswers) throws -> Void) throws {
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
      while let name = next { next = try ask(name) }
      state = try session.state(answers, isEnd: true)
      guard !state.isValid else { break }
      next = tellFaults()
      if next == nil, try !console.confirm("Go through the form again?") { return nil }
      next = next ?? fields.first?.name
    }
    return try confirms() ? answers : nil
  }

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
    guard let field = fields.first(where: { $0.name == name }) else { return nil }
    tellSection(of: field)
    let prompt = FieldPrompt(console, field)
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
    answers[field.name] = answer
    let new = try session.state(answers, isEnd: false)
    guard let fault = new.visibleFields.first(where: { $0.name == field.name })?.faults.first else {
      state = new
      if field.kind == .secure { secure.insert(field.name) }
      try saveAnswers()
      return true
    }
    answers[field.name] = former
    console.tell("  error: \(fault)")
    return false
  }

  private func saveAnswers() throws {
    var kept = answers
    for name in secure { kept[name] = nil }
    try save(kept)
  }

  private func next(after name: String) -> String? {
    let all = state.visibleFields
    guard let index = all.firstIndex(where: { $0.name == name }) else { return fields.first?.name }
    return all[(index + 1)...].first(where: \.isEnabled)?.name
  }

  private func previous(before name: String) -> String? {
    let all = state.visibleFields
    guard let index = all.firstIndex(where: { $0.name == name }) else { return nil }
    return all[..<index].last(where: \.isEnabled)?.name
  }

  /// Shows the heading of a section when its first field is asked, and the fields in it that are only shown.
  private mutating func tellSection(of field: FormState.Field) {
    guard let index = state.sections.firstIndex(where: { $0.fields.contains { $0.name == field.name } }),
      index != shownSection
    else { return }
    shownSection = index
    let section = state.sections[index]
    console.tell()
    if let header = section.header { console.tell(header, isHeading: true) }
    for other in section.fields where other.isVisible && !other.isEnabled && !other.shown.isEmpty {
      console.tell("\(other.title): \(other.shown)")
    }
    if let footer = section.footer { console.tell(footer) }
  }

  // MARK: - End

  /// Shows what is wrong. Returns the first wrong field that can be answered.
  private mutating func tellFaults() -> String? {
    console.tell()
    for field in state.visibleFields {
      for fault in field.faults { console.tell("error: \(field.title): \(fault)") }
    }
    for fault in state.faults { console.tell("error: \(fault)") }
    shownSection = nil
    return fields.first { !$0.faults.isEmpty }?.name
  }

  /// Shows the changes, and asks whether to store them.
  private func confirms() throws -> Bool {
    let changed = state.visibleFields.filter(\.isChanged)
    let former = try session.state(FormAnswers(), isEnd: false)
    console.tell()
    for field in changed where field.kind != .action {
      let old = former.sections.flatMap(\.fields).first { $0.name == field.name }?.shown ?? ""
      if !old.isEmpty, field.path != nil { console.tell("- \(field.title): \(old)") }
      console.tell("+ \(field.title): \(field.shown.isEmpty ? "no value" : field.shown)")
    }
    for field in changed where field.kind == .action { console.tell("+ \(field.title)") }
    if changed.isEmpty, !session.request.target.isAddition { return true }
    return try console.confirm(state.question ?? "Store these values?")
  }
}

/// The input ended before the form did.
struct FormEnded: Error {}
