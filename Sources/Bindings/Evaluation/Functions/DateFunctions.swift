extension BindingFunction {
  /// The functions of dates.
  static let dateFunctions =
    BindingDateStyle.allCases.map { style in
      BindingFunction(style.rawValue, style.summary) { .text(try $0.context.formatted($0.date, as: style)) }
    } + [
      BindingFunction("formatISO", "the date as 2019-11-21T08:00:00, in UTC") { call in
        guard let time = CalendarTime(try call.date.rounded(.down)) else { return .absent }
        return .text("\(time.date)T\(time.time)")
      },
      BindingFunction("formatInterval", "the time from the date until now, as HH:MM:SS; the hours can exceed 24") {
        call in
        .text(CalendarTime.interval(Int(try call.context.now - call.date)))
      },
    ]
}

extension BindingDateStyle {
  fileprivate var summary: String {
    switch self {
    case .date: "a long date, 21 November 2019"
    case .fullDate: "a full date, with the day of the week"
    case .dateTime: "a short date and a short time"
    case .time: "a short time"
    case .relativeDate: "a long date, or a word such as Today or Yesterday"
    case .relativeFullDate: "a full date, or a word such as Today or Yesterday"
    case .relativeDateTime: "a short date, or a word such as Today or Yesterday, and a short time"
    case .relativeTime: "a short time"
    }
  }
}
