import Bindings
import JSONDocument
package import Rules

/// Parses the description of a form.
package final class FormParser {
  private static let formKeys = ["title", "description", "class", "sections", "fields", "checks", "submit"]
  private static let sectionKeys = ["header", "footer", "visible", "fields"]
  private static let fieldKeys = [
    "name", "path", "kind", "title", "hint", "placeholder", "visible", "enabled", "needs", "required", "readOnly",
    "default", "rules", "checks", "format", "prefix", "suffix", "shown", "label", "texts", "function",
  ]
  private static let textKeys = ["yes", "no", "none", "other"]
  private static let checkKeys = ["predicate", "rules", "message", "when"]
  private static let submitKeys = ["title", "function"]

  private let source: RuleSource
  /// Keeps the schemas that references in them lead to.
  private let schemas: SchemaParser
  private let collectsMistakes: Bool
  private var ownMistakes: [RuleError] = []
  /// The mistakes that were found; empty unless the parser collects them.
  package var mistakes: [RuleError] { ownMistakes + schemas.mistakes }

  /// A parser of the form in `source`.
  ///
  /// - Parameter collectsMistakes: Pass true to leave out what is not understood and collect it in ``mistakes``, instead of throwing the first error.
  package init(_ source: RuleSource, collectsMistakes: Bool = false) {
    self.source = source
    self.collectsMistakes = collectsMistakes
    schemas = SchemaParser(collectsMistakes: collectsMistakes)
  }

  /// Returns what `body` makes of each element, without those that are not understood if mistakes are collected.
  private func understood<Element>(
    _ elements: [JSONValue], _ body: (JSONValue) throws(RuleError) -> Element
  ) throws(RuleError) -> [Element] {
    var understood: [Element] = []
    for element in elements {
      do throws(RuleError) { understood.append(try body(element)) } catch { try note(error) }
    }
    return understood
  }

  /// Collects a mistake, or throws it.
  private func note(_ mistake: RuleError) throws(RuleError) {
    guard collectsMistakes else { throw mistake }
    ownMistakes.append(mistake)
  }

  /// Parses the form. Throws `RuleError`, with its place, for anything that is not understood.
  package func form() throws(RuleError) -> Form {
    var form = Form()
    let root = try object(source.document.root, "a form", Self.formKeys)
    form.title = try root["title"].map(text)
    form.description = try root["description"].map(text)
    form.className = try root["class"].map(text)
    if let sections = root["sections"] {
      if let fields = root["fields"] {
        throw error("a form has either 'sections' or 'fields'", fields)
      }
      form.sections = try understood(list(sections), section)
    } else if let fields = root["fields"] {
      var section = Form.Section()
      section.fields = try self.fields(fields)
      form.sections = [section]
    }
    if let checks = root["checks"] {
      form.checks = try understood(list(checks)) { (json) throws(RuleError) in try check(json, isField: false) }
    }
    if let submit = root["submit"] {
      let members = try object(submit, "submit", Self.submitKeys)
      form.submit = Form.Submit(title: try members["title"].map(text), function: try members["function"].map(text))
    }
    try schemas.finish()
    form.schemas = schemas
    form.json = source.document.root
    // The fields that are left out can have names that others need.
    guard mistakes.isEmpty else { return form }
    try requireNames(form)
    try requireEnd(of: form)
    return form
  }

  private func section(_ json: JSONValue) throws(RuleError) -> Form.Section {
    let members = try object(json, "a section", Self.sectionKeys)
    var section = Form.Section(header: try members["header"].map(text))
    section.json = json
    section.footer = try members["footer"].map(text)
    section.visible = try members["visible"].map(condition)
    if let fields = members["fields"] { section.fields = try self.fields(fields) }
    return section
  }

  private func fields(_ json: JSONValue) throws(RuleError) -> [FormField] {
    try understood(list(json), field)
  }

  private func field(_ json: JSONValue) throws(RuleError) -> FormField {
    if let path = json.string {
      var field = FormField(name: path, path: try binding(json))
      field.json = json
      return field
    }
    let members = try object(json, "a field", Self.fieldKeys)
    let path = try members["path"].map(binding)
    let kind = try members["kind"].map { (json: JSONValue) throws(RuleError) in
      try name(json, FieldKind.self, "a kind of field")
    }
    let function = try members["function"].map(text)
    guard let name = try members["name"].map(text) ?? members["path"]?.string ?? function, !name.isEmpty else {
      throw error("a field needs a 'path', or a 'name' if its value is not stored", json)
    }
    var field = FormField(name: name, path: path, kind: kind, title: try members["title"].map(text))
    field.json = json
    field.hint = try members["hint"].map(text)
    field.placeholder = try members["placeholder"].map(text)
    field.visible = try members["visible"].map(condition)
    field.enabled = try members["enabled"].map(condition)
    if let needs = members["needs"] {
      for name in try list(needs) { field.needs.append(try text(name)) }
    }
    field.isRequired = try members["required"].map(bool) ?? false
    field.isReadOnly = try members["readOnly"].map(bool) ?? false
    field.proposal = members["default"]
    field.rules = try members["rules"].map(rules)
    if let checks = members["checks"] {
      field.checks = try understood(list(checks)) { (json) throws(RuleError) in try check(json, isField: true) }
    }
    field.shown = try members["shown"].map(binding)
    field.label = try members["label"].map(binding)
    if let texts = members["texts"] { field.texts = try self.texts(texts) }
    field.function = function
    try addFormat(members, to: &field)
    try requireConsistent(field, json)
    return field
  }

  private func texts(_ json: JSONValue) throws(RuleError) -> FormField.Texts {
    let members = try object(json, "texts", Self.textKeys)
    var texts = FormField.Texts()
    texts.yes = try members["yes"].map(text)
    texts.no = try members["no"].map(text)
    texts.none = try members["none"].map(text)
    texts.other = try members["other"].map(text)
    return texts
  }

  private func addFormat(_ members: Members, to field: inout FormField) throws(RuleError) {
    let pattern = try members["format"].map(text)
    guard pattern != nil || members["prefix"] != nil || members["suffix"] != nil else { return }
    if let pattern, let json = members["format"] {
      guard pattern.contains("#") else { throw error("a format needs a '#' for each digit", json) }
    }
    if field.kind == nil { field.kind = .formatted }
    field.format = FieldFormat(
      pattern: pattern, prefix: try members["prefix"].map(text) ?? "", suffix: try members["suffix"].map(text) ?? "")
  }

  private func requireConsistent(_ field: FormField, _ json: JSONValue) throws(RuleError) {
    switch field.kind {
    case .action:
      guard field.function != nil else { throw error("an action needs a 'function'", json) }
    case .formatted:
      guard field.format != nil else { throw error("a formatted field needs a 'format', 'prefix' or 'suffix'", json) }
    case .note: break
    case .list, .picture, .pictures:
      if field.path == nil { throw error("a field of this kind needs a 'path'", json) }
    case .choice, .choices:
      if field.path == nil, field.rules == nil {
        throw error("a field of this kind needs a 'path'", json)
      }
    default: break
    }
    if field.kind != .action, field.function != nil { throw error("only an action has a 'function'", json) }
    if field.kind != .formatted, field.format != nil {
      throw error("'format', 'prefix' and 'suffix' are only for fields of the kind formatted", json)
    }
  }

  private func check(_ json: JSONValue, isField: Bool) throws(RuleError) -> FormCheck {
    let members = try object(json, "a check", Self.checkKeys)
    let time = try members["when"].map { (json: JSONValue) throws(RuleError) in
      try name(json, FormCheck.Time.self, "a time of a check")
    }
    let requirement: FormCheck.Requirement
    switch (members["predicate"], members["rules"]) {
    case (let predicate?, nil): requirement = .predicate(try condition(predicate), text: predicate.string ?? "")
    case (nil, let rules?):
      guard isField else { throw error("only the check of a field has 'rules'", rules) }
      requirement = .rules(try self.rules(rules))
    default: throw error("a check has either a 'predicate' or 'rules'", json)
    }
    return FormCheck(
      requirement: requirement, message: try members["message"].map(text), time: time ?? (isField ? .change : .end),
      json: json)
  }

  /// Throws an error for a name that two fields have, and for one that no field has.
  private func requireNames(_ form: Form) throws(RuleError) {
    let fields = form.fields
    var seen: Set<ExactText> = []
    for field in fields where !seen.insert(ExactText(field.name)).inserted {
      throw error("two fields have the name \(JSONText.quote(field.name))", field.json ?? source.document.root)
    }
    for field in fields {
      for name in field.needs where !seen.contains(ExactText(name)) {
        throw RuleError(
          "no field has the name \(JSONText.quote(name))", at: field.json?["needs"] ?? source.document.root, in: source,
          unknownName: name, candidates: fields.map(\.name))
      }
    }
  }

  /// Throws an error for a field that needs itself, also through others. It could never be entered.
  private func requireEnd(of form: Form) throws(RuleError) {
    let needs = Dictionary(form.fields.map { (ExactText($0.name), $0.needs.map { ExactText($0) }) }) { first, _ in first
    }
    let fault = Cycle.fault(from: form.fields.map { ExactText($0.name) }, id: \.self) { needs[$0] ?? [] }
    guard case .endless(let name)? = fault, let field = form.fields.first(where: { name.text.isExactly($0.name) })
    else {
      return
    }
    throw error("the field needs itself", field.json?["needs"] ?? source.document.root)
  }

  // MARK: - Values

  /// The members of an object by their keys.
  private typealias Members = [String: JSONValue]

  private func object(_ json: JSONValue, _ what: String, _ keys: [String]) throws(RuleError) -> Members {
    guard json.kind == .object else { throw error("\(what) must be an object", json) }
    var members: Members = [:]
    for (key, value) in json.members {
      guard keys.contains(where: key.string.isExactly) else {
        try note(
          RuleError(
            "unknown member \(JSONText.quote(key.string)) of \(what)", at: value, in: source,
            unknownName: key.string, candidates: keys))
        continue
      }
      guard members.updateValue(value, forKey: key.string) == nil else {
        throw error("the member \(JSONText.quote(key.string)) of \(what) is repeated", value)
      }
    }
    return members
  }

  private func list(_ json: JSONValue) throws(RuleError) -> [JSONValue] {
    guard json.kind == .array else { throw error("\(name(json)) must be an array", json) }
    return Array(json.elements)
  }

  private func text(_ json: JSONValue) throws(RuleError) -> String {
    guard let text = json.string else { throw error("\(name(json)) must be a string", json) }
    return text
  }

  private func bool(_ json: JSONValue) throws(RuleError) -> Bool {
    guard let bool = json.bool else { throw error("\(name(json)) must be true or false", json) }
    return bool
  }

  private func name<Name: RawRepresentable<String> & CaseIterable>(
    _ json: JSONValue, _: Name.Type, _ what: String
  ) throws(RuleError) -> Name {
    let text = try text(json)
    if let name = Name(rawValue: text) { return name }
    let names = Name.allCases.map(\.rawValue)
    throw RuleError(
      "\(json.shown) is not \(what): \(names.joined(separator: ", "))", at: json, in: source, unknownName: text,
      candidates: names)
  }

  private func binding(_ json: JSONValue) throws(RuleError) -> Binding {
    let text = try text(json)
    do {
      return try Binding(parsing: text)
    } catch {
      throw self.error("\(error)", json)
    }
  }

  private func condition(_ json: JSONValue) throws(RuleError) -> BindingCondition {
    let text = try text(json)
    do {
      return try BindingCondition(parsing: text)
    } catch {
      throw self.error("\(error)", json)
    }
  }

  private func rules(_ json: JSONValue) throws(RuleError) -> Schema {
    let schema = try schemas.schema(json, in: source)
    for rule in schema.listed where ["readOnly", "x-okit-unique"].contains(rule.keyword) {
      throw error("\(rule.keyword) is a rule for a class, not for a form", rule.json)
    }
    return schema
  }

  private func name(_ json: JSONValue) -> String { json.key.map { "'\($0.string)'" } ?? json.shown }

  private func error(_ message: String, _ json: JSONValue) -> RuleError { RuleError(message, at: json, in: source) }
}
