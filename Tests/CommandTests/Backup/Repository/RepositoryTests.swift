import Foundation
import Glibc
import TestSupport
import Testing

/// Backups as snapshots in a restic repository.
@Suite struct RepositoryTests {
  @Test func aBackupIsATarThatOtherToolsRead() throws {
    let shop = try ResticShop()
    try shop.okit("encrypt", "--all", "--cipher", "age")
    #expect(try shop.okit("backup", "create", "monday").line == "monday")
    let archive = shop.machine.path("archive.tar")
    try Files.write(shop.restic("dump", "latest", "monday.tar").bytes, to: archive)
    let names = try shop.machine.run("bsdtar", "-tf", archive).lines
    #expect(names.first == "okit-backup.json")
    #expect(names.last == "SHA256SUMS")
    let folder = shop.machine.path("unpacked")
    try Files.makeFolder(folder)
    try shop.machine.run("bsdtar", "-xf", archive, in: folder)
    try shop.machine.run("sha256sum", "--quiet", "-c", "SHA256SUMS", in: folder)
    let model = try shop.okit("decrypt", "default", "--stdout").bytes
    #expect(try Files.read(folder + "/data/default.json") == model)
    let tags = try shop.restic("snapshots", "--json")
    #expect(
      try shop.machine.run("jq", "-r", ".[0].tags[]", input: tags.bytes).lines.sorted().prefix(1) == ["okit-complete"])
    #expect(tags.text.contains("okit-workspace=\(try shop.shop.id)"))
    try shop.expectNoLeftovers()
  }

  @Test func modelsStayEncryptedAsStored() throws {
    let shop = try ResticShop()
    try shop.okit("encrypt", "--all", "--cipher", "age")
    try Files.remove(shop.shop.identity)
    try shop.okit("backup", "create", "locked", status: 77)
    try shop.okit("backup", "create", "stored", "--as-stored")
    #expect(try shop.names() == ["stored"])
    let folder = shop.machine.path("unpacked")
    try Files.makeFolder(folder)
    try shop.machine.run(
      "bsdtar", "-xf", "-", input: shop.restic("dump", "latest", "stored.tar").bytes, in: folder)
    for name in ["default.json", "directory.json", "settings.json"] {
      #expect(try Files.read("\(folder)/data/\(name)") == Files.read("\(shop.data)/\(name)"))
    }
    try shop.okit("backup", "verify")
    try shop.expectNoLeftovers()
  }

  @Test func restoringVerifiesAndReplacesTheData() throws {
    let shop = try ResticShop()
    let before = try FileTree(shop.data)
    let name = try shop.okit("get", "books[0]/name").line
    try shop.okit("backup", "create", "good")
    try shop.okit("set", "books[0]/name", "Changed")
    try Files.remove(shop.data + "/settings.json")
    #expect(try shop.okit("diff", "good", "--stat").text != "")
    #expect(try shop.okit("get", "books[0]/name", "--at", "good").line == name)
    try shop.okit("backup", "restore", "good", "--dry-run")
    #expect(try shop.okit("get", "books[0]/name").line == "Changed")
    try shop.okit("backup", "restore", "good", "--yes")
    #expect(try shop.okit("diff", "good", "-e").text == "")
    #expect(
      try FileTree(shop.data).entries.keys.sorted { $0.lexicographicallyPrecedes($1) }
        == before.entries.keys.sorted { $0.lexicographicallyPrecedes($1) })
    // The backup before the restore is a local one, and is found by its name, too.
    let kept = try #require(try shop.names().first { $0.hasPrefix("before-restore-") })
    try shop.okit("backup", "restore", kept, "--yes")
    #expect(try shop.okit("get", "books[0]/name").line == "Changed")
  }

  @Test func recordsAreTags() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a", "--tag", "weekly,old", "--note", "Größe: 5 %, mehr\nund", "--pin")
    try shop.okit("backup", "create", "b")
    try shop.okit("backup", "create", "a", status: 73)
    #expect(try shop.listed(".backups[] | select(.name == \"a\") | .tags[]") == ["weekly", "old"])
    #expect(try shop.listed(".backups[] | select(.name == \"a\") | .note") == ["Größe: 5 %, mehr", "und"])
    #expect(
      try shop.listed(".backups[] | [.name, .pinned, .format, .path] | @tsv") == [
        "b\tfalse\tsnapshot\t", "a\ttrue\tsnapshot\t",
      ])
    try shop.okit("backup", "unpin", "a")
    try shop.okit("backup", "verify", "--all", "--restore-test")
    #expect(try shop.listed(".backups[] | .verified.intact") == ["true", "true"])
    #expect(try shop.listed(".backups[] | .pinned") == ["false", "false"])
    #expect(try shop.restic("snapshots", "--tag", "weekly", "--json").text.contains("/a.tar"))
    try shop.okit("backup", "create", "c", "--tag", "okit-pinned", status: 64)
    try shop.okit("backup", "status", "--max-age", "1h", "--max-verified", "1h")
    try shop.okit("backup", "status", "--max-age", "0s", status: 1)
  }

  /// Each call of restic takes as long as it takes to make the key from the password.
  @Test func oneCallChangesSeveralRecords() throws {
    let shop = try ResticShop()
    for name in ["a", "b", "c"] { try shop.okit("backup", "create", name, "--tag", name) }
    try shop.okit("backup", "verify", "a")
    try shop.okit("backup", "pin", "a")
    sleep(1)
    let log = shop.machine.path("log")
    try shop.wrapRestic("echo \"$*\" >>\(log); exec $restic \"$@\"")
    func calls(_ words: String...) throws -> Int {
      try shop.okit(["backup"] + words)
      defer { try? Files.remove(log) }
      return try Files.text(log).split(separator: "\n").count { $0.contains("tag --") }
    }
    let first = try shop.listed(".backups[] | select(.name == \"a\") | .verified.time")
    #expect(try calls("verify", "--all") == 1)
    let times = try shop.listed(".backups[] | select(.verified.intact) | .verified.time")
    #expect(times.count == 3 && times.allSatisfy { $0 > first[0] }, "\(first) \(times)")
    #expect(try calls("pin", "a", "b", "c") == 1)
    #expect(try calls("unpin", "a", "b", "c") == 1)
    #expect(
      try shop.listed(".backups[] | [.name, .tags[0], .pinned, .size > 0] | @tsv").sorted() == [
        "a\ta\tfalse\ttrue", "b\tb\tfalse\ttrue", "c\tc\tfalse\ttrue",
      ])
  }

  @Test func unreadableFilesOfABackupAreTags() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "good")
    try Files.write("{", to: shop.root + "/okit/data/settings.json")
    sleep(1)
    try shop.okit("backup", "create", "bad")
    #expect(try shop.listed(".backups[] | select(.name == \"bad\") | .unreadable") == ["1"])
    try shop.okit("backup", "verify", "--all", "--restore-test", status: 1)
    try shop.okit("backup", "verify", "--all")
    #expect(
      try shop.listed(".backups[] | [.name, .verified.intact, .unreadable] | @tsv").sorted() == [
        "bad\ttrue\t1", "good\ttrue\t0",
      ])
    #expect(
      try shop.listed(".backups[] | [.name, .restored.problems] | @tsv").sorted() == ["bad\t1", "good\t0"])
    #expect(try shop.okit("backup", "list").text.contains("1 unreadable file"))
    #expect(try shop.okit("backup", "status", status: 1).text.contains("contains 1 unreadable file"))
  }

  /// Another okit pins a backup and removes one while all are verified.
  @Test func whatChangesDuringAVerificationIsNoFailure() throws {
    let shop = try ResticShop()
    for name in ["a", "b", "c"] { try shop.okit("backup", "create", name) }
    let marker = shop.machine.path("marker")
    // The newest is read first.
    try shop.wrapRestic(
      """
      case "$*" in *dump*) if [ ! -e \(marker) ]; then
        touch \(marker)
        export OKIT_PASSWORD_FILE=\(shop.machine.environment["OKIT_PASSWORD_FILE"] ?? "")
        \(Machine.okit) -C \(shop.root) backup pin b >&2
        \(Machine.okit) -C \(shop.root) backup delete a --yes >&2
      fi;; esac
      exec $restic "$@"
      """)
    let output = try shop.okit("backup", "verify", "--all")
    #expect(output.errors.contains("a was removed meanwhile"), "\(output.errors)")
    #expect(Files.exists(marker))
    #expect(
      try shop.listed(".backups[] | [.name, .verified.intact, .pinned] | @tsv").sorted() == [
        "b\ttrue\ttrue", "c\ttrue\tfalse",
      ])
  }

  @Test func aBackupThatIsRemovedMeanwhileDoesNotKeepOthersFromBeingPinned() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a")
    try shop.okit("backup", "create", "b")
    let id = try #require(try shop.listed(".backups[] | select(.name == \"a\") | .snapshot").first)
    let remove = "RESTIC_PASSWORD='open sesame' $restic -q --no-cache -r \(shop.repository) forget \(id)"
    try shop.wrapRestic("case \"$*\" in *\"tag --\"*) \(remove) >&2 ;; esac; exec $restic \"$@\"")
    let failed = try shop.okit("backup", "pin", "a", "b", status: 66)
    #expect(failed.errors == "okit: error: the snapshot \(id) is no longer in the repository \(shop.repository)\n")
    #expect(try shop.listed(".backups[] | [.name, .pinned] | @tsv") == ["b\ttrue"])
  }

  @Test func pruningAndDeleting() throws {
    let shop = try ResticShop()
    let day = 86_400
    for (index, time) in [0, 100, day, 2 * day, 2 * day + 5].enumerated() {
      try shop.machine.okit(
        ["backup", "create", "b\(index)"] + (index == 0 ? ["--pin"] : []),
        with: ["SOURCE_DATE_EPOCH": String(1_763_640_000 + time)], in: shop.root)
    }
    try shop.okit("backup", "create", "local", "--folder", "okit/backup", "--format", "directory")
    let plan = try shop.okit("backup", "prune", "--keep-daily", "2", "--json", "-n").bytes
    #expect(try shop.machine.run("jq", "-r", ".removed[]", input: plan).lines.sorted() == ["b1", "b3"])
    #expect(try shop.names().count == 6)
    try shop.okit("backup", "prune", "--keep-daily", "2")
    #expect(try shop.names() == ["b0", "b2", "b4", "local"])
    let id = try #require(try shop.listed(".backups[] | select(.name == \"b4\") | .snapshot").first)
    try shop.okit("backup", "delete", "b0", String(id.prefix(8)), "--yes")
    #expect(try shop.names() == ["b2", "local"])
    try shop.restic("check", "--read-data")
    try shop.okit("backup", "verify", "--all")
  }

  @Test func theLogListsSnapshotsIfAsked() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "night")
    try shop.okit("set", "books[0]/name", "Changed")
    func log(_ words: String...) throws -> [String] {
      let log = try shop.okit(["log", "--json"] + words).bytes
      return try shop.machine.run("jq", "-r", ".log[] | .backup // .command", input: log).lines
    }
    #expect(try log().first == "set" && !log().contains("night"))
    #expect(try Set(log("--backups").prefix(2)) == ["set", "night"])
  }

  @Test func nothingIsStoredTwice() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "first", "--if-changed")
    #expect(
      try shop.okit("backup", "create", "second", "--if-changed").errors.contains("nothing has changed since first"))
    #expect(
      try shop.okit("backup", "create", "first", "--if-changed").errors.contains("nothing has changed since first"))
    #expect(try shop.names() == ["first"])
    #expect(try shop.listed(".backups[0] | .confirmed >= .created") == ["true"])
    // The same for another place, which has nothing yet.
    try shop.okit("backup", "create", "there", "--if-changed", "--folder", "okit/backup", "--format", "directory")
    #expect(try shop.okit("backup", "create", "--if-changed").errors.contains("nothing has changed since first"))
    try shop.okit("backup", "delete", "first", "--yes")
    try shop.okit("backup", "create", "third", "--if-changed")
    #expect(try shop.names() == ["there", "third"])
  }

  /// One repository has the backups of several workspaces, and of other programs.
  @Test func workspacesDoNotSeeTheBackupsOfOthers() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "mine")
    let other = shop.machine.path("other")
    try shop.machine.okit("init", other, "--data", Fixture.data)
    try shop.machine.okit(
      "backup", "create", "theirs", "--as-stored", "--repository", shop.repository, in: other)
    try shop.restic("-q", "backup", shop.data)
    #expect(try shop.names() == ["mine"])
    let all = try shop.machine.okit(
      "backup", "list", "--json", "--repository", shop.repository, in: shop.machine.folder)
    #expect(try shop.machine.run("jq", "-r", ".backups[].name", input: all.bytes).lines.sorted() == ["mine", "theirs"])
    let refused = try shop.okit("backup", "restore", "theirs", "--yes", status: 66)
    #expect(refused.errors.contains("is a backup of another workspace"))
    let id = try shop.machine.run(
      "jq", "-r", ".backups[] | select(.name == \"theirs\") | .snapshot", input: all.bytes
    ).line
    try shop.okit("backup", "restore", String(id.prefix(8)), "--as-stored", "-n")
    let shown = try shop.machine.okit(
      "get", "directory:authors[0]/name", "--at", "theirs", "--repository", shop.repository, in: shop.machine.folder)
    #expect(shown.line != "")
    try shop.okit("backup", "prune", "--keep-last", "1")
    #expect(try shop.restic("snapshots", "--json").text.contains("theirs.tar"))
  }

  @Test func aWorkspaceComesBackOnANewMachine() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "last", "--note", "before the fire")
    let place = ["--repository", shop.repository]
    try shop.machine.okit(["init", shop.machine.path("new"), "--from", "last"] + place + ["--decrypted"], in: "/")
    let name = try shop.okit("get", "books[0]/name").line
    #expect(try shop.machine.okit("get", "books[0]/name", in: shop.machine.path("new")).line == name)
    try shop.machine.okit(["init", shop.machine.path("x"), "--from", "other"] + place, status: 66, in: "/")
    try shop.machine.okit(["init", shop.machine.path("x")] + place, status: 64, in: "/")
  }

  @Test func commandsOfRepositoriesPrintTheDocumentedJSON() throws {
    let shop = try ResticShop()
    for words in [["init", "--repository", shop.machine.path("new")], ["check"], ["unlock"]] {
      let printed = try shop.machine.okit(["backup", "repository"] + words + ["--json"], in: shop.root).bytes
      let place = words.count > 1 ? shop.machine.path("new") : shop.repository
      #expect(try shop.machine.run("jq", "-r", ".repository", input: printed).line == place)
    }
  }

  @Test func aSnapshotIsCopiedToAnotherRepository() throws {
    let shop = try ResticShop()
    try shop.okit("backup", "create", "a", "--note", "kept")
    let other = shop.machine.path("other")
    let password = try shop.shop.password("another", "other-password")
    try shop.okit("backup", "repository", "init", "--repository", other, "--password-file", password)
    try shop.okit("backup", "copy", "a", "--to", other, status: 77)
    try shop.okit("backup", "copy", "a", "--to", other, "--to-password-file", password)
    #expect(
      try shop.okit("backup", "copy", "a", "--to", other, "--to-password-file", password).errors.contains(
        "already there"))
    // With the variables of restic, both have the same password.
    let third = shop.machine.path("third")
    try EmptyRepository.write(to: third)
    shop.machine.environment["OKIT_PASSWORD_FILE"] = nil
    shop.machine.environment["RESTIC_PASSWORD"] = "open sesame"
    try shop.okit("backup", "copy", "a", "--to", third)
    let options = ["--repository", other, "--password-file", password]
    let list = try shop.machine.okit(["backup", "list", "--json"] + options, in: shop.root).bytes
    #expect(try shop.machine.run("jq", "-r", ".backups[] | .name + .note", input: list).lines == ["akept"])
    try shop.machine.okit(["backup", "verify", "--all"] + options, in: shop.root)
  }

  /// Ten daily backups with small edits need little more space than restic needs for the plain files. Where the pieces of a large file end depends on the
  /// repository, and so does what an edit costs.
  @Test func smallEditsNeedLittleSpace() throws {
    let shop = try ResticShop()
    var words = RandomWords()
    var books = (0..<12_000).map { words.book($0) }
    let (own, other) = try tenDays(shop) { day in
      books[day * 1000] = #"{"id":"B\#(day * 1000)","name":"edited on day \#(day)"}"#
      try Files.write("{\"books\":[" + books.joined(separator: ",\n") + "]}", to: shop.data + "/books.json")
    }
    #expect(Double(own) <= 1.3 * Double(other), "\(own) and \(other) bytes")
  }

  /// An edit of one of several models stores this model again, but not those beside it.
  @Test func editsOfSmallModelsNeedLittleSpace() throws {
    let shop = try ResticShop()
    var words = RandomWords()
    var models = (0..<20).map { _ in (0..<250).map { words.book($0) } }
    func write(_ model: Int) throws {
      try Files.write(
        "{\"books\":[" + models[model].joined(separator: ",\n") + "]}", to: "\(shop.data)/model\(model).json")
    }
    for model in models.indices { try write(model) }
    let (own, other) = try tenDays(shop) { day in
      models[day * 2][day] = #"{"id":"B\#(day)","name":"edited on day \#(day)"}"#
      try write(day * 2)
    }
    #expect(Double(own) <= 1.1 * Double(other), "\(own) and \(other) bytes")
  }

  /// A new file and one that is gone change the group of this file, but not the later ones.
  @Test func aNewFileAmongManyNeedsLittleSpace() throws {
    let shop = try ResticShop()
    var generator = SeededGenerator(seed: 18)
    func add(_ number: Int) throws {
      let bytes = (0..<30_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
      try Files.write(bytes, to: "\(shop.data)/_data/\(number * 37 % 1000).raw")
    }
    try Files.makeFolder(shop.data + "/_data")
    for number in 0..<300 { try add(number) }
    let (own, other) = try tenDays(shop) { day in
      try add(300 + day)
      try Files.remove("\(shop.data)/_data/\(day * 37 % 1000).raw")
    }
    // restic alone stores each file apart.
    #expect(own - other <= 10 * 1_800_000, "\(own) and \(other) bytes")
  }

  /// Makes ten backups of a workspace, and of its files by restic alone. Returns the sizes of both repositories in bytes.
  private func tenDays(_ shop: ResticShop, _ edit: (Int) throws -> Void) throws -> (own: Int, other: Int) {
    let plain = shop.machine.path("plain")
    try shop.machine.run("cp", "-r", shop.repository, plain)
    let secrets = ["RESTIC_PASSWORD": "open sesame", "RESTIC_REPOSITORY": plain]
    for day in 0..<10 {
      try edit(day)
      try shop.okit("backup", "create", "--as-stored")
      try shop.machine.run("restic", "-q", "--no-cache", "backup", shop.data, with: secrets)
    }
    #expect(try shop.names().count == 10)
    func size(_ folder: String) throws -> Int {
      try Files.files(below: folder).reduce(0) { try $0 + Files.size("\(folder)/\($1)") }
    }
    let (own, other) = (try size(shop.repository), try size(plain))
    Effort.report("repository: \(own) bytes stored, \(other) by restic of the plain files")
    return (own, other)
  }
}

/// Entities of random words, which no program can compress well.
private struct RandomWords {
  private var generator = SeededGenerator(seed: 17)

  private mutating func word() -> String {
    String((0..<8).map { _ in Character(Unicode.Scalar(UInt8.random(in: 97...122, using: &generator))) })
  }

  mutating func book(_ number: Int) -> String {
    let text = (0..<20).map { _ in word() }.joined(separator: " ")
    return #"{"id":"B\#(number)","name":"\#(word()) \#(word())","text":"\#(text)"}"#
  }
}
