import TestSupport
import Testing

/// `export --clear` removes the files of an export and nothing else.
@Suite struct ExportClearTests {
  private func folder(_ shop: Bookshop) -> String { shop.root + "/okit/export" }

  @Test func aLinkedFolderKeepsFilesThatWereNotExported() throws {
    let shop = try Bookshop()
    let target = shop.machine.path("precious")
    try Files.makeFolder(target + "/papers")
    try Files.write("mine", to: target + "/papers/letter.txt")
    try Files.write("{}", to: target + "/default.json")
    try shop.machine.run("ln", "-s", target, folder(shop))
    try shop.machine.trust(target)
    let before = try FileTree(target)
    let output = try shop.okit("export", "--clear")
    #expect(output.errors.contains("since: default.json, papers/letter.txt\n"))
    #expect(try FileTree(target).differences(from: before) == [])
    #expect(try shop.okit("export", status: 73).errors == "okit: error: \(folder(shop)) is not empty\n")
    try Files.remove(target + "/papers")
    try Files.remove(target + "/default.json")
    try shop.okit("export")
    try Files.write("mine", to: target + "/letter.txt")
    #expect(try shop.okit("export", "--clear").errors.contains("removed 22 files"))
    #expect(try Files.names(in: target) == ["letter.txt"])
  }

  @Test func filesThatWereChangedOrAddedStay() throws {
    let shop = try Bookshop()
    try shop.okit("export")
    try Files.write("{}", to: folder(shop) + "/directory.json")
    try Files.write("mine", to: folder(shop) + "/_image/mine.png")
    try Files.remove(folder(shop) + "/settings.json")
    let tried = try shop.okit("export", "--clear", "--dry-run", "--json")
    #expect(tried.text == #"{"files":20,"left":["_image/mine.png","directory.json"],"dryRun":true}"# + "\n")
    let output = try shop.okit("export", "--clear")
    #expect(output.errors.contains("removed 20 files from okit/export\n"))
    #expect(output.errors.contains("kept 2 files that 'okit export' did not write"))
    #expect(try FileTree(folder(shop)).paths == ["_image", "_image/mine.png", "directory.json"])
    #expect(try shop.okit("export", "--clear", "--json").text.hasPrefix(#"{"files":0,"left":["_image/mine.png","#))
  }

  @Test func linksInAnExportAreNotFollowed() throws {
    let shop = try Bookshop()
    try shop.okit("export")
    let elsewhere = shop.machine.path("elsewhere")
    try shop.machine.run("mv", folder(shop) + "/_image", elsewhere)
    try shop.machine.run("ln", "-s", elsewhere, folder(shop) + "/_image")
    let before = try FileTree(elsewhere)
    #expect(try shop.okit("export", "--clear").errors.contains(": _image\n"))
    #expect(try FileTree(elsewhere).differences(from: before) == [])
  }

  @Test func aRecordThatOkitDidNotWriteRemovesNothing() throws {
    let shop = try Bookshop()
    let record = folder(shop) + "/.export.json"
    let sum = String(repeating: "0", count: 64)
    for text in [
      "", "{}", #"{"version":2,"files":[]}"#,
      #"{"version":1,"files":[{"path":"../okit.json","size":1,"sha256":"\#(sum)"}]}"#,
      #"{"version":1,"files":[{"path":"/etc/passwd","size":1,"sha256":"\#(sum)"}]}"#,
    ] {
      try Files.remove(folder(shop))
      try shop.okit("export")
      try Files.write(text, to: record)
      let before = try shop.tree()
      #expect(try shop.okit("export", "--clear", status: 65).errors.contains(".export.json"))
      #expect(try shop.tree().differences(from: before) == [])
    }
    // Without a record, as in exports of earlier versions, okit does not know its own files.
    try Files.remove(record)
    #expect(try shop.okit("export", "--clear").errors.contains("kept 22 files that 'okit export' did not write"))
  }

  /// Clearing removes only the files of the export that is directly in the folder.
  @Test func anExportInsideTheExportFolderIsRefused() throws {
    let shop = try Bookshop()
    let inside = folder(shop) + "/sub/folder"
    let error = "okit: error: \(inside) is inside okit/export, and 'okit export --clear' would not remove it\n"
    for words in [
      ["export", "-o", inside], ["export", "-o", "okit/data/../export/sub/folder"], ["export", "-n", "-o", inside],
    ] {
      #expect(try shop.okit(words, status: 64).errors == error)
    }
    #expect(!Files.exists(folder(shop)))
    try shop.okit("export", "-o", folder(shop))
    #expect(try shop.okit("export", "-o", inside, status: 64).errors == error)
    #expect(try shop.okit("export", "--clear").errors.contains("removed 22 files"))
    #expect(try Files.names(in: folder(shop)) == [])
  }

  @Test func anExportElsewhereHoldsNothingButData() throws {
    let shop = try Bookshop()
    let out = shop.machine.path("out")
    try shop.okit("export", "-o", out)
    #expect(try FileTree(out).entries == plainFixture(shop))
  }

  @Test func modelsBehindHTTPAreNamed() throws {
    let shop = try Bookshop()
    let text = try shop.jq(
      #".models.remote = {"kind": "http"} | .models.far = {"kind": "encrypted-http"}"#, shop.configuration)
    try Files.write(text, to: shop.configuration)
    let words = "does not contain models that are stored at an endpoint: far, remote\n"
    #expect(try shop.okit("export").errors.contains("the export " + words))
    #expect(try shop.okit("backup", "create", "b", "-r", shop.recipient).errors.contains("the backup " + words))
    #expect(try shop.okit("export", "-n", "--json", "-o", "x").text.contains(#""remote":["far","remote"]"#))
    #expect(
      try shop.okit("export", "remote", "-o", "x", status: 69).errors.contains("model remote is stored at an endpoint"))
    #expect(try !shop.okit("backup", "create", "c", "-q", "-r", shop.recipient).errors.contains("HTTP"))
  }
}
