import Bindings
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// Finds out what a person sees of a form after the answers were applied.
struct FormEvaluation {
  /// An answer that was ignored, because its field is hidden or not enabled. The edit cannot be continued.
  struct Ignored: Error {
    let field: String
  }

  /// A reason why a value cannot be stored.
  private struct Fault {
    /// What a fault comes from.
    enum Origin {
      /// The answer is no value of the field.
      case answer
      /// There is no value.
      case absence
      /// A rule of the workspace, which also concerns values that nobody sees.
      case rule
      /// The form.
      case form
    }

    let message: String
    let origin: Origin
  }

  private let entry: FormEntry
  private let answers: FormAnswers
  /// True before the values are stored, when all checks are made.
  private let isEnd: Bool
  private let request: FormRequest
  private var session: EditSession { entry.session }
  private var form: Form { entry.target.form }

  init(_ entry: FormEntry, _ request: FormRequest, _ answers: FormAnswers, isEnd: Bool) {
    self.entry = entry
    self.request = request
    self.answers = answers
    self.isEnd = isEnd
  }

  /// Returns the state of the form.
  ///
  /// - Parameters:
  ///   - refused: The answers that are no values of their fields, with the reasons.
  ///   - ignored: The answers of hidden and disabled fields.
  ///
  /// Throws ``Ignored``, and the errors of evaluating bindings and rules.
  func state(refused: [ExactText: String], ignored: [String]) throws -> FormState {
    let findings = try session.edit.causedViolations().filter { $0.severity == .error }
    try addLocalValues()
    let places = try form.fields.map { try entry.place($0) }
    var faults = try places.map { place in
      try refused[ExactText(place.field.name)].map {
        Fault(message: place.kind == .secure ? Self.hiddenFault : $0, origin: .answer)
      } ?? fault(of: place, findings)
    }
    let isVisible = try visibility()
    let isEnabled = try zip(places, isVisible).map { place, isVisible in
      guard isVisible, place.kind == .action || place.canBeEntered else { return false }
      let isReady = place.field.needs.allSatisfy { name in
        zip(places, faults).contains { $0.field.name.isExactly(name) && $1 == nil && !hasNoValue($0) }
      }
      return try isReady && isMet(place.field.enabled)
    }
    // Without this answer, the fields behind it may be available.
    if let unavailable = zip(places, isEnabled).first(where: { !$1 && answers[$0.field.name] != nil }) {
      throw Ignored(field: unavailable.0.field.name)
    }

    var formFaults = try self.formFaults(findings, places)
    var ignored = ignored
    for (index, place) in places.enumerated() where !isEnabled[index] {
      switch faults[index]?.origin {
      // Nobody can give the value now.
      case .absence?: faults[index] = nil
      // An answer that the field could never take is an error.
      case .answer? where answers[place.field.name] == nil && place.canBeEntered:
        ignored.append(place.field.name)
        faults[index] = nil
      case .rule? where !isVisible[index] && isEnd:
        if let fault = faults[index] { formFaults.append("\(place.field.name): \(fault.message)") }
      default: break
      }
      if !isVisible[index] { faults[index] = nil }
    }
    var fields = try zip(zip(places, faults), zip(isVisible, isEnabled)).map { place, shown in
      try field(place.0, place.1, isVisible: shown.0, isEnabled: shown.1)
    }[...]
    let sections = try form.sections.map { section in
      let own = fields.prefix(section.fields.count)
      fields = fields.dropFirst(section.fields.count)
      return FormState.Section(
        header: section.header, footer: section.footer, isVisible: try isMet(section.visible), fields: Array(own))
    }
    return FormState(
      title: form.title ?? entry.target.definition?.name ?? "", description: form.description, sections: sections,
      faults: formFaults, question: form.submit?.title, functions: functions(isEnabled),
      ignored: ignored,
      stored: entry.stored, isSecret: session.store.readDocuments.contains(where: \.opened.form.isEncrypted))
  }

  /// Returns the functions of the chosen actions and of the form.
  private func functions(_ isEnabled: [Bool]) -> [String] {
    let chosen = zip(form.fields, isEnabled).compactMap { field, isEnabled in
      isEnabled && answers[field.name]?.isYes == true ? field.function : nil
    }
    return chosen + [form.submit?.function].compactMap { $0 }
  }

  // MARK: - Conditions

