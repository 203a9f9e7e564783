/// Formats a progress line.
struct ProgressLine {
  var label: String
  var done: Int64
  var total: Int64?
  var seconds: Double

  /// Returns the line in at most `columns` columns: drops the least important parts first, then cuts the label.
  func text(columns: Int) -> String {
    var parts = parts
    while parts.count > 1, width(parts) > columns { parts.removeLast() }
    let rest = parts.joined(separator: "  ")
    let room = columns - ColumnWidth.of(rest) - 2
    if room < 4 { return ColumnWidth.cut(rest, to: columns) }
    return ColumnWidth.cut(label, to: room) + "  " + rest
  }

  private func width(_ parts: [String]) -> Int {
    // The label is cut to ten columns before another part is dropped.
    parts.reduce(min(ColumnWidth.of(label), 10)) { $0 + 2 + ColumnWidth.of($1) }
  }

  private var parts: [String] {
    let rate = seconds > 0 ? Double(done) / seconds : 0
    let speed = rate > 0 ? ["\(ByteCount(Int64(min(rate, 1e18))))/s"] : []
    guard let total, total > 0 else { return ["\(ByteCount(done))"] + speed }
    let share = min(1, Double(done) / Double(total))
    var parts = ["\(Int(share * 100)) %", "\(ByteCount(done)) / \(ByteCount(total))"] + speed
    if rate > 0, done < total { parts.append(Self.left(Double(total - done) / rate)) }
    return parts
  }

  private static func left(_ seconds: Double) -> String {
    let seconds = Int(min(seconds.rounded(.up), 359_999))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(seconds / 60 % 60)):\(two(seconds % 60))"
    return (seconds >= 3600 ? "\(seconds / 3600):" : "") + clock + " left"
  }
}
