import Glibc

/// How wide output may be.
enum WindowSize {
  static let smallest = 40

  /// The width that `COLUMNS` says, else the terminal's, else 80; never less than 40.
  static func columns(of descriptor: Int32, environment: [String: String]) -> Int {
    if let text = environment["COLUMNS"], let columns = Int(text), columns > 0 { return max(columns, smallest) }
    var size = winsize()
    if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return max(Int(size.ws_col), smallest) }
    return 80
  }
}
