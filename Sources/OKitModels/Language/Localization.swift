import Bindings
import LocalDates
import OKitStorage

/// The texts of a workspace and dates, for its reader. Each is looked for when it is first needed, and kept.
final class Localization {
  private let workspace: Workspace
  private let reader: Reader
  private var texts: [ExactText: String]?
  private var formatters: [LocalDateFormatter.Form: LocalDateFormatter] = [:]
  private let icu: () -> ICULibrary?

  /// - Parameter icu: The library that writes dates; asked for when the first date is written.
  init(_ workspace: Workspace, icu: @escaping () -> ICULibrary? = { .installed }) {
    self.workspace = workspace
    reader = workspace.reader
    self.icu = icu
  }

  /// What stands for `key` in the reader's language; nil where that is nothing, or empty.
  ///
  /// Throws an error of kind `malformed` where the strings file cannot be understood.
  func text(_ key: String) throws -> String? {
    let known = try texts ?? LocalizedTexts(workspace).texts(for: reader.languages)
    texts = known
    guard let text = known[ExactText(key)], !text.isEmpty else { return nil }
    return text
  }

  /// A date as the reader is used to write it, in ISO 8601 if the system cannot do that; both in seconds since 2001-01-01T00:00:00Z.
  ///
  /// Throws what ``text(_:)`` throws.
  func text(of date: Double, as style: BindingDateStyle, now: Double) throws -> String {
    let local = date + Double(reader.clockOffset(date))
    func text(_ form: LocalDateFormatter.Form) -> String { formatter(form)?.text(local) ?? form.iso8601(local) }
    func day() throws -> String? { try self.day(of: local, now: now + Double(reader.clockOffset(now))) }
    switch style {
    case .date: return text(.longDate)
    case .fullDate: return text(.fullDate)
    case .dateTime: return text(.shortDateTime)
    case .time, .relativeTime: return text(.shortTime)
    case .relativeDate: return try day() ?? text(.longDate)
    case .relativeFullDate: return try day() ?? text(.fullDate)
    case .relativeDateTime:
      let whole = text(.shortDateTime)
      guard let day = try day() else { return whole }
      // The word takes the place of the date, so that the two are joined as the language does.
      return whole.replacingFirst(text(.shortDate), by: day) ?? "\(day), \(text(.shortTime))"
    }
  }

  /// The word for a day around this one, by the reader's clocks. English has none for the day before yesterday and the day after tomorrow, so that
  /// these are there only for whom the strings file has one.
  private func day(of local: Double, now: Double) throws -> String? {
    func dayNumber(_ seconds: Double) -> Double { (seconds / 86_400).rounded(.down) }
    switch dayNumber(local) - dayNumber(now) {
    case -2: return try text("Day before yesterday")
    case -1: return try text("Yesterday") ?? "Yesterday"
    case 0: return try text("Today") ?? "Today"
    case 1: return try text("Tomorrow") ?? "Tomorrow"
    case 2: return try text("Day after tomorrow")
    default: return nil
    }
  }

  /// Returns nil, after a warning, if the system cannot write dates.
  private func formatter(_ form: LocalDateFormatter.Form) -> LocalDateFormatter? {
    if let known = formatters[form] { return known }
    guard let icu = icu() else {
      warn("the ICU library is not installed (Debian package libicu72)")
      return nil
    }
    do {
      let formatter = try LocalDateFormatter(locale: reader.dates.identifier, form: form, library: icu)
      formatters[form] = formatter
      return formatter
    } catch {
      warn("the ICU library cannot write dates of the locale \(reader.dates.identifier) (\(error))")
      return nil
    }
  }

  private func warn(_ reason: String) {
    guard !workspace.hasWarnedOfDates else { return }
    workspace.hasWarnedOfDates = true
    workspace.observer.warned("\(reason): dates are in ISO 8601")
  }
}

extension String {
  /// The text with `other` in the place of `part`, where that is first; nil if it is nowhere.
  fileprivate func replacingFirst(_ part: String, by other: String) -> String? {
    guard !part.isEmpty else { return nil }
    var rest = utf8[...]
    while !rest.starts(with: part.utf8) {
      guard rest.popFirst() != nil else { return nil }
    }
    return self[..<rest.startIndex] + other + self[utf8.index(rest.startIndex, offsetBy: part.utf8.count)...]
  }
}

extension LocalDateFormatter.Form {
  /// What stands for this form if ICU cannot write it.
  fileprivate func iso8601(_ seconds: Double) -> String {
    switch self {
    case .longDate, .fullDate, .shortDate: BindingDateStyle.date.iso8601(seconds)
    case .shortTime: BindingDateStyle.time.iso8601(seconds)
    case .shortDateTime: BindingDateStyle.dateTime.iso8601(seconds)
    }
  }
}
