import TestSupport
import Testing

@Suite struct HostileNamesTests {
  /// A name, and the part of it that an error must show.
  struct Name: CustomTestStringConvertible {
    let testDescription: String
    let name: String
    let shown: String

    init(_ what: String, _ name: String, shown: String? = nil) {
      testDescription = what
      self.name = name
      self.shown = shown ?? name
    }
  }

  /// A placeholder in names for the machine's folder.
  private static let folder = "{folder}"

  static let names = [
    Name("is ..", ".."), Name("is . and nothing else", "."), Name("begins with ..", "../x.json"),
    Name("goes up from the data", "data/../../x.json"), Name("ends with ..", "data/.."),
    Name("goes far up", "data/../../../../../../../../../..\(folder)/hostile.json"),
    Name("is absolute", "\(folder)/hostile.json"), Name("is /", "/"), Name("has a . in it", "data/./x.json"),
    Name("begins with . twice", ".//data/x.json"), Name("has an empty component", "data//x.json"),
    Name("is empty", "", shown: "forged"),
    Name("has a NUL", "data/x\u{0}.json", shown: "data/x\\"),
    Name("has a newline", "data/x\nokit: done.json", shown: "okit: done.json"),
    Name("has an escape sequence", "data/x\u{1b}[2J.json", shown: "[2J.json"),
    Name("has a control character of C1", "data/x\u{9b}2J.json", shown: "2J.json"),
    Name("has 300 bytes in one component", "data/" + String(repeating: "x", count: 295), shown: "data/xxx"),
    Name("has 4,000 bytes in one component", "data/" + String(repeating: "x", count: 3_995), shown: "data/xxx"),
    Name("is hidden", "data/.okit-0000000000000000"), Name("is a hook", "hooks/post-restore"),
    Name("is the journal", ".journal"), Name("is in the folder of backups", "backup/x.json"),
  ]

  private static func text(_ name: String, _ siege: Siege) -> String {
    name.replacing(folder, with: siege.machine.folder)
  }

  @Test(arguments: names, ForgedBackup.Container.files)
  func aDangerousNameIsRefused(_ name: Name, _ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    let (text, shown) = (Self.text(name.name, siege), Self.text(name.shown, siege))
    for isListed in [true, false] {
      var backup = ForgedBackup()
      backup.add(.init(name: text, bytes: Array(#"{"id":"X"}"#.utf8)), listed: isListed)
      try siege.refuses(backup, in: container, naming: shown)
    }
    #expect(!Files.exists(siege.machine.path("hostile.json")))
  }

  /// The names that are refused in a zip without a manifest too; it skips hidden and unrelated files.
  @Test(arguments: names.prefix(18))
  func aDangerousNameInAZipOfAnAppIsRefused(_ name: Name) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.isBare = true
    backup.add(.init(name: Self.text(name.name, siege), bytes: Array(#"{"id":"X"}"#.utf8)))
    try siege.refuses(backup, in: .zip, [.importAll], naming: Self.text(name.shown, siege))
    #expect(!Files.exists(siege.machine.path("hostile.json")))
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aLongPathIsAccepted(_ container: ForgedBackup.Container) throws {
    let name = "_data/" + String(repeating: "xxxxxxx/", count: 498) + "END.raw"
    #expect(name.utf8.count == 3_997)
    var backup = ForgedBackup()
    backup.add(.init(name: "data/" + name, bytes: [1, 2, 3]))
    let siege = try Siege()
    #expect(try siege.restored(backup, from: container)[name] == .file([1, 2, 3]))
  }

  /// Together with the path of the workspace, the path of such a file would exceed Linux's limit of 4,096 bytes.
  @Test(arguments: ForgedBackup.Container.files)
  func aTooLongNameIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.add(.init(name: "data/_data/" + String(repeating: "xxxxxxx/", count: 510)))
    backup.files[4].name += "EN"
    let archive = try backup.write(container, to: siege.machine.folder, recipient: siege.recipient)
    try siege.machine.okit(siege.arguments(.verify, archive), in: siege.root)
    let uses = Siege.Use.whole.filter { $0 != .verify }
    try siege.refuses(archive, status: 74, uses, naming: "File name too long")
  }

  /// Names that some file systems treat as equal. Here they are two, and are restored as two.
  @Test(
    arguments: [
      ["data/case.json", "data/CASE.json"], ["data/e\u{301}.json", "data/\u{e9}.json"],
      ["data/\u{212b}.json", "data/\u{c5}.json", "data/A\u{30a}.json"], ["data/ﬁ.json", "data/fi.json"],
      ["data/_data/\u{1e9e}.raw", "data/_data/ß.raw", "data/_data/ss.raw"],
      ["data/e\u{301}/P.json", "data/\u{e9}/P.json"],
    ], ForgedBackup.Container.files)
  func namesThatDifferOnlyInCaseOrNormalisationAreRefused(_ names: [String], _ container: ForgedBackup.Container) throws
  {
    let siege = try Siege()
    var backup = ForgedBackup()
    for (index, name) in names.enumerated() { backup.add(.init(name: name, bytes: Array(#"{"id":"\#(index)"}"#.utf8))) }
    let tree = try siege.restored(backup, from: container)
    for (index, name) in names.enumerated() {
      #expect(tree[String(name.dropFirst("data/".count))] == .file(Array(#"{"id":"\#(index)"}"#.utf8)))
    }
    #expect(tree.fileCount == names.count + 3)
    #expect(tree["one.json"] == .file(backup.files[1].bytes))
  }
}
