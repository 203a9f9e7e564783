import Glibc
import TestSupport
import Testing

/// Programs that run before and after steps, and when entities change.
@Suite struct HookTests {
  /// A hook that records its input.
  private func record(_ event: String, _ shop: Bookshop, _ more: String = "") throws {
    try shop.hook(event, "cat >> '\(shop.machine.path("log"))'; echo >> '\(shop.machine.path("log"))'; \(more)")
  }

  private func log(_ shop: Bookshop, _ filter: String = ".") throws -> [String] {
    let path = shop.machine.path("log")
    return Files.exists(path) ? try shop.machine.run("jq", "-c", filter, path).lines : []
  }

  @Test func hooksRunBeforeAndAfterABackup() throws {
    let shop = try Bookshop()
    for event in ["before-backup", "after-backup"] { try record(event, shop, "echo said; env | grep ^OKIT_ | sort") }
    let output = try shop.okit("backup", "create", "b", "-r", shop.recipient)
    let file = shop.backups + "/b.tar.zst.age"
    #expect(output.text == file + "\n")
    #expect(
      output.errors.contains("said\n") && output.errors.contains("OKIT_HOOK=after-backup\nOKIT_ROOT=\(shop.root)"))
    #expect(
      try log(shop)
        == ["before", "after"].map {
          #"{"event":"\#($0)-backup","workspace":"\#(shop.root)","name":"b","file":"\#(file)","models":["default","directory","settings"]}"#
        })
    try shop.okit("backup", "create", "c", "-n", "-r", shop.recipient)
    #expect(try log(shop).count == 2)
  }

  @Test(arguments: [("exit 4", "exited with status 4"), ("kill -9 $$", "was killed by signal 9")])
  func aHookThatFailsBeforeStopsTheStep(_ script: String, _ message: String) throws {
    let shop = try Bookshop()
    let backup = try shop.sealedBackup()
    try shop.hook("before-backup", script)
    try shop.hook("before-restore", script)
    try record("after-backup", shop)
    try record("after-restore", shop)
    let tree = try shop.tree()
    for (event, arguments) in [
      ("backup", ["backup", "create", "--format", "directory"]), ("restore", ["backup", "restore", backup, "--yes"]),
    ] {
      let output = try shop.okit(arguments, status: 75)
      #expect(output.errors == "okit: error: the hook before-\(event) \(message); nothing was changed\n")
    }
    #expect(try shop.tree() == tree && log(shop) == [])
  }

  @Test func aHookThatFailsAfterIsAWarning() throws {
    let shop = try Bookshop()
    try shop.hook("after-backup", "exit 1")
    let output = try shop.okit("backup", "create", "b", "-r", shop.recipient)
    #expect(output.errors.contains("okit: warning: the hook after-backup exited with status 1\n"), "\(output.errors)")
    #expect(Files.exists(output.line))
    try Files.write("#!/nowhere/sh\n", to: shop.root + "/okit/hooks/after-backup", mode: 0o755)
    #expect(
      try shop.okit("backup", "create", "c", "-r", shop.recipient).errors.contains(
        "okit: warning: the hook after-backup did not run: cannot run "))
  }

  /// The hook stands for another okit that makes a backup at the same time.
  @Test(arguments: ["directory", "zip"])
  func aBackupWithoutANameGetsAnotherNameIfItsOwnIsTakenMeanwhile(_ format: String) throws {
    let shop = try Bookshop()
    let password = try shop.machine.write("password", "password.txt")
    try shop.hook("before-backup", #"file=$(jq -r .file) && mkdir -p "$file" && echo mine >"$file/mine""#)
    let protection = format == "zip" ? ["--password-file", password] : []
    let made = try shop.okit(["backup", "create", "--format", format] + protection)
    let names = try shop.backupNames
    let taken = try #require(names.first { Files.exists("\(shop.backups)/\($0)/mine") })
    #expect(try Files.names(in: "\(shop.backups)/\(taken)") == ["mine"])
    #expect(Files.exists(made.line) && names.count == 2 && !made.line.hasSuffix("/" + taken))
    // A name that the user chose is not replaced by another.
    try shop.okit(["backup", "create", "chosen", "--format", format] + protection, status: 73)
  }

  @Test func hooksRunBeforeAndAfterARestore() throws {
    let shop = try Bookshop()
    let backup = try shop.sealedBackup()
    for event in ["before-restore", "after-restore", "changed", "managed"] { try record(event, shop) }
    try shop.okit("backup", "restore", "sealed", "-y", "directory")
    #expect(
      try log(shop, "[.event, .name, .file, .models, (.kept // \"\" | .[:14])]") == [
        #"["before-restore","sealed","\#(backup)",["directory"],""]"#,
        #"["after-restore","sealed","\#(backup)",["directory"],"before-restore"]"#,
      ])
    try shop.okit("backup", "restore", "sealed", "-n")
    #expect(try log(shop).count == 2)
  }

  @Test(arguments: FormedShop.Form.allCases) func hooksGetChangedEntities(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let shop = formed.shop
    for event in ["changed", "managed", "unmanaged"] { try record(event, shop) }
    try shop.function("f", "jq '.entity | .name = \"Other\" | .genres += [{id: \"NEW\", name: \"New\"}]'")
    try shop.function("g", "jq '.entity.name = \"Tuesdays\" | .entity'")
    try shop.okit("call", "--run", "f()")
    let id = try formed.jq(".id", "default.json")
    let filter = "[.event, (.changes[] | [.model, .path, .id, (.old.name? // .old), (.new.name? // .new)])]"
    #expect(
      try log(shop, filter) == [
        #"["managed",["default","default:genres[3]","NEW",null,"New"]]"#,
        #"["changed",["default","default:name",\#(id),"The Corner Bookshop","Other"]]"#,
      ])
    try Files.remove(shop.machine.path("log"))
    try shop.okit("call", "--run", "directory:groups[1]/group/g()")
    let group = try formed.jq(".id", "directory/4F426DCB-B394-4B36-BB2D-420F0F88080B.json").dropFirst().dropLast()
    #expect(
      try log(shop, filter) == [
        #"["changed",["directory","directory:groups[1]/name","4F426DCB-B394-4B36-BB2D-420F0F88080B","Group 1","Tuesdays"],["directory","@\#(group)/name","\#(group)","Group 1","Tuesdays"]]"#
      ])
    try Files.remove(shop.machine.path("log"))
    // The extracted entity is removed and added, and a stand-in is added.
    try shop.okit("partial", "extract", "genres[3]")
    #expect(try log(shop, "[.event, (.changes | length)]") == [#"["managed",2]"#, #"["unmanaged",1]"#])
    try Files.remove(shop.machine.path("log"))
    try shop.okit("partial", "inline", "genres[3]")
    #expect(try log(shop, "[.event, (.changes | length)]") == [#"["managed",1]"#, #"["unmanaged",2]"#])
    try Files.remove(shop.machine.path("log"))
    try shop.okit("attachment", "remove", "books[0]/icon")
    #expect(try log(shop, "[.event, (.changes | length)]") == [#"["unmanaged",1]"#])
    try shop.okit("settings", "set", "darkMode", "on", "-n")
    #expect(try log(shop).count == 1)
  }

  @Test func hooksGetTheEntitiesThatATableChanges() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    for event in ["changed", "managed", "unmanaged"] { try record(event, shop) }
    let id = try shop.okit("get", "books[0]/id").line
    let rows = Array("id,name\n\(id),Renamed\n,Added\n".utf8)
    try shop.okit("import", "-", "--into", "books", "--key", "id", "-n", input: rows)
    #expect(try log(shop) == [])
    try shop.okit("import", "-", "--into", "books", "--key", "id", input: rows)
    #expect(
      try log(shop, "[.event, (.changes[] | (.new.name? // .new))]") == [
        #"["managed","Added"]"#, #"["changed","Renamed"]"#,
      ])
  }

  @Test func hooksGetTheEntitiesOfAddedAndRemovedModels() throws {
    let formed = try FormedShop(.age)
    let shop = formed.shop
    for event in ["changed", "managed", "unmanaged"] { try record(event, shop) }
    let filter = "[.event, (.changes[] | .path)]"
    func hookInput(after words: String...) throws -> [String] {
      try? Files.remove(shop.machine.path("log"))
      try shop.okit(words)
      return try log(shop, filter)
    }
    #expect(try hookInput(after: "model", "create", "note", "text:String") == [#"["managed","note:."]"#])
    #expect(try hookInput(after: "model", "delete", "note", "--yes") == [#"["unmanaged","note:."]"#])
    let backup = try shop.sealedBackup()
    #expect(try hookInput(after: "set", "name", "Other") == [#"["changed","default:name"]"#])
    try shop.machine.write("open sesame\n", "password")
    #expect(
      try hookInput(after: "backup", "restore", backup, "--yes", "--password-file", shop.machine.path("password"))
        == [#"["changed","default:name"]"#])
    #expect(
      try hookInput(after: "move", "directory:authors[0]", "authors").map { $0.prefix(12) } == [
        "[\"managed\",\"", "[\"unmanaged\"",
      ])
  }

  @Test func aHookMayEditAndRunsNoHooks() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try shop.function("more", "jq '.entity.copies += 1 | .entity'")
    try record("changed", shop, "\"$okit\" call -q --wait 0 --run 'books[1]/more()'")
    let copies = try formed.jq("[.books[0, 1].copies + 1]", "default.json")
    #expect(try shop.okit("call", "--run", "books[0]/more()").errors == "default:books[0] changed\n")
    #expect(try log(shop).count == 1)
    #expect(try formed.jq("[.books[0, 1].copies]", "default.json") == copies)
    #expect(try shop.okit("check").text == "")
  }

  @Test func anEntityHookThatFailsIsAWarning() throws {
    let formed = try FormedShop(.age)
    try formed.shop.hook("changed", "exit 9")
    try formed.shop.function("more", "jq '.entity.copies += 1 | .entity'")
    let output = try formed.shop.okit("call", "--run", "books[0]/more()")
    #expect(output.errors == "okit: warning: the hook changed exited with status 9\ndefault:books[0] changed\n")
  }

  @Test(arguments: ["before-backup", "after-backup", "changed", "managed", "unmanaged"])
  func aHookThatOthersMayWriteStopsEverythingBefore(event: String) throws {
    let shop = try Bookshop()
    try record(event, shop)
    chmod(shop.root + "/okit/hooks/" + event, 0o775)
    let tree = try shop.tree()
    let arguments =
      event.hasSuffix("backup")
      ? ["backup", "create", "--format", "directory"] : ["settings", "set", "darkMode", "on"]
    let output = try shop.okit(arguments, status: 78)
    #expect(output.errors.contains("'okit/hooks/\(event)' is not allowed to run: "), "\(output.errors)")
    #expect(try shop.tree() == tree && log(shop) == [])
    try shop.okit(arguments + ["--dry-run"])
  }

  @Test func hooksRunWithoutALock() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    let (mark, go) = (shop.machine.path("mark"), shop.machine.path("go"))
    for event in ["before-backup", "changed"] {
      try shop.hook(event, "touch '\(mark)'; while [ ! -e '\(go)' ]; do sleep 0.01; done")
    }
    for arguments in [["backup", "create", "--format", "directory"], ["settings", "set", "themeName", "x"]] {
      try? Files.remove(mark)
      try? Files.remove(go)
      let child = try ChildProcess(
        [Machine.okit] + arguments, environment: shop.machine.environment, in: shop.root,
        streams: [
          .read("/dev/null"), .write(shop.machine.path("streams/out")), .write(shop.machine.path("streams/err")),
        ])
      shop.wait(for: mark, child)
      #expect(child.isRunning)
      try shop.okit("settings", "set", "darkMode", "on", "--wait", "0", with: ["OKIT_HOOK": "none"])
      try Files.write([], to: go)
      #expect(child.wait() == .status(0))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM]) func aHookIsEndedWithOKit(_ signal: Int32) throws {
    let shop = try Bookshop()
    let mark = shop.machine.path("mark")
    let sleeper = Bookshop.sleeper(signal)
    try shop.hook("before-backup", "trap '' TERM; touch '\(mark)'; \(sleeper); \(sleeper)")
    let tree = try shop.tree()
    let child = try shop.start("backup", "create", "--format", "directory")
    shop.wait(for: mark, child)
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    try shop.expectEnded(sleeper)
    #expect(try shop.tree() == tree)
  }

  /// A hook and its children are ended, also a child in the background that ignores SIGTERM.
  @Test(arguments: ["before", "after"]) func aHookIsEndedAfterItsTime(_ when: String) throws {
    let shop = try Bookshop()
    let sleeper = Bookshop.sleeper(when == "before" ? 101 : 102)
    try shop.hook("\(when)-backup", "sh -c \"trap '' TERM; \(sleeper)\" & \(sleeper)")
    try Files.write(shop.jq(".hooks = {\"timeout\": 0.5}", shop.configuration), to: shop.configuration)
    let words = ["backup", "create", "b", "--format", "directory"]
    let output = try shop.okit(words, status: when == "before" ? 75 : 0)
    #expect(
      output.errors.contains("the hook \(when)-backup ran longer than hooks.timeout"), "\(output.errors)")
    try shop.expectEnded(sleeper)
    #expect(Files.exists(shop.backups + "/b") == (when == "after"))
  }

  /// The limit only applies to the hook, not to a process that it leaves in the background.
  @Test func aHookThatEndsInTimeIsNotTouched() throws {
    let shop = try Bookshop()
    try record("after-backup", shop, "exit 0")
    try Files.write(shop.jq(".hooks = {\"timeout\": 3600}", shop.configuration), to: shop.configuration)
    #expect(try !shop.okit("backup", "create", "b", "-r", shop.recipient).errors.contains("warning"))
    #expect(try log(shop).count == 1)
  }

  /// A user with access to a folder above puts other hooks there once the change has begun.
  @Test func aHookThatWasSwappedDoesNotRun() throws {
    let shop = try Bookshop()
    let (mark, hooks) = (shop.machine.path("mark"), shop.root + "/okit/hooks")
    try record("after-backup", shop)
    try shop.hook(
      "before-backup",
      """
      cp -a '\(hooks)' '\(hooks).other'; echo "touch '\(mark)'" >> '\(hooks).other/after-backup'; chmod 777 '\(hooks).other'
      mv '\(hooks)' '\(hooks).old'; mv '\(hooks).other' '\(hooks)'
      """)
    let output = try shop.okit("backup", "create", "b", "-r", shop.recipient)
    #expect(
      output.errors.contains(
        "okit: warning: 'okit/hooks/after-backup' is not allowed to run: others can write to \(hooks)"),
      "\(output.errors)")
    #expect(try !Files.exists(mark) && log(shop) == [] && Files.exists(output.line))
  }

  @Test func hooksAndFunctionsAreNotCopiedToOtherWorkspaces() throws {
    let shop = try Bookshop()
    try record("changed", shop)
    try shop.function("f", "exit 0")
    let backup = try shop.okit("backup", "create", "b", "--format", "directory").line
    #expect(try !FileTree(backup).entries.keys.contains { String(decoding: $0, as: UTF8.self).contains("hooks") })
    // Not even hooks and functions inside the data folder are copied.
    for folder in ["hooks", "functions"] {
      try shop.machine.run("cp", "-r", "\(shop.root)/okit/\(folder)", "\(shop.data)/\(folder)")
    }
    try shop.machine.okit("init", shop.machine.path("new"), "--data", shop.data)
    try shop.machine.okit("init", shop.machine.path("other"))
    try shop.machine.okit("import", shop.data, "--merge", in: shop.machine.path("other"))
    for place in ["new", "other"] {
      #expect(
        try !Files.names(in: shop.machine.path(place) + "/okit").contains { ["hooks", "functions"].contains($0) })
    }
    let sealed = try shop.sealedBackup()
    try Files.remove(shop.root + "/okit/hooks")
    try Files.remove(shop.root + "/okit/functions")
    try shop.okit("backup", "restore", sealed, "-y", "--definitions")
    #expect(try !Files.names(in: shop.root + "/okit").contains { ["hooks", "functions"].contains($0) })
  }
}
