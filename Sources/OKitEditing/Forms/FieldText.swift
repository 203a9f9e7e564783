import Bindings
import Definitions
import Forms
import JSONDocument
import OKitModels
import OKitStorage
import Rules

/// Converts what a person entered in a field, and shows its value.
struct FieldText {
  let place: FieldPlace
  let choices: [FormState.Choice]?
  let dates: DateEntry
  let names: ReferenceNames
  /// True if a comma separates the decimals of numbers in the reader's language.
  let hasDecimalComma: Bool
  /// What is shown for a text that nobody should see.
  private static let hidden = "••••"

  private var title: String { PathComponent.printable(place.field.name) }

  // MARK: - Entering

  /// Returns the value for `okit set` of a text as it was typed.
  ///
  /// Throws errors of kind `malformed` and `notFound` for a text that is no value of this kind.
  func value(_ typed: String) throws -> EditItem.Value {
    switch place.kind {
    case .switch,
      .choice where choices == nil && place.type?.unwrapped == .bool:
      return .json(try Self.json(bool(typed) ? "true" : "false"))
    case .rate: return .text(rate(typed))
    case .number, .slider, .stepper:
      guard !typed.isGrouped(by: hasDecimalComma ? "." : ",") else {
        throw OKitError(.malformed, "\(title) must be a number without separators between its digits")
      }
      let number = hasDecimalComma && !typed.contains(".") ? typed.replacingComma : typed
      return numberValue(number)
    case .duration:
      // A stored number of seconds need not be whole.
      let number = try? JSONDocument(parsing: typed).root
      guard
        let seconds = DurationEntry.seconds(typed).map(String.init)
          ?? number.flatMap({ $0.kind == .number ? $0.rawText : nil })
      else {
        throw OKitError(
          .malformed, "\(PathComponent.printable(typed.shortened(to: 40))) is not a duration",
          remedy: .words("write one such as 1:30 for hours and minutes, 0:00:05, 90m or 1d 2h"))
      }
      return numberValue(seconds)
    case .date, .time, .dateTime: return try date(typed)
    case .formatted:
      guard let format = place.field.format else { return .text(typed) }
      guard let text = format.text(of: typed) else {
        throw OKitError(.malformed, "\(title) must be like \(format.description)")
      }
      return textValue(text)
    case .choice:
      let text = try choice(typed)
      // Without a type, only the choice tells that the value is a number.
      guard place.type == nil, let json = choice(withText: text)?.json else { return .text(text) }
      return .json(try Self.json(json))
    default: return textValue(typed)
    }
  }

  /// Returns the text of the value that a person chose by its text or label, or by the beginning of its label.
  func choice(_ typed: String) throws -> String {
    guard let choices else {
      guard place.type?.unwrapped.objectClass != nil || place.value?["refKey"] != nil else { return typed }
      return try names.id(of: typed, like: [place.value].compactMap { $0 })
    }
    if let exact = choice(withText: typed) { return exact.text }
    let folded = typed.lowercased()
    let steps: [(FormState.Choice) -> Bool] = [
      { $0.label.isExactly(typed) }, { $0.label.lowercased() == folded },
    ]
    for isMatch in steps where !typed.isEmpty {
      let found = choices.filter(isMatch)
      if found.count == 1 { return found[0].text }
      if found.count > 1 {
        throw OKitError(
          .malformed, "\(found.count) choices of \(title) are called \(PathComponent.printable(typed))",
          remedy: .words("write the value, such as \(PathComponent.printable(found[0].text))"))
      }
    }
    // A raw value, as the form prints it.
    if case .enumeration? = place.type?.unwrapped { return typed }
    throw OKitError(
      .notFound, "\(PathComponent.printable(typed.shortened(to: 40))) is not a choice of \(title)",
      remedy: .candidates(choices.map(\.label), insteadOf: typed))
  }

  /// The conversion of an element of a list.
  var element: FieldText {
    FieldText(place: place.element, choices: nil, dates: dates, names: names, hasDecimalComma: hasDecimalComma)
  }

