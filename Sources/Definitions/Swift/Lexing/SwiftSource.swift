/// A Swift file of an app.
package struct SwiftSource: Sendable {
  /// The path of the file in errors and places.
  package let path: String
  let bytes: [UInt8]

  /// A file with this content.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: UTF-8, with or without a byte order mark and with any line endings. Invalid UTF-8 is read as U+FFFD.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }
}
