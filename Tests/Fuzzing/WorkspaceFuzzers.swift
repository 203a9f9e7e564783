import JSONDocument

@testable import Archives
@testable import Ciphers
@testable import OKitBackups
@testable import OKitData
@testable import OKitMigrations
@testable import OKitModels
@testable import OKitStorage
@testable import Restic

extension Fuzzer {
  private static let hash = String(repeating: "0123456789abcdef", count: 4)

  /// `okit.json`: an accepted file is read as it is written, and an edit changes nothing else.
  static let configuration = Fuzzer(
    name: "configuration",
    seeds: {
      let recipient = try identity().recipient
      return Seeds.texts(
        #"{"version":1,"id":"18C2086A-5217-8AE9-9C55-97FFF933789F","models":{"default":{"class":"Shop","kind":"encrypted"},"a":{}},"#
          + #""recipients":["\#(recipient)"],"cipher":"okit-cbc","definitions":["okit/model/*.swift"],"x":[1.0],"#
          + #""backup":{"format":"zip","folder":"../b","to":"recipients","keep":{"daily":7,"within":"30d","tags":["a"]}},"#
          + #""history":{"steps":9,"size":"1 GB","age":"30d"}}"#,
        "{\n  \"version\": 1,\n  \"id\": \"18C2086A-5217-8AE9-9C55-97FFF933789F\"\n}\n")
    }
  ) { input in
    let configuration = try Configuration(parsing: JSONBytes(input), path: "okit.json")
    require(isUUID(configuration.id), "the id is a UUID")
    for name in configuration.models.keys { requireComponent(name.description + ".json") }
    for recipient in configuration.recipients {
      let again = mustNotThrow("reading a recipient") { try X25519Recipient(parsing: recipient.description) }
      require(again == recipient, "a recipient is written as it was read")
    }
    let name = configuration.models.keys.sorted().first ?? .default
    var edit = ConfigurationEdit(configuration)
    edit.setKind(.transient, of: name)
    let recipient = try identity().recipient
    edit.setRecipients([recipient])
    guard let edited = try edit.bytes() else { return }
    let again = mustNotThrow("parsing what was edited") { try Configuration(parsing: edited, path: "okit.json") }
    require(again.models[name]?.kind == .transient, "a kind is what it was set to")
    require(again.recipients == [recipient], "recipients are what they were set to")
    var models = configuration.models
    models[name, default: Configuration.Model()].kind = .transient
    require(again.models == models, "other models stay")
    require(
      again.id == configuration.id && again.cipher == configuration.cipher && again.backup == configuration.backup
        && again.definitions == configuration.definitions && again.history == configuration.history, "all else stays")
    let limits = configuration.history.limits
    require(limits.steps >= 0 && limits.size >= 0 && limits.age >= 0, "limits are not negative")
  }