  /// Returns the values of a list as a person typed it: with commas between them or, because a value can contain one, as a JSON array. Numbers with
  /// decimal commas have semicolons between them.
  ///
  /// Throws an error of kind `malformed` for a text that is no list.
  func values(_ typed: String) throws -> [EditItem.Value] {
    if typed.utf8.first == UInt8(ascii: "[") { return try values(json: typed) }
    let element = element
    let parts = typed.split(separator: hasDecimalComma && element.place.kind.isNumber ? ";" : ",")
    return try parts.map(\.trimmingSpaces).filter { !$0.isEmpty }.map(element.value)
  }

  /// Returns the values of a JSON array, or a value of its own. Texts in it mean what a person types.
  ///
  /// Throws an error of kind `malformed` for objects, and for arrays in an array.
  func values(json: String) throws -> [EditItem.Value] {
    let root = try? JSONDocument(parsing: json).root
    let values = root.map { $0.kind == .array ? Array($0.elements) : [$0] }
    guard let values, values.allSatisfy({ $0.kind != .object && $0.kind != .array }) else {
      throw OKitError(
        .malformed, "\(title) is a list",
        remedy: .words("write its values with commas between them, or as a JSON array of texts and numbers"))
    }
    let element = element
    return try values.map { try $0.string.map(element.value) ?? .json($0) }
  }

  private func bool(_ typed: String) throws -> Bool {
    let (texts, folded) = (place.field.texts, typed.lowercased())
    if texts.yes?.lowercased().isExactly(folded) == true { return true }
    if texts.no?.lowercased().isExactly(folded) == true { return false }
    if let value = Bool(typed: folded) { return value }
    switch folded {
    case "y": return true
    case "n": return false
    default:
      let words = [
        texts.yes.map { PathComponent.printable($0) } ?? "yes", texts.no.map { PathComponent.printable($0) } ?? "no",
      ]
      throw OKitError(
        .malformed,
        "\(title) is \(words[0]) or \(words[1]), not \(PathComponent.printable(typed.shortened(to: 40)))")
    }
  }

  private func rate(_ typed: String) -> String {
    let isStars = !typed.isEmpty && typed.allSatisfy { "★*☆".contains($0) }
    return isStars ? String(typed.count { $0 != "☆" }) : typed
  }

  private func date(_ typed: String) throws -> EditItem.Value {
    let former = place.value.flatMap { $0.kind == .number ? Double($0.rawText) : nil }
    let isDay = place.kind == .date
    let isNow = typed.lowercased() == "now"
    guard
      let json = isNow && place.kind == .time
        ? dates.presentTime(onDayOf: former)
        : dates.json(isNow && isDay ? "today" : typed, former: isDay ? nil : former)
    else {
      throw OKitError(
        .malformed, "\(PathComponent.printable(typed.shortened(to: 40))) is not a date",
        remedy: .words("write one such as 2026-01-31, today, +3d, next monday or 14:30"))
    }
    let day = DateEntry.day(of: Double(json))
    if isDay, let day, Double(json) != Double(day) * 86_400 {
      throw OKitError(.malformed, "\(title) is a day without a time")
    }
    if place.kind == .time, day != DateEntry.day(of: former) ?? dates.presentDay {
      throw OKitError(.malformed, "\(title) is a time of the day", remedy: .words("write one such as 14:30"))
    }
    // A property that is not a date gets the text that JSON Schema calls a date.
    switch place.type?.unwrapped {
    case .date?: return .json(try Self.json(json))
    case nil where place.value?.kind == .number || place.slot == nil: return .json(try Self.json(json))
    default: return textValue(Self.dateText(Double(json) ?? 0, place.kind, isShown: false))
    }
  }

  private func textValue(_ text: String) -> EditItem.Value {
    place.type == nil && place.value == nil ? .typed(text, .string) : .text(text)
  }

  private func numberValue(_ text: String) -> EditItem.Value {
    place.type == nil && place.value == nil ? .typed(text, .number) : .text(text)
  }

  private static func json(_ text: String) throws -> JSONValue { try JSONDocument(parsing: text).root }

  // MARK: - Showing

