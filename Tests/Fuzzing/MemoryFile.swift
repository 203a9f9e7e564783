import Glibc

@testable import OKitStorage

/// A file without a name, in memory where there is a place for that.
final class MemoryFile {
  struct Failed: Error {}

  let descriptor: Int32

  init(_ bytes: [UInt8]) throws {
    let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(folder)/okit-fuzzing-XXXXXX".utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0, unlink(template) == 0, write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Failed()
    }
  }

  deinit { close(descriptor) }
}
