import Bindings
import LocalDates
import OKitStorage

/// The texts of a workspace and dates, for its reader. Each is looked for when it is first needed, and kept.
final class Localization {
  private let workspace: Workspace
  private let reader: Reader
  private var texts: [ExactText: String]?
  private var formatters: [DateForm: LocalDateFormatter] = [:]

  private struct DateForm: Hashable {
    let date: LocalDateFormatter.Length
    let time: LocalDateFormatter.Length
  }

  init(_ workspace: Workspace) {
    self.workspace = workspace
    reader = workspace.reader
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

  /// A date as the reader is used to write it; both in seconds since 2001-01-01T00:00:00Z.
  ///
  /// Throws what ``text(_:)`` throws.
  func text(of date: Double, as style: BindingDateStyle, now: Double) throws -> String {
    let local = date + Double(reader.clockOffset(date))
    func text(_ date: LocalDateFormatter.Length, _ time: LocalDateFormatter.Length) -> String {
      formatter(DateForm(date: date, time: time)).text(local)
    }
    func day() throws -> String? { try self.day(of: local, now: now + Double(reader.clockOffset(now))) }
    switch style {
    case .date: return text(.long, .none)
    case .fullDate: return text(.full, .none)
    case .dateTime: return text(.short, .short)
    case .time, .relativeTime: return text(.none, .short)
    case .relativeDate: return try day() ?? text(.long, .none)
    case .relativeFullDate: return try day() ?? text(.full, .none)
    case .relativeDateTime:
      let whole = text(.short, .short)
      guard let day = try day() else { return whole }
      // The word takes the place of the date, so that the two are joined as the language does.
      let joined = whole.replacing(text(.short, .none), with: day, maxReplacements: 1)
      return joined.isExactly(whole) ? "\(day), \(text(.none, .short))" : joined
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

  private func formatter(_ form: DateForm) -> LocalDateFormatter {
    if let known = formatters[form] { return known }
    let formatter = LocalDateFormatter(locale: reader.dates.identifier, date: form.date, time: form.time)
    formatters[form] = formatter
    return formatter
  }
}