  /// The history of migrations: backups are in the folder of backups, and adding an event changes no other event.
  static let history = Fuzzer(
    name: "history",
    seeds: {
      Seeds.texts(
        #"{"version":1,"events":[{"event":"apply","time":"2026-11-21T07:50:14Z","migrations":["0001-a"],"from":0,"to":1,"#
          + #""models":[{"name":"default","changes":[{"kind":"renamed","subject":"A.b","detail":"c","count":1,"lost":0}]}],"#
          + #""backup":"before-migrate-x","files":{"okit/data/default.json":"\#(hash)","okit/data/a.json":null},"x":[1.0]}]}"#,
        #"{"version":1,"events":[{"event":"rollback","time":"2026-11-21T07:50:14Z","undoes":["2026-11-21T07:50:14Z"],"#
          + #""backup":"b"},{"event":"accept","time":"2026-11-21T07:50:14Z","migration":"0001-a"}]}"#)
    }
  ) { input in
    let history = try MigrationHistory(parsing: JSONBytes(input), path: "okit/history.json")
    for applied in history.standing { requireComponent(applied.apply.backup) }
    let event = MigrationEvent(time: 0, action: .accept("0001-a"))
    guard let bytes = try? history.text(with: event) else { return }
    let again = mustNotThrow("parsing what was added to") { try MigrationHistory(parsing: bytes, path: "history") }
    require(again.events == history.events + [event], "an event is added to those that are there")
  }

  /// The record of a backup: it is the same after it is written and read.
  static let backupRecord = Fuzzer(
    name: "backup-record",
    seeds: {
      Seeds.texts(
        #"{"version":1,"created":"2026-11-21T07:50:14Z","workspace":"18C2086A-5217-8AE9-9C55-97FFF933789F","size":12,"#
          + #""tags":["nightly"],"note":"n","pinned":true,"verified":{"time":"2026-11-21T07:50:14Z","intact":false},"#
          + #""restored":{"time":"2026-11-20T07:50:14Z","problems":3},"sizeOfReplacement":7,"confirmed":"2026-11-21T07:50:14Z"}"#
      )
    }
  ) { input in
    let record = try BackupRecord(parsing: JSONBytes(input), path: "b.record.json")
    require(isUUID(record.workspace) && record.size >= 0, "the workspace is a UUID and the size is not negative")
    let again = mustNotThrow("reading what was written") {
      try BackupRecord(parsing: JSONBytes(record.encoded()), path: "b.record.json")
    }
    require(again == record, "a record is written as it was read")
  }

  /// The records of backups in folders that cannot be changed.
  static let keptVerifications = Fuzzer(
    name: "kept-verifications",
    seeds: {
      Seeds.texts(
        #"{"version":1,"backups":[{"path":"/usb/b.zip","modified":1795000000000000000,"record":{"version":1,"created":"2026-11-21T07:50:14Z","#
          + #""workspace":"18C2086A-5217-8AE9-9C55-97FFF933789F","size":9,"verified":{"time":"2026-11-21T07:50:14Z","intact":true}}}]}"#
      )
    }
  ) { input in
    let kept = try KeptVerifications(parsing: JSONBytes(input), path: ".verified")
    require(Set(kept.entries.map(\.backup)).count == kept.entries.count, "there is one record for each path")
    let again = mustNotThrow("reading what was written") {
      try KeptVerifications(parsing: JSONBytes(kept.encoded()), path: ".verified")
    }
    require(again == kept, "the records are written as they were read")
  }

  /// The facts about the last backup.
  static let lastBackup = Fuzzer(
    name: "last-backup",
    seeds: {
      Seeds.texts(
        #"{"version":1,"backup":"b.tar.zst.age","created":"2026-11-21T07:50:14Z","models":["default"],"lostModels":["old"],"kind":"age decrypted password","folder":"/mnt/usb/b","mountPoint":"/mnt/usb","#
          + #""files":[{"path":"okit/okit.json","size":3,"sha256":"\#(hash)","stamp":[1,2,3,4]},{"path":"a","size":0,"sha256":"\#(hash)"},{"path":"b","size":2,"stamp":[1,2,3,4]}]}"#
      )
    }
  ) { input in
    let last = try LastBackup(parsing: JSONBytes(input), path: ".last-backup.json")
    requireComponent(last.backup)
    let again = mustNotThrow("reading what was written") {
      try LastBackup(parsing: JSONBytes(last.encoded()), path: ".last-backup.json")
    }
    require(again == last, "the facts are written as they were read")
  }

  /// The list of snapshots that restic prints: names stay components, and the tags of a record are read as they are written.
  static let snapshots = Fuzzer(
    name: "snapshots",
    seeds: {
      let tags =
        #"["okit-complete","okit-workspace=18C2086A-5217-8AE9-9C55-97FFF933789F","okit-size=9","okit-note=a%2C","okit-pinned","#
        + #""okit-verified=2026-11-21T07:50:14Z","okit-confirmed=2026-11-21T07:50:14Z","okit-problems=2","weekly"]"#
      return Seeds.texts(
        #"[{"time":"2026-11-25T19:00:05.973331797+01:00","paths":["/x.tar"],"tags":\#(tags),"id":"\#(hash)"}]"#, "null")
    }
  ) { input in
    for snapshot in try ResticSnapshot.list(parsing: JSONBytes(input), of: "repository") {
      if let name = SnapshotTags.name(of: snapshot) { requireComponent(name) }
      guard let record = SnapshotTags.record(of: snapshot) else { continue }
      require(isUUID(record.workspace) && record.size >= 0, "the workspace is a UUID and the size is not negative")
      let again = ResticSnapshot(
        id: snapshot.id, time: snapshot.time, paths: [], tags: SnapshotTags.tags(of: record))
      require(SnapshotTags.record(of: again) == record, "the tags are read as they are written")
    }
  }

  /// The file of a snapshot: what is accepted is what its manifest lists.
  static let snapshotArchive = Fuzzer(
    name: "snapshot-archive",
    seeds: {
      let manifest = BackupManifest(
        created: 0, workspace: "18C2086A-5217-8AE9-9C55-97FFF933789F", content: .asStored, models: [],
        files: [.init(path: "okit.json", size: 2, form: .plain)])
      var sums = Checksums()
      var bytes: [UInt8] = []
      let tar = TarWriter { bytes += $0 }
      func add(_ name: String, _ content: [UInt8]) throws {
        var rest = content[...]
        try tar.addFile(name, size: Int64(content.count), modified: 0) { buffer in
          let count = min(buffer.count, rest.count)
          buffer.copyBytes(from: rest.prefix(count))
          rest = rest.dropFirst(count)
          return count
        }
        sums.add(BackupPath(text: name), content.withUnsafeBytes(SHA256Hasher.hash))
      }
      try add(BackupManifest.fileName, manifest.encoded())
      let known = sums
      try add("okit-padding-1", [0, 0])
      sums = known
      try add("okit.json", Array("{}".utf8))
      try add(Checksums.fileName, sums.encoded())
      try tar.finish()
      return [bytes]
    }
  ) { input in
    var rest = input[...]
    let reader = try BackupReader(
      snapshot: { buffer in
        let count = min(buffer.count, rest.count)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
      }, name: "snapshot", isAuthenticated: true)
    var found: [BackupPath: Int64] = [:]
    try reader.readAll { file, source in
      try forEachPiece(of: source) { found[file.path, default: 0] += Int64($0.count) }
      found[file.path, default: 0] += 0
    }
    let listed = Dictionary(reader.manifest.files.map { ($0.path, $0.size) }) { first, _ in first }
    require(found == listed, "the files are those of the manifest")
  }

  /// The record of an export: accepted paths stay in the folder, and the record is the same after it is written and read.
  static let exportRecord = Fuzzer(
    name: "export-record",
    seeds: {
      Seeds.texts(
        #"{"version":1,"files":[{"path":"default.json","size":3,"sha256":"\#(hash)"},{"path":"_data/A.raw","size":0,"sha256":"\#(hash)"}]}"#
      )
    }
  ) { input in
    let record = try ExportRecord(parsing: JSONBytes(input), path: ".export.json")
    for (path, _) in record.files {
      for component in path.components { requireComponent(component) }
    }
    let again = mustNotThrow("reading what was written") {
      try ExportRecord(parsing: JSONBytes(record.encoded()), path: ".export.json")
    }
    require(
      again.files.elementsEqual(record.files) { $0.path == $1.path && $0.content == $1.content },
      "a record is the same again when it is written")
  }

  /// The journal: accepted paths stay in the workspace, and the journal is the same after it is written and read.
  static let journal = Fuzzer(
    name: "journal",
    seeds: {
      let print = #"{"size":1,"sha256":"\#(hash)"}"#
      let name = ".okit-0123456789abcdef"
      return Seeds.texts(
        #"{"version":1,"command":"encrypt","entries":[{"action":"replace","path":"okit/data/a.json","staged":"\#(name)","#
          + #""new":\#(print),"old":\#(print)},{"action":"keep","staged":"\#(name)","backup":"before-import-20261121T075014Z"},"#
          + #"{"action":"remove","path":"okit/data/b/c.json","old":\#(print)}]}"#,
        #"{"version":1,"command":"x","entries":[{"action":"swap","staged":"\#(name)","marker":"\#(name)","#
          + #""kept":"\#(name)","backup":"before-restore-20261121T075014Z"}]}"#,
        #"{"version":2,"command":"undo","step":3,"time":"2026-11-21T07:50:14Z","kind":"undo","steps":[2],"drops":["1-0"],"#
          + #""entries":[{"action":"replace","path":"okit/data/a.json","staged":"3-0","new":\#(print),"old":\#(print),"#
          + #""kept":"3-0"},{"action":"remove","path":"okit/data/b.json","old":\#(print),"kept":"3-1","copied":true}]}"#
      )
    }
  ) { input in
    let journal = try Journal(decoding: JSONBytes(input), path: "okit/.journal")
    for entry in journal.entries {
      if let path = entry.path { requireInside(path.text) }
      if let kept = entry.kept { requireKept(kept.name) }
      switch entry {
      case .replace(_, _, _, _, .moved?): break
      case .replace(_, let staged, _, _, _): requireStaged(staged)
      case .remove: break
      case .swap(let staged, let marker, let kept, let backup):
        for name in [staged, marker, kept] { requireStaged(name) }
        requireComponent(backup)
      case .keep(let staged, let backup):
        requireStaged(staged)
        requireComponent(backup)
      }
    }
    let again = mustNotThrow("reading what was written") {
      try Journal(decoding: JSONBytes(journal.encoded()), path: "okit/.journal")
    }
    require(again == journal, "a journal is the same again when it is written")
    for name in journal.step?.drops ?? [] { requireKept(name) }
    if let header = journal.stepHeader {
      require(StepName(StepName.record(header).text) == .record(header), "the name of a record tells its header")
    }
  }

  /// Key files of the framework and of age.
  static let keyFile = Fuzzer(
    name: "key-file",
    seeds: {
      let numbers = (0..<32).map(String.init).joined(separator: ",")
      let text = try identity().encoded().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      return Seeds.texts(
        #"{"key":[\#(numbers)],"iv":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,255]}"#,
        "# created: now\n# public key: age1\n\(text)\r\n\n",
        try identity().recipient.description) + [try Seeds.fixture("cryptinfo.json")]
    }
  ) { input in
    if let key = try? KeyFile.frameworkKey(parsing: JSONBytes(input), path: "key") {
      key.withUnsafeBytes { require($0.count == 32 && $1.count == 16, "a key and an IV have their sizes") }
    }
    if let recipient = try? X25519Recipient(parsing: String(decoding: input, as: UTF8.self)) {
      require(Array(recipient.description.utf8) == input, "there is one text for a recipient")
    }
    guard let file = try? input.withUnsafeBytes({ try IdentityFile(parsing: $0) }) else { return }
    let text = file.encoded(created: "now").withUnsafeBytes { Array($0) }
    let again = mustNotThrow("reading what was written") { try text.withUnsafeBytes { try IdentityFile(parsing: $0) } }
    require(again.identities.map(\.recipient) == file.identities.map(\.recipient), "identities stay the same")
    for identity in file.identities {
      let text = identity.encoded().withUnsafeBytes { Array($0) }
      require(input.firstRange(of: text) != nil, "there is one text for an identity")
    }
  }

  private static func isUUID(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return bytes.count == 36
      && bytes.indices.allSatisfy { index in
        if [8, 13, 18, 23].contains(index) { return bytes[index] == UInt8(ascii: "-") }
        return bytes[index] < 0x80 && Character(UnicodeScalar(bytes[index])).isHexDigit
      }
  }

  private static func requireInside(_ path: String) {
    let parts = Array(path.utf8).split(separator: 0x2F, omittingEmptySubsequences: false).map(Array.init)
    require(parts.first == Array("okit".utf8) && parts.count > 1, "a path lies in the workspace")
    let isPlain = parts.allSatisfy { !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] && !$0.contains(0) }
    require(isPlain, "a path leads nowhere else")
  }

  private static func requireKept(_ name: String) {
    let parts = name.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = Array("0123456789".utf8)
    require(
      parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) },
      "a kept name is one of okit's")
  }

  private static func requireStaged(_ name: String) {
    let bytes = Array(name.utf8)
    let digits = Array("0123456789abcdef".utf8)
    require(
      bytes.count == 22 && bytes.starts(with: ".okit-".utf8) && bytes.dropFirst(6).allSatisfy(digits.contains),
      "a staged name is one of okit's")
  }

  private static func requireComponent(_ name: String) {
    let bytes = Array(name.utf8)
    require(
      (1...255).contains(bytes.count) && bytes[0] != 0x2E && !bytes.contains(0x2F) && !bytes.contains(0),
      "a name is one component of a path")
  }
}
