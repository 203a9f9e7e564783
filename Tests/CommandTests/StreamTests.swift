import TestSupport
import Testing

/// Data goes to standard output, everything else to standard error.
@Suite struct StreamTests {
  @Test func quietIsSilentButForTheData() throws {
    let shop = try Bookshop()
    for words in [
      ["encrypt", "default"], ["encrypt", "default"], ["rekey"], ["decrypt", "--all"], ["check"],
      ["export", "--clear"],
      ["key", "import", Fixture.key], ["backup", "create", "d", "--format", "directory"], ["backup", "verify", "d"],
      ["backup", "restore", "d", "--yes"], ["backup", "delete", "d", "--yes"], ["init", shop.root],
      ["init", shop.machine.path("w")], ["export"], ["import", Fixture.data, "--merge"],
    ] { #expect(try shop.machine.okit(words + ["-q"], in: shop.root).errors == "", "\(words)") }
  }

  @Test func errorsAreOneLineOnStandardErrorAndAHint() throws {
    let shop = try Bookshop(keys: false)
    for (words, status) in [
      (["get", "x"], 77), (["get", "-m", "absent", "."], 66), (["backup", "verify", "absent"], 66),
    ] {
      let output = try shop.machine.okit(words, status: Int32(status), in: shop.root)
      #expect(output.bytes == [])
      let lines = output.errors.split(separator: "\n")
      #expect(lines[0].hasPrefix("okit: error: "))
      #expect(!lines[0].hasSuffix("."))
      #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("okit: hint: ") })
    }
    let damaged = shop.data + "/damaged.json"
    try Files.write("{\n  \"a\": 1,\n  \"b\" 2\n}\n", to: damaged)
    #expect(try shop.okit("get", "damaged:a", status: 65).errors.contains("damaged.json:3:7"))
  }

  @Test func aClosedPipeIsQuiet() throws {
    let shop = try Bookshop()
    let elements = String(repeating: "\"0123456789\",", count: 200_000)
    try Files.write("{\"a\":[\(elements)0]}", to: shop.data + "/long.json")
    let line = """
      { "$okit" get long:a -0 2> errors; echo $? > status; } | head -c 100 > /dev/null; cat status errors
      """
    #expect(try shop.machine.shell(line, in: shop.root).text == "0\n")
    let many = try shop.machine.shell(#""$okit" get long:a 2>&1 >/dev/null | head -1; echo done"#, in: shop.root)
    #expect(many.text == "done\n")
  }

  @Test func aPipeThatDoesNotBlockIsWaitedFor() throws {
    let shop = try Bookshop()
    try shop.machine.write(#"{"id":"SLOW"}"#, "slow.json")
    let program = "import os, sys; os.set_blocking(0, False); os.execv(sys.argv[1], sys.argv[1:])"
    let document = "{ sleep 0.3; cat ../slow.json; } | python3 -c '\(program)' \"$okit\" import - --as slow"
    try shop.machine.shell(document, in: shop.root)
    #expect(try shop.okit("get", "slow:id").line == "SLOW")
    try shop.okit("backup", "create", "z", "--format", "zip", with: ["OKIT_PASSWORD": "secret"])
    let secret =
      "{ sleep 0.3; echo secret; } | python3 -c '\(program)' \"$okit\" backup verify z --password-file -"
    try shop.machine.shell(secret, in: shop.root)
  }

  @Test func aFullOutputExitsWith74() throws {
    let shop = try Bookshop()
    for words in [
      "status", "get .", "get . --json", "--help", "version", "decrypt default --stdout", "check --json",
      "backup create -o - -r \(try shop.recipient)",
    ] {
      let line = "\"$okit\" \(words) > /dev/full; echo $?"
      let output = try shop.machine.shell(line, in: shop.root)
      #expect(output.text == "74\n", "\(words): \(output.errors)")
      #expect(output.errors.contains("okit: error: "), "\(words)")
      #expect(!output.errors.contains("models, "), "\(words) tells of success: \(output.errors)")
    }
  }

  @Test func aFailedWriteLeavesNoBackup() throws {
    let shop = try Bookshop()
    try shop.okit("backup", "create", "-o", "/dev/full/x", "-r", shop.recipient, status: 74)
    try shop.okit("backup", "create", "-o", shop.machine.path("absent/x"), "-r", shop.recipient, status: 74)
    #expect(!Files.exists(shop.machine.path("absent")))
  }

  @Test func colorIsForTerminalsOnly() throws {
    let shop = try Bookshop()
    let words = ["okit", "get", "-m", "absent", "."]
    #expect(try !shop.okit("get", "-m", "absent", ".", status: 66).errors.contains("\u{1B}"))
    #expect(try shop.okit("get", "-m", "absent", ".", "--color", "always", status: 66).errors.contains("\u{1B}"))
    let colored = try Terminal(shop.machine, words, in: shop.root)
    #expect(try colored.end() == .status(66))
    #expect(colored.transcript.contains("\u{1B}"))
    for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
      let plain = try Terminal(shop.machine, words, in: shop.root, with: variables)
      #expect(try plain.end() == .status(66))
      #expect(!plain.transcript.contains("\u{1B}"))
    }
  }
}
