/// A Swift file of an app.
package struct SwiftSource: Sendable {
  /// Where the file is, as errors and places name it.
  package let path: String
  let bytes: [UInt8]

  /// A file's content.
  ///
  /// - Parameters:
  ///   - path: Where the file is.
  ///   - bytes: UTF-8, with or without a byte order mark, with any ends of lines. What is not UTF-8 is read as U+FFFD.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
