import TestSupport
import Testing

@Suite struct HostileManifestTests {
  /// A wrong manifest, and the text that its error must contain.
  struct Lie: CustomTestStringConvertible {
    let testDescription: String
    var shown = "okit-backup.json"
    var status: Int32 = 65
    /// True if the manifest alone is malformed, without the files.
    var isPlain = true
    let apply: @Sendable (inout ManifestText) -> Void

    init(
      _ what: String, shown: String = "okit-backup.json", status: Int32 = 65, plain: Bool = true,
      _ apply: @escaping @Sendable (inout ManifestText) -> Void
    ) {
      testDescription = what
      self.shown = shown
      self.status = status
      isPlain = plain
      self.apply = apply
    }
  }

  private static func file(_ path: String, _ size: String = "10", form: String = "json") -> String {
    #"{"path":\#(path),"size":\#(size),"form":"\#(form)"}"#
  }

  /// The correct list, with another file in front or another entry for `data/one.json`.
  private static func files(_ more: String = "", one: String? = nil) -> String {
    let right = ForgedBackup().files.map { entry in
      entry.name == "data/one.json"
        ? one ?? file("\"data/one.json\"", "29") : file("\"\(entry.name)\"", "\(entry.bytes.count)")
    }
    return "[" + ((more.isEmpty ? [] : [more]) + right).joined(separator: ",") + "]"
  }

  private static func models(_ more: String) -> String {
    #"[{"name":"one","form":"json"},{"name":"two","form":"json"},\#(more)]"#
  }

