import Glibc
import TestSupport
import Testing

/// Malicious workspaces: nothing outside is read or written, nothing changes, and the error is one clear line.
@Suite struct HostileWorkspaceTests {
  private static func image(_ id: String, _ format: String) -> String {
    #"{"id":"\#(id)","size":5,"format":"\#(format)","label":"","quality":1,"scale":1,"template":false}"#
  }

  private static let names = [
    "../../../outside/secret", "/etc/passwd", "..", ".", "", ".hidden", #"a\u0000b"#, #"a\nb"#, "a/b", #"\u001b[31m"#,
    String(repeating: "n", count: 300), #"../outside\/secret"#,
  ]

  /// Ids of attachments and partials, formats and keys that point outside of the data folder.
  @Test(arguments: names) func hostileNamesInTheDataStayInTheDataFolder(_ name: String) throws {
    let shelf = try Shelf()
    try Files.makeFolder(shelf.root + "/okit/outside")
    try Files.write("outsider", to: shelf.root + "/okit/outside/secret.png")
    try Files.write(#"{"text":"outsider"}"#, to: shelf.root + "/okit/outside/secret.json")
    for text in [
      #"{"id":"g","a":\#(Self.image(name, "png"))}"#, #"{"id":"g","a":\#(Self.image("x", name))}"#,
      #"{"id":"g","list":[{"id":"\#(name)"},{"id":"gamma-part-0"}]}"#, #"{"id":"g","\#(name)":{"id":"\#(name)"}}"#,
    ] {
      try Files.write(text, to: shelf.data + "/gamma.json")
      let before = try shelf.tree()
      for words in [
        ["status"], ["check"], ["get", "gamma:id"], ["encrypt", "gamma", "-n"],
        ["export", "gamma", "-o", shelf.machine.path("out")],
        ["backup", "create", "b", "-r", shelf.recipient, "-o", shelf.machine.folder],
      ] {
        let output = try expectOneLine(shelf, words)
        if words[0] == "get" { #expect(output.text == "g\n") }
      }
      #expect(try shelf.machine.files(below: [shelf.machine.path("out")], with: ["outsider"]) == [])
      try Files.remove(shelf.machine.path("out"))
      try Files.remove(shelf.machine.path("b.tar.zst.age"))
      #expect(try shelf.tree().differences(from: before) == [])
    }
  }

  @Test(arguments: names) func wrongModelNamesAreErrorsOfOneLine(_ name: String) throws {
    let shelf = try Shelf()
    let configuration = try Files.text(shelf.configuration)
    try Files.write(configuration.replacing(#""alpha":"#, with: #""\#(name)":"#), to: shelf.configuration)
    let before = try shelf.tree()
    let isGood = name == #"a\nb"# || name == #"\u001b[31m"#
    for words in [["status"], ["get", "gamma:id"], ["encrypt", "gamma"], ["check"]] where !isGood {
      let output = try expectOneLine(shelf, words)
      #expect(output.end == .status(78), "\(words): \(output.errors)")
      #expect(output.errors.contains("okit.json:"), "\(output.errors)")
    }
    let argument = name.replacing(#"\n"#, with: "\n").replacing(#"\u001b"#, with: "\u{1B}").replacing(#"\/"#, with: "/")
    try Files.write(configuration, to: shelf.configuration)
    for words in [["encrypt", argument], ["export", argument], ["check", argument], ["get", "-m", argument, "."]]
    where !name.contains(#"\u0000"#) {
      let output = try expectOneLine(shelf, words)
      guard case .status(let status) = output.end else { continue }
      #expect([64, 65, 66].contains(status), "\(words): \(output.errors)")
    }
    try Files.write(configuration.replacing(#""alpha":"#, with: #""\#(name)":"#), to: shelf.configuration)
    #expect(try shelf.tree().differences(from: before) == [])
  }

  @Test(arguments: [
    #""../../../etc""#, #""not a UUID""#, "null", "17", #"["A"]"#, #""""#, #""11111111-1111-1111-1111-11111111111""#,
    #""../1111-1111-1111-1111-111111111111""#,
  ])
  func anInvalidWorkspaceIDIsRefused(_ id: String) throws {
    let shelf = try Shelf()
    let text = try shelf.machine.run("jq", "--argjson", "id", id, ".id = $id", shelf.configuration).bytes
    try Files.write(text, to: shelf.configuration)
    let before = try shelf.tree()
    for words in [["status"], ["get", "gamma:id"], ["check"], ["encrypt", "gamma"], ["key", "generate"], ["export"]] {
      let output = try expectOneLine(shelf, words)
      #expect(output.end == .status(78) && output.errors.contains("id is not a UUID"), "\(words): \(output.errors)")
    }
    try Files.write(try shelf.machine.run("jq", "del(.id)", shelf.configuration).bytes, to: shelf.configuration)
    #expect(try expectOneLine(shelf, ["status"]).end == .status(78))
    try Files.write(text, to: shelf.configuration)
    #expect(try shelf.tree().differences(from: before) == [])
  }

  /// With the id of another workspace, okit can decrypt only what that workspace's keys open, and files staged for the other workspace stay.
  @Test func copyingTheIDOfAnotherWorkspaceDoesNotAffectIt() throws {
    let (shelf, other) = (try Shelf(), try Shelf(imageSize: 10))
    let id = try other.machine.run("jq", "-r", ".id", other.configuration).line
    let text = try shelf.machine.run("jq", "--arg", "id", id, ".id = $id", shelf.configuration).bytes
    try Files.write(text, to: shelf.configuration)
    let before = try shelf.tree()
    for words in [["get", "alpha:generation"], ["rekey"], ["decrypt", "alpha"], ["export"]] {
      #expect(try expectOneLine(shelf, words).end == .status(77))
    }
    #expect(try shelf.tree().differences(from: before) == [])
    #expect(try shelf.okit("get", "gamma:generation").text == "1\n")
  }

  /// Neither `/` nor another folder above the workspace is accepted as its data.
  @Test(arguments: ["/", "..", "../..", "."]) func aDataFolderThatContainsTheWorkspaceIsRefused(_ target: String) throws
  {
    let shelf = try Shelf()
    try shelf.machine.run("mv", shelf.data, shelf.machine.path("moved"))
    try shelf.machine.run("ln", "-s", target, shelf.data)
    let before = try Files.byteNames(in: shelf.root + "/okit")
    for words in [
      ["status"], ["check"], ["get", "x"], ["backup", "create", "b", "-r", shelf.recipient], ["export"],
      ["encrypt", "--all"],
      ["backup", "restore", shelf.backups[0], "--yes"], ["import", shelf.backups[0]],
    ] {
      let output = try expectOneLine(shelf, words)
      #expect(output.end == .status(78) && output.errors.contains("must not be inside"), "\(output.errors)")
    }
    #expect(try Files.byteNames(in: shelf.root + "/okit") == before)
  }

  /// With nested folders, a replacement would move its own target away, or delete too much.
  @Test(
    arguments: [
      ("backup", "data/backup"), ("backup", "data"), ("export", "data/export"), ("model", "data/model"),
      ("data", "export"),
      ("data", "export/data"), ("backup", "export/backup"),
    ]) func nestedFoldersAreRefused(_ inner: String, _ place: String) throws
  {
    let shelf = try Shelf()
    let okit = shelf.root + "/okit"
    try shelf.machine.run("mkdir", "-p", "\(okit)/moved", "\(okit)/\(inner)")
    try shelf.machine.run("mv", "\(okit)/\(inner)", "\(okit)/moved/\(inner)")
    try shelf.machine.run("mkdir", "-p", "\(okit)/\(place)")
    try shelf.machine.run("ln", "-s", "\(okit)/\(place)", "\(okit)/\(inner)")
    let before = try shelf.tree()
    for words in [
      ["status"], ["encrypt", "gamma"], ["backup", "restore", shelf.backups[0], "--yes"], ["export", "--clear"],
    ] {
      let output = try expectOneLine(shelf, words)
      #expect(output.end == .status(78) && output.errors.contains("must not be inside"), "\(output.errors)")
    }
    #expect(try shelf.tree().differences(from: before) == [])
  }

  @Test(arguments: ["alpha", "_image"]) func linkedFoldersAreNotFollowed(_ name: String) throws {
    let shelf = try Shelf()
    // The folder outside contains files with exactly the expected names.
    let outside = shelf.machine.path("outside")
    try shelf.machine.run("mv", "\(shelf.data)/\(name)", outside)
    try shelf.machine.run("ln", "-s", outside, "\(shelf.data)/\(name)")
    let before = try shelf.tree()
    for words in [
      ["export", "alpha", "-o", shelf.machine.path("out")], ["rekey"], ["decrypt", "alpha"], ["decrypt", "--all"],
    ] {
      let output = try expectOneLine(shelf, words)
      #expect(output.end == .status(65) && output.errors.contains("is a symbolic link"), "\(words): \(output.errors)")
    }
    #expect(!Files.exists(shelf.machine.path("out")))
    #expect(try shelf.okit("check", status: 1).text.contains("is a symbolic link"))
    #expect(try shelf.okit("get", "alpha:generation").text == "1\n")
    #expect(try shelf.tree().differences(from: before) == [])
  }

  @Test(arguments: [10_000, 10_001, 1_000_000]) func deepModelsAreSurvived(_ depth: Int) throws {
    let shelf = try Shelf()
    let text = #"{"a":"# + String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1) + "}"
    try Files.write(text, to: shelf.data + "/deep.json")
    let isGood = depth == 10_000
    let before = try shelf.tree()
    for (words, status) in [
      (["get", "deep:."], isGood ? 0 : 65), (["status"], 0), (["check"], isGood ? 0 : 1),
      (["export", "-o", shelf.machine.path("out")], isGood ? 0 : 65), (["encrypt", "deep", "-n"], isGood ? 0 : 65),
      (["backup", "create", "b", "-r", shelf.recipient, "-o", shelf.machine.folder], 0),
    ] {
      let output = try expectOneLine(shelf, words)
      #expect(output.end == .status(Int32(status)), "\(words): \(output.errors.prefix(500))")
      if words[0] == "get", isGood { #expect(output.text == text + "\n") }
    }
    #expect(try shelf.tree().differences(from: before) == [])
    let out = shelf.machine.path("opened")
    try shelf.machine.okit(
      "init", out, "--from", shelf.machine.path("b.tar.zst.age"), "--decrypted", "-i", shelf.identity)
    #expect(try Files.text(out + "/okit/data/deep.json") == text)
    if !isGood { return }
    try shelf.okit("encrypt", "deep")
    #expect(try shelf.okit("get", "deep:.").text == text + "\n")
  }

  /// Runs a command and expects at most one line of error, and no bug or crash.
  @discardableResult
  private func expectOneLine(_ shelf: Shelf, _ words: [String]) throws -> Output {
    let output = try shelf.machine.launch(
      ["timeout", "-k", "1", "60", Machine.okit] + words + ["--wait", "0"], [], [:], shelf.root)
    guard case .status(let status) = output.end, [0, 1, 64, 65, 66, 69, 73, 74, 75, 77, 78].contains(status) else {
      Issue.record("\(words): \(output.end) \(output.errors)")
      return output
    }
    let lines = output.errors.split(separator: "\n")
    #expect(
      lines.allSatisfy { $0.hasPrefix("okit: ") || $0.hasPrefix("  ") || status < 2 }, "\(words): \(output.errors)")
    #expect(lines.filter { $0.hasPrefix("okit: error: ") }.count == (status > 1 ? 1 : 0), "\(words): \(output.errors)")
    #expect(!output.errors.contains("\u{1B}") && !output.errors.contains("\u{0}"))
    return output
  }
}

extension Shelf {
  /// The workspace without its lock file, which is not content.
  func tree() throws -> FileTree { try FileTree(root).without { $0 == "okit/.lock" } }
}
