import Glibc

/// The size of the terminal window.
enum WindowSize {
  /// The least width for text, which is hard to read in less.
  static let minimumColumns = 40

  /// Returns `COLUMNS`, otherwise the terminal's width, otherwise 80.
  static func columns(of descriptor: Int32, environment: [String: String]) -> Int {
    if let text = environment["COLUMNS"], let columns = Int(text), columns > 0 { return columns }
    if let size = size(of: descriptor), size.ws_col > 0 { return Int(size.ws_col) }
    return 80
  }

  /// Returns `LINES`, otherwise the terminal's height, otherwise 24.
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
