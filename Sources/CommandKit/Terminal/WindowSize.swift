import Glibc

/// How wide output may be, and how high without being moved away.
enum WindowSize {
  static let smallest = 40

  /// The width that `COLUMNS` says, else the terminal's, else 80; never less than 40.
  static func columns(of descriptor: Int32, environment: [String: String]) -> Int {
    if let text = environment["COLUMNS"], let columns = Int(text), columns > 0 { return max(columns, smallest) }
    if let size = size(of: descriptor), size.ws_col > 0 { return max(Int(size.ws_col), smallest) }
    return 80
  }

  /// The height that `LINES` says, else the terminal's, else 24.
  static func rows(of descriptor: Int32, environment: [String: String]) -> Int {
    if let text = environment["LINES"], let rows = Int(text), rows > 0 { return rows }
    if let size = size(of: descriptor), size.ws_row > 0 { return Int(size.ws_row) }
    return 24
  }

  private static func size(of descriptor: Int32) -> winsize? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 ? size : nil
  }
}
