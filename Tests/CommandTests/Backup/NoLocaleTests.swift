import TestSupport
import Testing

@Suite(.enabled(if: NoLocale.isPossible, "a namespace of its own cannot be made here"))
struct NoLocaleTests {
  @Test func backupsContainEveryNameWithoutALocale() throws {
    let shop = try Bookshop()
    let names = ["Größe", "cafe\u{301}", "漢字", "🦉"]
    for name in names { try Files.write(#"{"id":"\#(name)"}"#, to: "\(shop.data)/\(name).json") }
    let password = try shop.password()
    func okit(_ words: String..., status: Int32 = 0) throws -> Output {
      let output = try shop.machine.launch(NoLocale.namespace + [Machine.okit] + words, [], [:], shop.root)
      output.check(.status(status), words, #_sourceLocation)
      return output
    }
    for format in ["age", "zip"] {
      let path = try okit("backup", "create", format, "--format", format, "--password-file", password).line
      try shop.okit("backup", "verify", format, "--password-file", password)
      _ = try okit("backup", "verify", format, "--password-file", password)
      let new = shop.machine.path("new-" + format)
      _ = try okit("init", new, "--from", path, "--as-stored", "--password-file", password)
      for name in names {
        #expect(try Files.text("\(new)/okit/data/\(name).json") == #"{"id":"\#(name)"}"#)
      }
      if format == "zip" {
        let listed = try shop.machine.run("7z", "l", "-slt", "-popen sesame", path, with: ["LC_ALL": "C.UTF-8"]).lines
        for name in names { #expect(listed.contains("Path = data/\(name).json")) }
      }
    }
    #expect(try okit("status").errors.contains("UTF-8") == false)
  }
}
