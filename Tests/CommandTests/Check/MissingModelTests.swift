import TestSupport
import Testing

/// A model whose file is missing, though no command deleted it.
@Suite struct MissingModelTests {
  /// Removes a model with its partials, as `rm` does.
  private func remove(_ model: String, _ formed: FormedShop) throws {
    for file in ["\(model).json", model] { try Files.remove(formed.path(file)) }
  }

  private func findings(_ formed: FormedShop, _ words: String..., status: Int32) throws -> [String] {
    let output = try formed.shop.okit(["check", "--json"] + words, status: status)
    let filter = ".findings[] | [.kind, .model, .file, .line] | join(\" \")"
    return try formed.shop.machine.run("jq", "-r", filter, input: output.bytes).lines
  }

  private func removeRecord(_ formed: FormedShop) throws {
    try Files.remove(formed.shop.root + "/okit/model/applied.json")
  }

  @Test func exportAndCreateReportAMissingModel() throws {
    let formed = try FormedShop(.plain)
    try remove("directory", formed)
    let target = formed.shop.machine.path("out")
    let export = try formed.okit("export", "-o", target, "--json")
    #expect(export.errors.contains("warning: model 'directory' is not in the export: its file is missing"))
    #expect(try formed.shop.machine.run("jq", "-c", ".missing", input: export.bytes).line == #"["directory"]"#)
    let creation = try formed.okit("model", "create", "directory", "--class", "Directory", status: 73)
    #expect(creation.errors.contains("model directory already exists, but its file is missing\n"))
    #expect(
      creation.errors.contains("run 'okit backup restore BACKUP directory' to restore directory, or 'okit model "))
    #expect(try formed.okit("check", status: 1).text.contains("missing-model"))
    try Files.remove(formed.shop.root + "/okit/model/Bookshop.swift")
    #expect(try formed.okit("model", "list").lines.contains { $0.hasPrefix("directory ") })
    try formed.okit("model", "delete", "directory", "--yes")
    try formed.okit("model", "create", "directory")
  }

  @Test(arguments: FormedShop.Form.allCases) func aMissingModelIsReportedEverywhere(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    let old = try formed.shop.sealedBackup("old")
    try remove("directory", formed)

    let check = try formed.okit("check", status: 1)
    #expect(check.lines.count == 1)
    #expect(check.text.hasPrefix("okit/data/directory.json: missing-model: its file is missing\n"))
    #expect(check.errors.contains("1 problem in 2 models"))
    #expect(check.errors.contains("'okit model delete directory'"))
    let finding = "missing-model directory okit/data/directory.json "
    #expect(try findings(formed, status: 1) == [finding])
    #expect(try findings(formed, "directory", status: 1) == [finding])
    #expect(try findings(formed, "default", status: 0) == [])

    let status = try formed.okit("status")
    #expect(status.lines.contains { $0.hasPrefix("directory ") && $0.contains(" missing ") })
    #expect(status.errors.contains("'okit backup restore BACKUP directory'"))
    let json = #".models[] | select(.name == "directory") | .access, .problem"#
    #expect(
      try formed.shop.machine.run("jq", "-r", json, input: formed.okit("status", "--json").bytes).lines
        == ["missing", "its file is missing"])

    let backup = try formed.okit("backup", "create", "new", "-r", formed.shop.recipient)
    #expect(backup.errors.contains("warning: model 'directory' is not in the backup: its file is missing"))
    #expect(Files.exists(backup.line))
    let outcome = try formed.okit("backup", "create", "newer", "-r", formed.shop.recipient, "--json")
    #expect(try formed.shop.machine.run("jq", "-c", ".missing", input: outcome.bytes).line == #"["directory"]"#)
    #expect(try formed.okit("get", "directory:authors", status: 66).errors.contains("its file is missing"))

    try formed.okit("backup", "restore", old, "directory", "--yes")
    #expect(try formed.okit("check").text == "")
  }

  @Test(arguments: FormedShop.Form.allCases) func filesOfAMissingModelAreNotCollected(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    try Files.remove(formed.path("directory.json"))
    let before = try formed.shop.tree()
    #expect(try findings(formed, status: 1) == ["missing-model directory okit/data/directory.json "])
    try formed.okit("check", "--fix", status: 1)
    // An unused attachment could belong to the missing model.
    try Files.write("bytes", to: formed.path("_image/LOST.png"))
    try formed.okit("attachment", "gc", status: 66)
    try Files.remove(formed.path("_image/LOST.png"))
    #expect(try formed.shop.tree().differences(from: before) == [])
  }

  @Test(arguments: FormedShop.Form.allCases) func aMissingModelCanBeDeleted(form: FormedShop.Form) throws {
    let formed = try FormedShop(form)
    try Files.remove(formed.path("directory.json"))
    try formed.okit("model", "delete", "directory", status: 64)
    let output = try formed.okit("model", "delete", "directory", "--yes")
    // The files of its two partials.
    #expect(output.errors.hasPrefix("deleted model directory, 2 files\n"))
    #expect(!Files.exists(formed.path("directory")))
    #expect(try formed.okit("check").text == "")
    try formed.okit("model", "delete", "directory", "--yes", status: 66)
  }

  @Test func aRegisteredClassWithoutAFileIsNoFinding() throws {
    let formed = try FormedShop(.plain)
    let path = formed.shop.root + "/okit/model/More.swift"
    try Files.write(
      "class Extra: Model, Codable { var id: String! }\nfunc more() { Model.register(Extra.self, name: \"extra\") }\n",
      to: path)
    #expect(try formed.okit("check").text == "")
    #expect(!(try formed.okit("backup", "create", "b", "--format", "directory").errors.contains("missing")))
  }

  @Test func aModelThatMovedToAServerIsNoFinding() throws {
    let formed = try FormedShop(.plain)
    let path = formed.shop.root + "/okit/model/Bookshop.swift"
    let text = try FormedShop.replacing(
      "class Directory: ModelEncrypted,", with: "class Directory: ModelHttp,", in: Files.text(path))
    try Files.write(text, to: path)
    try remove("directory", formed)
    #expect(try formed.okit("check").text == "")
    #expect(!(try formed.okit("backup", "create", "b", "--format", "directory").errors.contains("missing")))
  }

  @Test func aWorkspaceWithoutARecordGetsOneAtItsNextChange() throws {
    let formed = try FormedShop(.plain)
    try removeRecord(formed)
    try remove("directory", formed)
    #expect(try formed.okit("check").text == "")
    try Files.write(#"{"id":"COPIED","name":"old"}"#, to: formed.path("copied.json"))
    try formed.okit("set", "copied:name", "new")
    try Files.remove(formed.path("copied.json"))
    #expect(try findings(formed, status: 1) == ["missing-model copied okit/data/copied.json "])
  }

  /// Version 0.1 recorded only the definitions of models with a file.
  @Test func aRecordOfVersion01IsAccepted() throws {
    let formed = try FormedShop(.plain)
    try formed.okit("migrate", "apply")
    let record = formed.shop.root + "/okit/model/applied.json"
    try Files.write(formed.shop.jq("del(.stored)", record), to: record)
    #expect(try formed.okit("check").text == "")
    try remove("directory", formed)
    #expect(try findings(formed, status: 1) == ["missing-model directory okit/data/directory.json "])
  }

  @Test func aCommandThatChangesNothingWritesNoRecord() throws {
    let formed = try FormedShop(.plain)
    try removeRecord(formed)
    let before = try formed.shop.tree()
    try formed.okit("set", "books[0]/name", formed.okit("get", "books[0]/name").line)
    try formed.okit("set", "books[0]/name", "Other", "--dry-run")
    try formed.okit("model", "delete", "directory", "--dry-run")
    #expect(try formed.shop.tree().differences(from: before) == [])
  }

  @Test func aDamagedRecordIsOneFinding() throws {
    let formed = try FormedShop(.plain)
    let record = formed.shop.root + "/okit/model/applied.json"
    let text = try Files.text(record)
    for damaged in ["<<<<<<< HEAD\n" + text, "", #"{"version":1,"stored":["../x"]}"#] {
      try Files.write(damaged, to: record)
      let found = try findings(formed, status: 1)
      #expect(found.count == 1)
      #expect(found.first?.hasPrefix("malformed  okit/model/applied.json 1") == true)
      let errors = try formed.okit("check", status: 1).errors
      #expect(
        errors.hasPrefix(
          "okit: warning: skipped the reference and attachment checks: okit/model/applied.json is unreadable\n"))
      #expect(errors.contains("okit: hint: restore okit/model/applied.json from a backup or version control"))
      #expect(try formed.okit("status").lines.contains { $0.hasPrefix("record ") && $0.contains("applied.json:1:") })
      let filter = ".recordProblem != null"
      let json = try formed.okit("status", "--json")
      #expect(try formed.shop.machine.run("jq", filter, input: json.bytes).line == "true")
      let backup = try formed.okit("backup", "create", "--format", "directory")
      #expect(backup.errors.contains("warning: cannot check for missing models: "))
      try formed.okit("model", "delete", "directory", "--yes", status: 78)
      #expect(try Files.text(record) == damaged)
    }
    try Files.write(#"{"version":2,"stored":7}"#, to: record)
    #expect(try formed.okit("check").text == "")
  }

  @Test func theHintForADamagedRecordRepairsIt() throws {
    let formed = try FormedShop(.plain)
    let record = formed.shop.root + "/okit/model/applied.json"
    try formed.okit("migrate", "apply")
    let status = try formed.okit("migrate", "status").text
    try Files.write("{", to: record)
    let before = try FileTree(formed.shop.data)
    let refused = try formed.okit("migrate", "apply", status: 78)
    #expect(refused.errors.contains("; otherwise move it away and run 'okit migrate apply'"), "\(refused.errors)")
    try Files.remove(record)
    try formed.okit("migrate", "apply")
    #expect(try formed.okit("migrate", "status").text == status)
    #expect(try FileTree(formed.shop.data).differences(from: before) == [])
  }

  @Test func theRecordFollowsEachChange() throws {
    let formed = try FormedShop(.plain)
    let record = formed.shop.root + "/okit/model/applied.json"
    func stored() throws -> String { try formed.shop.machine.run("jq", "-c", ".stored", record).line }
    #expect(try stored() == #"["default","directory","settings"]"#)
    try formed.okit("backup", "create", "old", "--format", "directory")
    try formed.okit("model", "create", "added", "name:String")
    #expect(try stored() == #"["added","default","directory","settings"]"#)
    let source = try formed.shop.machine.write(#"{"id":"IMPORTED"}"#, "imported.json")
    try formed.okit("import", source)
    try formed.okit("model", "delete", "added", "--yes")
    #expect(try stored() == #"["default","directory","imported","settings"]"#)
    try formed.okit("model", "delete", "directory", "--yes")
    try formed.okit("backup", "restore", "old", "directory", "--yes")
    #expect(try stored() == #"["default","directory","imported","settings"]"#)
    try formed.okit("backup", "restore", "old", "--yes")
    #expect(try stored() == #"["default","directory","settings"]"#)
    let copy = formed.shop.machine.path("copy")
    try formed.shop.machine.okit("init", copy, "--from", formed.shop.backups + "/old")
    try Files.remove(copy + "/okit/data/settings.json")
    try formed.shop.machine.okit("check", "settings", status: 1, in: copy)
  }

  @Test func aBackupOfAWorkspaceWithAMissingModelBringsTheFindingBack() throws {
    let formed = try FormedShop(.plain)
    try remove("directory", formed)
    try formed.okit("backup", "create", "incomplete", "--format", "directory")
    try formed.okit("model", "delete", "directory", "--yes")
    try formed.okit("backup", "restore", "incomplete", "--yes")
    #expect(try findings(formed, status: 1) == ["missing-model directory okit/data/directory.json "])
  }
}