  /// Adds the values that exist only in the form to the entity, where conditions find them. The edit is not stored.
  private func addLocalValues() throws {
    let entity = entry.target.entity
    for field in form.fields where field.path == nil && (field.kind ?? .text).isEntry {
      guard entity[field.name] == nil else {
        throw OKitError(
          .configuration,
          "the field \(PathComponent.printable(field.name)) needs a path, because the entity has a value of this name")
      }
      let json = try entry.localValue(answers[field.name], field)
      try session.change(entity) { try entity.add(field.name, json) }
    }
  }

  private func isMet(_ condition: BindingCondition?) throws -> Bool {
    guard let condition else { return true }
    return try ConditionEvaluation(condition, in: session.values()).isMet(by: entry.target.entity)
  }

  /// Returns whether each field is shown.
  private func visibility() throws -> [Bool] {
    try form.sections.flatMap { section in
      let isShown = try isMet(section.visible)
      return try section.fields.map { try isShown && isMet($0.visible) }
    }
  }

  // MARK: - Faults

  /// The value of a field, stored or not.
  private func value(_ place: FieldPlace) -> JSONValue? {
    if place.field.path != nil { return place.value }
    return entry.target.entity[place.field.name].flatMap { $0.isNull ? nil : $0 }
  }

  private func hasNoValue(_ place: FieldPlace) -> Bool {
    if place.field.path != nil { return place.isEmpty }
    return value(place).map { $0.string?.isEmpty ?? false } ?? true
  }

  /// Returns the first reason why the value of a field cannot be stored; nil if there is none.
  private func fault(of place: FieldPlace, _ findings: [RuleFinding]) throws -> Fault? {
    guard place.kind.isEntry, !place.isReadOnly else { return nil }
    let isAnswered = answers[place.field.name] != nil
    let isEmpty = hasNoValue(place)
    if isEmpty, place.isRequired {
      // An empty value that violates a rule of the class before the form is not its fault.
      let isWanted = isAnswered || isEnd && (place.field.isRequired || request.target.isAddition)
      return isWanted ? Fault(message: "a value is required", origin: .absence) : nil
    }
    if isEnd || isAnswered {
      if let rules = place.field.rules, !isEmpty, let message = try violation(of: rules, place) {
        return Fault(message: message, origin: .form)
      }
      if place.kind == .rate, !isEmpty, let fault = rateFault(place) { return fault }
      if let path = place.path,
        let finding = findings.first(where: { $0.path.isExactly(path) || $0.path.isInside(path) })
      {
        return Fault(message: hidden(finding.message, of: place, keyword: finding.keyword), origin: .rule)
      }
    }
    for check in place.field.checks {
      guard isEnd || check.time == .always || check.time == .change && isAnswered else { continue }
      // An empty value that is not required obeys all rules.
      switch check.requirement {
      case .predicate(let condition, let text):
        if try !isMet(condition) {
          return Fault(message: check.message ?? "the condition is not met: \(text)", origin: .form)
        }
      case .rules(let schema):
        if !isEmpty, let message = try violation(of: schema, place) {
          return Fault(message: check.message ?? message, origin: .form)
        }
      }
    }
    return nil
  }

  /// The stars of a rating whose rules have no maximum.
  private static let stars = 5

  private func rateFault(_ place: FieldPlace) -> Fault? {
    guard limits(place).maximum == "\(Self.stars)", let number = value(place).flatMap({ Double($0.rawText) }),
      !(0...Double(Self.stars)).contains(number)
    else { return nil }
    return Fault(message: "a rating is from 0 to \(Self.stars)", origin: .form)
  }

  private func violation(of schema: Schema, _ place: FieldPlace) throws -> String? {
    guard let value = value(place) else { return nil }
    let values = session.values()
    var check = SchemaCheck(now: values.now, clockOffset: values.clockOffset, bindings: entry.bindings)
    do {
      try check.check(
        value, of: place.slot?.container ?? entry.target.entity, ofClass: place.owner?.name ?? "", with: schema)
    } catch let error as RuleError {
      throw OKitError(error)
    }
    return check.violations.first { $0.severity == .error }
      .map { hidden($0.message, of: place, keyword: $0.rule.keyword) }
  }

  private static let hiddenFault = "the text is not valid"

  /// Returns a message about a value. One that shows a text that nobody should see is replaced.
  private func hidden(_ message: String, of place: FieldPlace, keyword: String) -> String {
    guard place.kind == .secure, let value = value(place) else { return message }
    let text = value.string ?? value.rawText
    let isShown =
      message.byteRange(of: value.shown) != nil || text.utf8.count > 3 && message.byteRange(of: text) != nil
    return isShown ? "\(Self.hiddenFault): it violates \(keyword)" : message
  }