  /// Returns a value for people.
  func shown(_ value: JSONValue?) -> String {
    guard let value, !value.isNull else { return "" }
    if place.kind == .secure { return value.string?.isEmpty == true ? "" : Self.hidden }
    switch value.kind {
    case .bool: return value.bool == true ? place.field.texts.yes ?? "yes" : place.field.texts.no ?? "no"
    case .array:
      if place.kind.isFiles { return value.count == 0 ? "" : "\(value.count) file\(value.count == 1 ? "" : "s")" }
      if place.kind == .note || value.elements.contains(where: { $0.kind == .object && $0["refKey"] == nil }) {
        return value.count == 1 ? "1 element" : "\(value.count) elements"
      }
      let texts = place.kind == .list ? value.elements.map(element.shown) : value.elements.map(label)
      return texts.joined(separator: ", ")
    case .object:
      if value["refKey"] != nil { return label(value) }
      guard place.kind.isFiles else { return value.isEmptyContainer || place.kind == .choice ? "" : "an object" }
      guard let format = value["format"]?.string, !format.isEmpty else { return "" }
      return format + (value["size"].map { ", \($0.rawText) bytes" } ?? "")
    case .number:
      if place.kind.isDate || isDate, let seconds = Double(value.rawText) {
        return Self.dateText(seconds, place.kind, isShown: true)
      }
      if place.kind == .duration, let text = Double(value.rawText).flatMap(DurationEntry.text) { return text }
      if place.kind == .rate, let stars = Int(value.rawText), 0...10 ~= stars {
        return String(repeating: "★", count: stars) + " (\(stars))"
      }
      return label(value)
    default: return label(value)
    }
  }

  /// Returns the proposal of the form as it can be typed; nil without one, and for files: a form can come from somebody else's backup, and must not name
  /// files of this computer.
  var proposal: String? {
    guard let proposal = place.field.proposal, !place.kind.isFiles else { return nil }
    // A list of numbers may have decimal commas.
    if place.kind == .list, place.element.kind.isNumber, proposal.kind == .array { return proposal.rawText }
    return FormAnswers.Answer(proposal).typed
  }

  /// Returns a value as it can be typed again; nil if it cannot be shown.
  func typed(_ value: JSONValue?) -> String? {
    guard place.kind != .secure, let value, !value.isNull else { return nil }
    if place.kind.isDate || place.kind == .duration, value.kind == .number { return shown(value) }
    return value.kind == .object || value.kind == .array ? nil : value.string ?? shown(value)
  }

  private var isDate: Bool { if case .date? = place.type?.unwrapped { true } else { false } }

  private func choice(withText text: String) -> FormState.Choice? { choices?.first { $0.text.isExactly(text) } }

  private func label(_ value: JSONValue) -> String {
    if value.kind == .object {
      // The form chooses other texts than names.
      let other = place.kind == .choice ? place.field.texts.other : nil
      guard choices != nil, other != nil || place.field.label != nil, let id = value["refKey"]?.string else {
        return names.shown(value).text
      }
      switch choice(withText: id) {
      case let choice? where place.field.label != nil: return choice.label
      case nil where !id.isEmpty: return other ?? names.shown(value).text
      default: return names.shown(value).text
      }
    }
    let text = BindingValue.json(value).text
    if let choice = choice(withText: text) { return choice.label }
    if text.isEmpty { return "" }
    let chosen = choices?.filter(\.isChosen) ?? []
    if place.kind == .choice, chosen.count == 1 { return chosen[0].label }
    return place.kind == .choice && choices != nil ? place.field.texts.other ?? text : text
  }

  private static func dateText(_ seconds: Double, _ kind: FieldKind, isShown: Bool) -> String {
    guard let time = CalendarTime(seconds) else { return String(seconds) }
    switch kind {
    case .date: return time.date
    case .time: return isShown ? String(time.time.prefix(5)) : time.time
    default: return isShown ? "\(time.date) \(time.time)" : "\(time.date)T\(time.time)Z"
    }
  }
}

extension String {
  /// True for a number such as `1.000`, whose separator can mean thousands.
  fileprivate func isGrouped(by separator: Character) -> Bool {
    let parts = (hasPrefix("-") ? dropFirst() : self[...]).split(separator: separator, omittingEmptySubsequences: false)
    return parts.count > 1 && 1...3 ~= parts[0].utf8.count && parts.dropFirst().allSatisfy { $0.utf8.count == 3 }
      && parts.allSatisfy { $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
  }

  /// The text with a point instead of its only comma.
  fileprivate var replacingComma: String {
    let parts = split(separator: ",", omittingEmptySubsequences: false)
    return parts.count == 2 ? parts.joined(separator: ".") : self
  }
}