  static let lies: [Lie] = [
    Lie("has no version") { $0.version = nil }, Lie("has version 0") { $0.version = "0" },
    Lie("has a negative version") { $0.version = "-1" }, Lie("has a version that is text") { $0.version = "\"1\"" },
    Lie("has a version that is no whole number") { $0.version = "1.5" },
    Lie("has a huge version") { $0.version = "1e400" },
    Lie("has a newer version", shown: "newer", status: 69) { $0.version = "3" },
    Lie("has no time") { $0.created = nil }, Lie("has a time that is none") { $0.created = #""yesterday""# },
    Lie("has a number for a time") { $0.created = "0" },
    Lie("has a time with an escape sequence") { $0.created = #""2026-11-21T07:50:14Z\u001b[2J""# },
    Lie("has no workspace") { $0.workspace = nil },
    Lie("has a path for a workspace") { $0.workspace = #""../../../../tmp""# },
    Lie("has no content") { $0.content = nil }, Lie("has an unknown content") { $0.content = #""both""# },
    Lie("has no models") { $0.models = nil }, Lie("has models that are no list") { $0.models = "{}" },
    Lie("has a model without a name") { $0.models = models(#"{"form":"json"}"#) },
    Lie("has a model without a form") { $0.models = models(#"{"name":"x"}"#) },
    Lie("has a model of an unknown form") { $0.models = models(#"{"name":"x","form":"rot13"}"#) },
    Lie("has a model of an unknown kind") { $0.models = models(#"{"name":"one","form":"json","kind":"evil"}"#) },
    Lie("has a model that is called ..", shown: "..") { $0.models = models(#"{"name":"..","form":"json"}"#) },
    Lie("has a model with a slash", shown: "a/b") { $0.models = models(#"{"name":"a/b","form":"json"}"#) },
    Lie("has a model with a NUL", shown: "NUL") { $0.models = models(#"{"name":"a\u0000","form":"json"}"#) },
    Lie("has a model called like a folder", shown: "_image") {
      $0.models = models(#"{"name":"_image","form":"json"}"#)
    },
    Lie("has a model without a file", shown: "gone") { $0.models = models(#"{"name":"gone","form":"json"}"#) },
    Lie("has a model twice", shown: "one") { $0.models = models(#"{"name":"one","form":"json"}"#) },
    Lie("has a model of another form than its file", shown: "one") {
      $0.models = #"[{"name":"one","form":"age"},{"name":"two","form":"json"}]"#
    },
    Lie("has no files") { $0.files = .some(nil) }, Lie("has files that are no list") { $0.files = #""all""# },
    Lie("has a file that is a number") { $0.files = files("1") },
    Lie("has a file without a path") { $0.files = files(#"{"size":1,"form":"json"}"#) },
    Lie("has a file without a size") { $0.files = files(#"{"path":"data/x","form":"json"}"#) },
    Lie("has a file of a negative size") { $0.files = files(one: file("\"data/one.json\"", "-1")) },
    Lie("has a file of a size that is no number") { $0.files = files(one: file("\"data/one.json\"", "\"29\"")) },
    Lie("has a file of a size beyond all numbers") {
      $0.files = files(one: file("\"data/one.json\"", "9223372036854775808"))
    },
    Lie("has a file of an unknown form") { $0.files = files(one: file("\"data/one.json\"", "29", form: "rot13")) },
    Lie("has a file of too few bytes", shown: "data/one.json", plain: false) {
      $0.files = files(one: file("\"data/one.json\"", "28"))
    },
    Lie("has a file of too many bytes", shown: "data/one.json", plain: false) {
      $0.files = files(one: file("\"data/one.json\"", "30"))
    },
    Lie("has a file twice", shown: "data/_data/BELL.raw", plain: false) {
      $0.files = files(file("\"data/_data/BELL.raw\"", "17"))
    },
    Lie("has a file that is not there", shown: "data/gone.raw", plain: false) {
      $0.files = files(file("\"data/gone.raw\""))
    },
    Lie("lacks a file", shown: "data/_data/BELL.raw", plain: false) {
      $0.files = files().replacing(",{\"path\":\"data/_data/BELL.raw\",\"size\":17,\"form\":\"json\"}", with: "")
    },
    Lie("has a file outside", shown: "../x") { $0.files = files(file("\"../x\"")) },
    Lie("has a file with an escape sequence", shown: "[2J") { $0.files = files(file(#""data/../\u001b[2J""#)) },
    Lie("has itself as a file") { $0.files = files(file("\"okit-backup.json\"")) },
    Lie("is empty") { $0.whole = "" }, Lie("is no JSON") { $0.whole = "{" }, Lie("is an array") { $0.whole = "[]" },
    Lie("has more than its object") { $0.whole = "{} {}" },
    Lie("nests 10,001 levels") { $0.models = String(repeating: "[", count: 10_001) },
  ]

  @Test(arguments: lies)
  func aLyingManifestIsRefused(_ lie: Lie) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    lie.apply(&backup.manifest)
    let uses = lie.isPlain ? Siege.Use.allCases : Siege.Use.whole
    // All containers share the code that reads a manifest, so one of them is enough.
    let containers = ForgedBackup.Container.files
    let chosen = Effort.isWhole ? containers : [containers[lie.testDescription.utf8.count % containers.count]]
    for container in chosen {
      try siege.refuses(backup, in: container, status: lie.status, uses, naming: lie.shown)
    }
  }

  @Test(arguments: ForgedBackup.Container.files)
  func anOverflowingSumOfSizesIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    let huge = Self.file("\"data/x\"", "9223372036854775807")
    backup.manifest.files = Self.files(huge, one: Self.file("\"data/one.json\"", "9223372036854775807"))
    let archive = try backup.write(container, to: siege.machine.folder, recipient: siege.recipient)
    try siege.machine.okit(siege.arguments(.show, archive), in: siege.root)
    try siege.refuses(archive, [.verify], naming: "data/one.json")
    let uses = Siege.Use.whole.filter { $0 != .verify }
    try siege.refuses(archive, status: 74, uses, naming: "are free")
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aWrongContentIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.manifest.content = #""as-stored""#
    backup.manifest.models = #"[{"name":"one","form":"age"},{"name":"two","form":"json"}]"#
    backup.manifest.files = Self.files(one: Self.file("\"data/one.json\"", "29", form: "age"))
    try siege.refuses(backup, in: container, [.restore, .restoreOne, .importAll, .initFrom], naming: "one.json")
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aManifestOfAGigabyteIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    var backup = ForgedBackup()
    backup.rearrange = { $0[0].declared = 1 << 30 }
    // The directory of such a small zip already shows the wrong size.
    let shown = container == .zip ? "expands to more than" : "okit-backup.json is too large"
    try siege.refuses(backup, in: container, Siege.Use.allCases, naming: shown)
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aMissingOrLateManifestIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    for change in [{ $0.removeFirst() }, { $0.swapAt(0, 1) }] as [(inout [ForgedBackup.Entry]) -> Void] {
      var backup = ForgedBackup()
      backup.rearrange = change
      // For `import`, a zip without a manifest is an app's zip.
      let uses: [Siege.Use] = [.show, .verify, .restore, .restoreOne, .initFrom]
      try siege.refuses(backup, in: container, uses, naming: "okit-backup.json")
    }
  }

  @Test(arguments: ForgedBackup.Container.files)
  func aManifestOfTwoMillionFilesIsRefused(_ container: ForgedBackup.Container) throws {
    let siege = try Siege()
    siege.machine.memory = 2 << 30
    var backup = ForgedBackup()
    let numbered = (0..<2_000_000).map { #"{"path":"data/\#($0)","size":0,"form":"json"}"# }
    backup.manifest.files = "[" + numbered.joined(separator: ",") + "]"
    let archive = try backup.write(container, to: siege.machine.folder, recipient: siege.recipient)
    try siege.refuses(archive, Siege.Use.allCases, naming: "more than 1000000 files")
  }
}
