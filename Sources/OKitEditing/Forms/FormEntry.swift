import Bindings
import Ciphers
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// Stores the answers to a form in an edit.
struct FormEntry {
  /// An answer that is no value of its field. The edit cannot be continued.
  struct Refused: Error {
    let field: String
    let error: any Error
  }

  let session: EditSession
  let target: FormTarget
  let rules: WorkspaceRules?
  let names: ReferenceNames
  let bindings: RuleBindings
  /// The values of the fields before the answers.
  let stored: [Draft.Target]
  private let file: (String) throws -> AttachmentContent

  init(_ request: FormRequest, _ session: EditSession, file: @escaping (String) throws -> AttachmentContent) throws {
    self.session = session
    self.file = file
    target = try FormTarget(request, session)
    names = ReferenceNames(session)
    rules = try session.workspace.rules(by: session.store)
    bindings = RuleBindings(session.values())
    let (target, rules) = (target, rules)
    // The id tells whether the path leads to another entity now.
    let identity = target.entity["id"].map { [Draft.Target(path: target.path + "/id", json: $0.rawText)] } ?? []
    stored =
      try identity
      + target.form.fields.compactMap { field in
        let place = try FieldPlace(field, target, rules, session)
        return place.path.map { Draft.Target(path: $0, json: place.slot?.value?.snapshot.rawText) }
      }
  }

  /// The place of a field as it is now.
  func place(_ field: FormField) throws -> FieldPlace { try FieldPlace(field, target, rules, session) }

  func choices(for place: FieldPlace) throws -> [FormState.Choice]? {
    try FieldChoices(target, session, names, bindings).choices(for: place)
  }

  func text(_ place: FieldPlace, _ choices: [FormState.Choice]?) -> FieldText {
    FieldText(
      place: place, choices: choices, dates: session.values().dateEntry, names: names,
      hasDecimalComma: session.values().hasDecimalComma)
  }

  /// Stores the answers, in the order of the fields. A new entity gets the proposals of fields without an answer instead of its defaults, except those of `refused` fields, whose
  /// proposals are no values.
  ///
  /// Throws ``Refused``, and errors of kind `notFound` for an answer to no field.
  func apply(_ answers: FormAnswers, isAddition: Bool, refused: Set<ExactText> = []) throws {
    let fields = target.form.fields
    if let unknown = answers.names.first(where: { name in !fields.contains { $0.name.isExactly(name) } }) {
      throw OKitError(
        .notFound, "the form has no field \(PathComponent.printable(unknown))",
        remedy: .candidates(fields.map(\.name), insteadOf: unknown))
    }
    for field in fields {
      var answer = answers[field.name]
      if answer == nil, field.path == nil || field.proposal == nil { continue }
      let place = try place(field)
      if answer == nil, isAddition, let proposal = field.proposal, place.kind.isEntry, !place.kind.isFiles,
        !place.isReadOnly,
        !refused.contains(ExactText(field.name))
      {
        answer = FormAnswers.Answer(proposal)
      }
      guard let answer else { continue }
      do {
        if field.kind == .action {
          guard answer.isYes != nil else { throw OKitError(.malformed, "an action is chosen with true or false") }
        } else if field.path == nil {
          _ = try localValue(answer, field)
        } else {
          try apply(answer, to: place)
        }
      } catch let error where DraftText.isCorrectable(error) && (error as? OKitError)?.place == nil {
        throw Refused(field: field.name, error: error)
      } catch let error as SystemError where place.kind.isFiles {
        throw Refused(field: field.name, error: error)
      }
    }
  }

  /// Gives a new partial the values that it shares with its new stand-in.
  func completePartial() throws {
    guard let place = session.store.place(of: target.entity), let partial = try session.store.partial(of: place) else {
      return
    }
    for (key, value) in target.entity.members where key.string != "id" && value.kind != .object && value.kind != .array
    {
      guard let other = partial.json.root[key.string], !other.isSame(as: value) else { continue }
      let slot = BindingSlot.value(other)
      _ = try session.put(JSONDocument(parsing: value.snapshot.rawText).root, in: slot, session.type(of: slot))
    }
  }

