import Glibc

/// A file without a name, in memory if possible.
package final class UnnamedFile {
  package let descriptor: Int32

  package init(_ bytes: [UInt8] = []) {
    var template = Array("\(TemporaryFolder.place)/okit-test-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    precondition(descriptor >= 0 && unlink(template) == 0, "no temporary file can be made")
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0, "the temporary file cannot be written")
      rest = rest.dropFirst(count)
    }
  }

  deinit { close(descriptor) }

  /// The content, of at most a megabyte.
  package var text: String {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }
}
