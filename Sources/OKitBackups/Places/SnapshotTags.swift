import JSONDocument
import OKitModels
import OKitStorage
import Restic

/// The record of a backup in a repository, as tags of its snapshot. restic lists them without reading the backup.
///
/// Words of the caller are tags as they are, so that restic's own rules can use them. Tags that begin with `okit-` belong to okit.
enum SnapshotTags {
  /// The tag of snapshots whose end was proven. Without it, a snapshot does not count.
  static let complete = "okit-complete"
  static let prefix = "okit-"
  private static let workspace = "okit-workspace="
  private static let sizePrefix = "okit-size="
  private static let note = "okit-note="
  private static let pinned = "okit-pinned"
  private static let verified = "okit-verified="
  private static let restored = "okit-restored="
  private static let problemsPrefix = "okit-problems="
  private static let unreadablePrefix = "okit-unreadable="
  private static let damaged = "okit-damaged="
  private static let unauthenticated = "okit-unauthenticated"
  private static let confirmed = "okit-confirmed="
  private static let startedPrefix = "okit-started="

  /// Returns the tag of all backups of a workspace.
  static func workspace(_ id: String) -> String { workspace + id }

  /// Returns the tag of a backup of files of `size` bytes.
  static func size(_ size: Int64) -> String { sizePrefix + "\(size)" }

  /// Returns the tag of a backup with unreadable files; none without.
  static func unreadable(_ count: Int) -> [String] { count > 0 ? [unreadablePrefix + "\(count)"] : [] }

  /// True if all of the snapshot was stored.
  static func isComplete(_ snapshot: ResticSnapshot) -> Bool { snapshot.tags.contains(where: complete.isExactly) }

  /// True if `first` is an older version of a snapshot than `second`, as far as their tags tell.
  static func isOlder(_ first: ResticSnapshot, _ second: ResticSnapshot) -> Bool {
    func age(_ snapshot: ResticSnapshot) -> (Int64, Int, String) {
      let record = record(of: snapshot)
      let latest = max(record?.verification?.time ?? .min, record?.confirmed ?? .min)
      return (latest, snapshot.tags.count, snapshot.id)
    }
    return age(first) < age(second)
  }

  /// Returns the tags of a record, without ``complete``. A size of 0 is not known yet.
  static func tags(of record: BackupRecord) -> [String] {
    var tags = record.label.tags + [workspace(record.workspace)]
    if record.size != 0 { tags.append(size(record.size)) }
    if let text = record.label.note { tags.append(note + escaped(text)) }
    if record.label.isPinned { tags.append(pinned) }
    if let verification = record.verification {
      tags.append((verification.isIntact ? verified : damaged) + Timestamp.internet(verification.time))
    }
    if let test = record.restoreTest {
      tags.append(restored + Timestamp.internet(test.time))
      if test.problems > 0 { tags.append(problemsPrefix + "\(test.problems)") }
    }
    if !record.isAuthenticated { tags.append(unauthenticated) }
    tags += unreadable(record.unreadableFiles)
    if let time = record.confirmed { tags.append(confirmed + Timestamp.internet(time)) }
    return tags
  }

  /// Returns the tag of a snapshot that is made now. Its time can be any other one.
  static func started() -> String { startedPrefix + Timestamp.internet(Timestamp.now()) }

  /// Returns the time when a snapshot was begun, in seconds since 1970.
  static func start(of snapshot: ResticSnapshot) -> Int64 {
    snapshot.tags.lazy.compactMap { $0.withoutPrefix(startedPrefix).flatMap(Timestamp.parse(internet:)) }.first
      ?? snapshot.time
  }

  /// Returns the record of a snapshot; nil if it is no backup of okit. Tags of okit that are not valid are ignored.
  static func record(of snapshot: ResticSnapshot) -> BackupRecord? {
    func value(_ key: String) -> String? { snapshot.tags.lazy.compactMap { $0.withoutPrefix(key) }.first }
    func time(_ key: String) -> Int64? { value(key).flatMap(Timestamp.parse(internet:)) }
    guard let id = value(workspace), UUIDText.isValid(id) else { return nil }
    let size = value(sizePrefix).flatMap { Int64($0) } ?? 0
    var record = BackupRecord(created: snapshot.time, workspace: id, size: max(size, 0))
    record.label.tags = snapshot.tags.filter { $0.withoutPrefix(prefix) == nil }
    record.label.note = value(note).map(unescaped)
    record.label.isPinned = snapshot.tags.contains(where: pinned.isExactly)
    if let time = time(damaged) {
      record.verification = .init(time: time, isIntact: false)
    } else if let time = time(verified) {
      record.verification = .init(time: time, isIntact: true)
    }
    if let time = time(restored) {
      // Without a valid number, the tag still says that there are some.
      record.restoreTest = .init(time: time, problems: value(problemsPrefix).map { max(Int($0) ?? 1, 1) } ?? 0)
    }
    record.isAuthenticated = !snapshot.tags.contains(where: unauthenticated.isExactly)
    // Without a valid number, the tag still says that there are some.
    record.unreadableFiles = value(unreadablePrefix).map { max(Int($0) ?? 1, 1) } ?? 0
    record.confirmed = time(confirmed)
    return record
  }

  /// Returns the name of the backup in a snapshot; nil if it is no backup of okit.
  static func name(of snapshot: ResticSnapshot) -> String? {
    guard snapshot.paths.count == 1,
      let name = snapshot.paths[0].withoutPrefix("/")?.withoutSuffix(BackupSnapshot.ending),
      PathComponent.fault(of: name) == nil
    else { return nil }
    return name
  }

  /// Throws an error of kind `usage` for tags that okit would take for its own.
  static func requireUsable(_ tags: [String]) throws {
    guard let tag = tags.first(where: { $0.withoutPrefix(prefix) != nil }) else { return }
    throw OKitError(
      .usage,
      "the tag \(PathComponent.printable(tag)) is reserved: in a repository, okit's own tags begin with \(prefix)")
  }

  /// Returns text without commas and control characters, and without spaces at its ends, which restic would change: their bytes become `%XX`.
  static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return bytes.enumerated().reduce(into: "") { result, element in
      let (index, byte) = element
      let isAtEnd = index == 0 || index == bytes.count - 1
      let isPlain = byte > 0x20 && byte < 0x7F && ![UInt8(ascii: ","), UInt8(ascii: "%")].contains(byte)
      if isPlain || byte == 0x20 && !isAtEnd {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
  }

  /// Returns the text that was escaped. A `%` without two digits stands for itself.
  static func unescaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let digits = rest.dropFirst().prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