  private func apply(_ answer: FormAnswers.Answer, to place: FieldPlace) throws {
    let name = PathComponent.printable(place.field.name)
    guard place.kind.isEntry else { throw OKitError(.malformed, "the field \(name) has no value to enter") }
    guard !place.isReadOnly else { throw OKitError(.malformed, "\(name) cannot be changed") }
    guard let path = place.path, place.slot != nil else {
      throw OKitError(.notFound, "\(name) cannot be stored: an object on its path is missing")
    }
    let binding = try Binding(parsing: path)
    switch (place.kind, answer) {
    case (.picture, .text(let file)) where !file.isEmpty: try store([file], place, binding)
    case (.picture, .texts(let files)) where files.count == 1, (.pictures, .texts(let files)):
      try store(files, place, binding)
    case (.pictures, .text(let file)) where !file.isEmpty: try store([file], place, binding)
    case (.choices, .text(let typed)): try choose(FormAnswers.Answer.texts(in: typed), place, binding)
    case (.choices, .texts(let texts)): try choose(texts, place, binding)
    case (.list, .text(let typed)) where !typed.isEmpty:
      try setList(text(place, nil).values(typed), place, binding)
    case (.list, .json(let json)): try setList(text(place, nil).values(json: json), place, binding)
    case (.list, .texts(let texts)): try setList(texts.map(text(place, nil).element.value), place, binding)
    case (_, .clear), (_, .text("")): try clear(place, binding)
    case (.choice, .text(let typed)) where place.field.texts.isNone(typed): try clear(place, binding)
    case (.choice, .text(let typed)) where place.isUntypedReference:
      try setKey(text(place, choices(for: place)).choice(typed), binding)
    case (_, .text(let typed)):
      try session.set([EditItem(binding, text(place, choices(for: place)).value(typed))])
    case (_, .json(let json)): try session.set([EditItem(binding, .json(JSONDocument(parsing: json).root))])
    case (_, .texts(let texts)):
      var writer = JSONWriter()
      writer.array { writer in for text in texts { writer.element(text) } }
      try session.set([EditItem(binding, .json(JSONDocument(parsing: writer.text).root))])
    }
  }

  private func clear(_ place: FieldPlace, _ binding: Binding) throws {
    switch place.kind {
    case .picture:
      if place.value != nil { try session.remove([binding]) }
    case .pictures, .choices, .list:
      guard let array = place.value, array.kind == .array else { return }
      if array.count > 0 { try session.remove([Binding(parsing: binding.description + "[*]")], all: true) }
    default:
      if place.isUntypedReference { return try setKey("", binding) }
      if place.value?["refKey"] != nil { return try session.set([EditItem(binding, .text(""))]) }
      if place.value != nil { try session.set([EditItem(binding, .typed("null", .null))]) }
    }
  }

  /// Changes the id to which a reference refers. Without classes, only its members are known.
  private func setKey(_ id: String, _ binding: Binding) throws {
    let key = BoundValue.Step.text(of: .property("refKey"), behind: binding.description)
    try session.set([EditItem(Binding(parsing: key), .typed(id, .string))])
  }

  private func store(_ files: [String], _ place: FieldPlace, _ binding: Binding) throws {
    let contents = try files.map(file)
    if place.kind == .pictures { try requireDifferent(contents, files, place) }
    for content in contents {
      let outcome = try Attachments(session.workspace).put(binding, model: nil, content: content, in: session.edit)
      session.outcome.changes.append(
        EditOutcome.Change(
          model: session.model, path: outcome.path, id: outcome.id, newID: outcome.isNew ? outcome.id : nil))
    }
    session.noteTouched(target.entity)
  }

  /// Throws an error of kind `exists` for a picture that is given twice, or that the field has already.
  private func requireDifferent(_ contents: [AttachmentContent], _ names: [String], _ place: FieldPlace) throws {
    var new: [SHA256Digest: String] = [:]
    for (content, name) in zip(contents, names) {
      guard new.updateValue(name, forKey: try digest(content.forEachPiece)) == nil else {
        throw OKitError(.exists, "\(PathComponent.printable(name)) is given twice")
      }
    }
    let sizes = Set(contents.map { Int($0.size) })
    for element in place.value?.elements.map({ $0 }) ?? [] {
      guard let size = element["size"]?.int, sizes.contains(size), let host = session.store.place(of: element),
        let object = AttachmentObject(host),
        let bytes = try AttachmentBytes(
          object, in: session.workspace, host: session.store.main(host.document.model).opened.form)
      else { continue }
      if let name = new[try digest(bytes.forEachPiece)] {
        throw OKitError(
          .exists, "\(PathComponent.printable(name)) is already in \(PathComponent.printable(place.field.name))")
      }
    }
  }

  private func digest(
    _ forEachPiece: ((UnsafeRawBufferPointer) throws -> Void) throws -> Void
  ) throws -> SHA256Digest {
    var hasher = SHA256Hasher()
    try forEachPiece { hasher.update($0) }
    return hasher.finish()
  }