  private func formFaults(_ findings: [RuleFinding], _ places: [FieldPlace]) throws -> [String] {
    var faults: [String] = []
    for check in form.checks where isEnd || check.time == .always {
      guard case .predicate(let condition, let text) = check.requirement, try !isMet(condition) else { continue }
      faults.append(check.message ?? "the condition is not met: \(text)")
    }
    guard isEnd else { return faults }
    let paths = places.compactMap(\.path)
    for finding in findings where !paths.contains(where: { finding.path.isExactly($0) || finding.path.isInside($0) }) {
      faults.append(finding.description)
    }
    return faults
  }

  // MARK: - Fields

  private func field(
    _ place: FieldPlace, _ fault: Fault?, isVisible: Bool, isEnabled: Bool
  ) throws -> FormState.Field {
    let field = place.field
    // A script has to know the choices of a field that an answer will show, but nobody sees its errors yet.
    let choices = isVisible ? try entry.choices(for: place) : try? entry.choices(for: place)
    let text = entry.text(place, choices)
    let value = value(place)
    var notes = place.property.map { PropertyNotes(of: $0, in: session.classes.definitions) }
    if let property = place.property, let owner = place.owner, let rules = entry.rules {
      notes?.add(rules.notes(property, of: owner.name))
    }
    let own = field.rules?.listed.filter(\.property.isEmpty).map {
      "\($0.keyword) \($0.json.string ?? $0.json.rawText)"
    }
    var lines = (notes.map { [$0.type] } ?? []) + (notes?.rules ?? [])
    if let own, !own.isEmpty { lines.append("rules: " + own.joined(separator: ", ")) }
    if let format = field.format { lines.append("format: \(format.description)") }
    return FormState.Field(
      name: field.name, kind: place.kind, title: field.title ?? notes?.title ?? place.property?.name ?? field.name,
      hint: field.hint ?? notes?.description, placeholder: field.placeholder, notes: lines, path: place.path,
      isVisible: isVisible, isEnabled: isEnabled, isRequired: place.isRequired,
      json: value?.snapshot.rawText, shown: try shown(place, value, text),
      proposal: hasNoValue(place) ? text.proposal ?? onlyChoice(place, choices) : text.typed(value),
      choices: choices, texts: field.texts, limits: limits(place), function: field.function,
      isChanged: answers[field.name] != nil && isDifferent(place, value), faults: fault.map { [$0.message] } ?? [])
  }

  /// Returns the value of a required choice that has only one.
  private func onlyChoice(_ place: FieldPlace, _ choices: [FormState.Choice]?) -> String? {
    guard place.kind == .choice, place.isRequired, let choices, choices.count == 1 else { return nil }
    return choices[0].text
  }

  private func isDifferent(_ place: FieldPlace, _ value: JSONValue?) -> Bool {
    if place.kind == .action { return answers[place.field.name]?.isYes == true }
    guard let path = place.path, let old = entry.stored.first(where: { $0.path.isExactly(path) }) else { return true }
    guard let json = old.json, let value, let former = try? JSONDocument(parsing: json).root else {
      return old.json != value?.snapshot.rawText
    }
    return !former.isSame(as: value)
  }

  private func shown(_ place: FieldPlace, _ value: JSONValue?, _ text: FieldText) throws -> String {
    guard let binding = place.field.shown, value != nil || place.field.path == nil else { return text.shown(value) }
    let values = try binding.matches(in: session.values(), from: entry.target.entity)
    return values.map(\.content.text).joined(separator: ", ")
  }

  private func limits(_ place: FieldPlace) -> FormState.Limits {
    var limits = FormState.Limits()
    for rule in place.schemas.flatMap(\.rules) {
      switch rule.assertion {
      case .minimum(let bound), .exclusiveMinimum(let bound): limits.minimum = bound.rawText
      case .maximum(let bound), .exclusiveMaximum(let bound): limits.maximum = bound.rawText
      case .multiple: limits.step = rule.json.rawText
      case .earliest(let bound): limits.minimum = bound.text
      case .latest(let bound): limits.maximum = bound.text
      case .length(let range) where range.upperBound < .max: limits.maximumCount = range.upperBound
      case .elementCount(let range) where range.upperBound < .max: limits.maximumCount = range.upperBound
      default: continue
      }
    }
    if place.kind == .rate, limits.maximum == nil { limits.maximum = String(Self.stars) }
    return limits
  }
}

extension String {
  /// True for the path of something in the value at `path`.
  fileprivate func isInside(_ path: String) -> Bool {
    guard let rest = withoutPrefix(path)?.utf8.first else { return false }
    return rest == UInt8(ascii: "/") || rest == UInt8(ascii: "[")
  }
}
