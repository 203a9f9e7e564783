/// A unit of systemd: its settings, in order.
struct UnitFile {
  private let settings: [(name: String, value: String)]

  init(_ text: String) {
    settings = text.split(separator: "\n").compactMap { line in
      if line.hasPrefix("#") || line.hasPrefix(";") { return nil }
      return line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[$0...].dropFirst())) }
    }
  }

  /// The values of a setting, in order.
  subscript(name: String) -> [String] {
    settings.filter { $0.name == name }.map(\.value)
  }
}
