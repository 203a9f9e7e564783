import OKitStorage

/// The exit statuses, as sysexits.h numbers them.
enum Status {
  static let found: Int32 = 1
  static let usage: Int32 = 64
  static let malformed: Int32 = 65
  static let notFound: Int32 = 66
  static let unsupported: Int32 = 69
  static let bug: Int32 = 70
  static let exists: Int32 = 73
  static let inputOutput: Int32 = 74
  static let busy: Int32 = 75
  static let locked: Int32 = 77
  static let configuration: Int32 = 78
}
