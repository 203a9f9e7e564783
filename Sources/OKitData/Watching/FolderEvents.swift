import Glibc
import OKitStorage

/// Events in folders, reported by inotify(7).
final class FolderEvents {
  /// An event in a folder.
  struct Event {
    /// The folder: the number that ``watch(_:)`` returned.
    let folder: Int32
    /// The kind of event as inotify bits.
    let mask: UInt32
    /// The name in the folder; nil if the event concerns the folder itself, empty if the name is not UTF-8.
    let name: String?

    func has(_ bits: Int32...) -> Bool { bits.contains { mask & UInt32(bitPattern: $0) != 0 } }
  }

  /// A descriptor that is readable when there are events.
  let descriptor: Int32

  /// Creates an inotify instance. Throws `SystemError` if the system limit is reached.
  init() throws {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw SystemError("watch", "files") }
  }

  deinit { close(descriptor) }

  /// Starts to watch a folder and its entries. Returns the same number for the same folder, whatever its path; nil if there is no
  /// folder.
  func watch(_ folder: FilePath) throws -> Int32? {
    let mask =
      IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR
    let number = inotify_add_watch(descriptor, folder.text, UInt32(bitPattern: Int32(mask)))
    guard number < 0 else { return number }
    let error = SystemError("watch", folder)
    if error.isMissing { return nil }
    throw error
  }

  /// Stops watching a folder.
  func forget(_ folder: Int32) { inotify_rm_watch(descriptor, folder) }

  /// Returns all events since the last call, without waiting.
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
    var offset = 0
    while offset + header <= bytes.count {
      let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let end = offset + header + Int(event.len)
      let name = bytes[(offset + header)..<min(end, bytes.count)].prefix { $0 != 0 }
      events.append(
        Event(
          folder: event.wd, mask: event.mask,
          name: event.len == 0 ? nil : String(validating: name, as: UTF8.self) ?? ""))
      offset = end
    }
  }
}