  /// Makes the array contain the chosen values. Those that it contains already stay as they are.
  private func choose(_ typed: [String], _ place: FieldPlace, _ binding: Binding) throws {
    let text = text(place, try choices(for: place))
    var wanted: [String] = []
    for choice in try typed.map(text.choice) where !wanted.contains(where: choice.isExactly) { wanted.append(choice) }
    let element = place.type?.unwrapped.element
    let isReference =
      element?.objectClass != nil || place.value?.elements.contains { $0["refKey"] != nil } ?? false
    guard isReference else {
      return try setList(wanted.map { .text($0) }, place, binding)
    }
    for id in wanted { try session.requireEntity(id, near: target.entity) }
    if let array = place.value, array.kind == .array {
      let present = array.elements.map { $0["refKey"]?.string ?? "" }
      for (index, id) in present.enumerated().reversed() where !wanted.contains(where: id.isExactly) {
        try session.remove([Binding(parsing: BoundValue.Step.text(of: .index(index), behind: binding.description))])
      }
      for id in wanted where !present.contains(where: id.isExactly) {
        try session.add([EditItem(binding, .json(session.reference(to: id)))])
      }
    } else {
      let references = try wanted.map { try session.reference(to: $0).rawText }
      try session.set([
        EditItem(binding, .json(JSONDocument(parsing: "[" + references.joined(separator: ",") + "]").root))
      ])
    }
  }

  /// Makes the array contain values that are not objects.
  private func setList(_ values: [EditItem.Value], _ place: FieldPlace, _ binding: Binding) throws {
    let converter = session.valueText(place.field.name)
    let element = place.element
    let elements = try values.map { value -> String in
      let json: JSONValue? =
        switch (value, element.type) {
        case (.json(let json), let type): try session.fitted(json, type, converter)
        case (.typed(let text, let type), _): try converter.json(text, as: type)
        case (.text(let text), let type?): try converter.json(text, as: type)
        case (.text(let text), nil):
          try element.kind.isNumber ? converter.json(text, as: ValueType.number) : ValueText.quoted(text)
        }
      return json?.rawText ?? "null"
    }
    let array = try JSONDocument(parsing: "[" + elements.joined(separator: ",") + "]").root
    if place.value?.isSame(as: array) == true { return }
    try session.set([EditItem(binding, .json(array))])
  }

  // MARK: - Values that are not stored

  /// Returns the JSON of a value that exists only while the form is filled in. Without an answer, it is the proposal.
  func localValue(_ answer: FormAnswers.Answer?, _ field: FormField) throws -> String {
    switch answer ?? field.proposal.map(FormAnswers.Answer.init) {
    case nil, .clear?: return "null"
    case .text(let typed)? where field.texts.isNone(typed): return "null"
    case .text(let typed)? where field.kind == .choices:
      return try localValues(FormAnswers.Answer.texts(in: typed), field)
    case .text(let typed)?: return try localValue(typed, field)
    case .texts(let texts)?:
      guard field.kind == .choices else { throw Self.isSingle(field) }
      return try localValues(texts, field)
    case .json(let json)?:
      let value = try JSONDocument(parsing: json).root
      let kind = try place(field).kind
      switch value.kind {
      case .object, .array:
        guard kind == .choices else { throw Self.isSingle(field) }
        return json
      case .number where kind.isNumber || kind.isDate: return json
      // The rules of the field tell which values can be chosen.
      case _ where kind == .choice || kind == .choices: return json
      default: return try localValue(value.rawText, field)
      }
    }
  }

  private func localValue(_ typed: String, _ field: FormField) throws -> String {
    let place = try place(field)
    switch try text(place, choices(for: place)).value(typed) {
    case .json(let json): return json.rawText
    case .text(let text), .typed(let text, _):
      guard place.kind.isNumber else { return JSONText.quote(text) }
      return try session.valueText(field.name).json(text, as: ValueType.number)?.rawText ?? "null"
    }
  }

  /// Returns the JSON of the chosen values.
  private func localValues(_ typed: [String], _ field: FormField) throws -> String {
    let place = try place(field)
    let choices = try choices(for: place)
    let text = text(place, choices)
    var writer = JSONWriter()
    try writer.array { writer in
      for typed in typed {
        let chosen = try text.choice(typed)
        let json = choices?.first { $0.text.isExactly(chosen) }?.json
        writer.element(JSONText(json ?? JSONText.quote(chosen)))
      }
    }
    return writer.text
  }

  private static func isSingle(_ field: FormField) -> OKitError {
    OKitError(.malformed, "\(PathComponent.printable(field.name)) is one value, not an array or an object")
  }
}

extension FieldPlace {
  /// True if the class of the value is one of references.
  var isReference: Bool { isTyped && type?.unwrapped.objectClass != nil }
  /// True if the value is a reference, but not by its class.
  fileprivate var isUntypedReference: Bool { !isTyped && value?["refKey"] != nil }

  /// True if there is no value that a person would see.
  var isEmpty: Bool {
    guard let value else { return true }
    switch value.kind {
    case .string: return value.string?.isEmpty ?? false
    case .array: return value.count == 0
    case .object:
      if let key = value["refKey"] { return key.string?.isEmpty ?? true }
      // A new reference has only an id of its own.
      if kind == .choice, isReference { return true }
      return kind.isFiles && (value["format"]?.string ?? "").isEmpty
    default: return false
    }
  }
}

extension Substring {
  /// The text without spaces at its ends.
  var trimmingSpaces: String {
    var text = self
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
