import Glibc
import OKitStorage

/// What happens in folders, as the kernel tells it: the seam to inotify(7).
final class FolderEvents {
  /// Something that happened.
  struct Event {
    /// The folder, by the number that ``watch(_:)`` gave.
    let folder: Int32
    /// What happened, in bits of inotify.
    let mask: UInt32
    /// The name in the folder; nil where it is about the folder itself, and empty where it is not UTF-8.
    let name: String?

    func has(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32(bitPattern: $0) != 0 } }
  }

  /// Readable when something happened.
  let descriptor: Int32

  /// Throws `SystemError` where the system has no more watches to give.
  init() throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError("watch", "files") }
  }

  deinit { close(descriptor) }

  /// Begins to follow what happens to the entries of a folder, and to itself. The same folder gets the same number, whatever its path; nil where
  /// there is no folder.
  func watch(_ folder: String) throws -> Int32? {
    let mask =
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    let number = inotify_add_watch(descriptor, folder, UInt32(bitPattern: Int32(mask)))
    guard number < 0 else { return number }
    let error = SystemError("watch", folder)
    if error.isMissing { return nil }
    throw error
  }

  /// Stops to follow a folder.
  func forget(_ folder: Int32) { inotify_rm_watch(descriptor, folder) }

  /// Everything that has happened since the last call, without waiting.
  func read() throws -> [Event] {
    var events: [Event] = []
    try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      while true {
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count < 0, errno == EAGAIN { return }
        guard count > 0 else { throw SystemError("watch", "files") }
        Self.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: &events)
      }
    }
    return events
  }

  private static func append(_ bytes: UnsafeRawBufferPointer, to events: inout [Event]) {
    let header = MemoryLayout<inotify_event>.size
    var place = 0
    while place + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
      let end = place + header + Int(event.len)
      let name = bytes[(place + header)..<min(end, bytes.count)].prefix { $0 != 0 }
      events.append(
        Event(
          folder: event.wd, mask: event.mask,
          name: event.len == 0 ? nil : String(validating: name, as: UTF8.self) ?? ""))
      place = end
    }
  }
}
