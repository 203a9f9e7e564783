import Glibc
import TestSupport
import Testing

/// Programs of the workspace as functions in `get`.
@Suite struct FunctionTests {
  @Test(arguments: [
    ("jq -r '.entity.name | ascii_upcase'", "books[0]/f()", "THE DISPOSSESSED"),
    ("jq '.entity.price * 2'", "books[0]/f()/suffix(#EUR)", "19.98 EUR"),
    ("jq -c '[.entity.id, .value, .parameter]'", "genres[0]/name/f(#x)", #"["FANTASY","Fantasy","x"]"#),
    ("jq -c '[has(\"value\"), .parameter]'", "genres[0]/f(/genres[1]/id)", #"[false,"SCIENCE_FICTION"]"#),
    ("jq -c '[.entity.id, has(\"value\"), .parameter]'", "genres[0]/f(name)", #"["FANTASY",false,"Shop"]"#),
    (
      "jq -c '[.entity.id, has(\"value\")]'", "books[0]/comment/f()", #"["907A70C3-1012-4037-B64C-E4228C38FB29",false]"#
    ),
    ("jq -c '.entity'", "genres[0]/f()/name", "Fantasy"),
    ("echo two words", "f()", "two words"), ("echo '\"text\"'", "f()", "text"), ("echo 1.50", "f()", "1.50"),
    ("printf 'a\\nb\\n\\n'", "f()", "a\nb\n"), ("exit 0", "f()", ""), ("echo null", "f()", ""),
    ("echo false", "!f()", "true"), ("cat >/dev/null; echo '{\"a\":[1,2]}'", "f()/a[-1]", "2"),
    (
      "echo \"$OKIT_MODEL $OKIT_PATH $OKIT_ID\"", "directory:authors[1]/name/f()",
      "directory directory:authors[1] 58D5563D-AB2C-431E-A315-128862C33A4F"
    ),
    ("jq -r .entity.name", "directory:groups[0]/group/f()", "Group 0"),
    ("jq -r .entity.name", "books[0]/author/ref/f()", "Ursula K. Le Guin"),
    (
      "jq -r .entity.name", "genres[*]/f()",
      "Fantasy\nScience Fiction\nHorror"
    ),
    ("jq -r .entity.id", "genres[f()=HORROR]/name", "Horror"),
  ])
  func aProgramGivesAValue(_ script: String, _ binding: String, _ value: String) throws {
    let formed = try FormedShop(.age)
    try formed.shop.function("f", script)
    let name = try formed.shop.okit("get", "name").line
    let expected = value == #"["FANTASY",false,"Shop"]"# ? #"["FANTASY",false,"\#(name)"]"# : value
    let output = try formed.shop.okit("get", "--run", binding)
    #expect(output.line == expected && output.errors == "")
  }

  @Test func aProgramRunsOnlyIfAllowed() throws {
    let shop = try Bookshop()
    let mark = shop.machine.path("mark")
    try shop.function("mark", "touch '\(mark)'")
    let output = try shop.okit("get", "mark()", status: 64)
    #expect(
      output.errors == """
        okit: error: the function 'mark' is a program, and programs are not enabled
        okit: hint: use --run to run 'okit/functions/mark'

        """)
    try shop.okit("call", "mark()", status: 64)
    try shop.okit("call", "-n", "--run", "mark()")
    #expect(!Files.exists(mark))
    try shop.okit("get", "--run", "mark()")
    #expect(Files.exists(mark))
  }

  @Test func aMistypedProgramGetsASuggestion() throws {
    let shop = try Bookshop()
    try shop.function("shout", "")
    for arguments in [["get", "shuot()"], ["get", "--run", "books[0]/shuot()"]] {
      let errors = try shop.okit(arguments, status: 66).errors
      #expect(errors.contains("no function 'shuot'\n") && errors.contains("did you mean 'shout'?"), "\(errors)")
    }
    try shop.okit("get", "--run", #"\u{002e}\u{002e}\u{002f}data()"#, status: 66)
  }

  @Test(arguments: [
    ("exit 3", "the function 'f' exited with status 3"), ("kill -9 $$", "the function 'f' was killed by signal 9"),
    ("exec head -c 100000000 /dev/zero", "the function 'f' printed too much output"),
    ("yes", "the function 'f' printed too much output"),
    (#"printf 'a\377'"#, "the function 'f' printed neither JSON nor UTF-8 text"),
  ])
  func aProgramThatFailsIsAnError(_ script: String, _ message: String) throws {
    let shop = try Bookshop()
    try shop.function("f", script)
    let output = try shop.okit("get", "--run", "f()", status: 65)
    #expect(output.errors == "okit: error: \(message)\n" && output.bytes == [])
  }

  @Test func aProgramMayIgnoreItsInput() throws {
    let shop = try Bookshop()
    // More than a pipe can hold.
    try shop.function("big", "head -c 1000000 /dev/zero | tr '\\0' a")
    try shop.function("deaf", "exec <&-; echo done")
    try shop.function("echo", "exec cat")
    #expect(try shop.okit("get", "--run", "deaf(big())").line == "done")
    #expect(try shop.okit("get", "--run", "echo(big())/parameter/length").line == "1000000")
  }

  @Test func backgroundProcessesOfAProgramAreNotAwaited() throws {
    let shop = try Bookshop()
    let (go, late) = (shop.machine.path("go"), shop.machine.path("late"))
    let waiting = "for n in $(seq 6000); do [ -e '\(go)' ] && exit; sleep 0.01; done; touch '\(late)'"
    try shop.function("f", "(\(waiting)) & echo early")
    #expect(try shop.okit("get", "--run", "f()").line == "early")
    #expect(!Files.exists(late))
    try Files.write([], to: go)
  }

  @Test func aProgramSeesNeitherSecretsNorDescriptorsNorATerminal() throws {
    let shop = try Bookshop()
    try shop.function("f", "env; [ -e /proc/$$/fd/5 ] && echo inherited; (: </dev/tty) 2>/dev/null || echo no terminal")
    let secrets = [
      "OKIT_PASSWORD": "s3cret", "OKIT_PASSWORD_FILE": "s3cret", "OKIT_PASSWORD_COMMAND": "s3cret",
      "OKIT_PASSPHRASE_FILE": "s3cret", "OKIT_PASSPHRASE_COMMAND": "s3cret", "OKIT_MODEL": "stale", "KEPT": "yes",
    ]
    let text = try shop.machine.shell(
      "exec 5</dev/null; trap '' PIPE INT; \"$okit\" get --run 'f()'", with: secrets, in: shop.root
    ).text
    #expect(["s3cret", "stale", "inherited"].allSatisfy { !text.contains($0) }, "\(text)")
    for line in ["KEPT=yes\n", "OKIT_ROOT=\(shop.root)\n", "OKIT_MODEL=default\n", "no terminal"] {
      #expect(text.contains(line), "\(text)")
    }
  }

  @Test func standardErrorOfAProgramIsPrinted() throws {
    let shop = try Bookshop()
    try shop.function("f", "echo said >&2; echo value")
    let output = try shop.okit("get", "--run", "-q", "f()")
    #expect(output.text == "value\n" && output.errors == "said\n")
  }

  @Test func programsRunWithoutALock() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    // Reading two files needs a lock, but only while they are read.
    try shop.function(
      "f", "\"$okit\" settings set darkMode on --wait 0 >&2 && jq -r .entity.name")
    #expect(try shop.okit("get", "--run", "directory:groups[*]/group/f()").lines == ["Group 0", "Group 1"])
    #expect(try shop.okit("get", "settings:themeName").line == "dark")
  }

  @Test func valuesAreASnapshotIfFilesChangeMeanwhile() throws {
    let formed = try FormedShop(.plain)
    let shop = formed.shop
    try shop.function(
      "f",
      """
      mkdir '\(shop.machine.path("once"))' 2>/dev/null && sed -i s/Fantasy/Fantastic/ '\(formed.path("default.json"))'
      jq -r .entity.name
      """)
    #expect(
      try shop.okit("get", "--run", "genres[0]/f()", "genres[0]/name").lines == ["Fantastic", "Fantastic"])
    try shop.function("g", "date +%N >> '\(formed.path("default.json"))'; exit 0")
    try shop.okit("get", "--run", "g()", status: 65)
  }

  @Test func aProgramIsEndedWithOKit() throws {
    let shop = try Bookshop()
    let mark = shop.machine.path("mark")
    let sleeper = Bookshop.sleeper(0)
    try shop.function("f", "touch '\(mark)'; \(sleeper) & \(sleeper); wait")
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      try Files.remove(mark)
      let child = try shop.start("get", "--run", "f()")
      shop.wait(for: mark, child)
      child.send(signal)
      #expect(child.wait() == .signal(signal))
      try shop.expectEnded(sleeper)
    }
  }

  @Test func manyCallsTakeTimeInProportion() throws {
    let machine = try Machine()
    let shop = try Bookshop(machine, data: Fixture.data, key: nil)
    let books = (0..<500).map { #"{"id":"B\#($0)","name":"Book \#($0)"}"# }.joined(separator: ",")
    try Files.write(#"{"id":"S","books":[\#(books)]}"#, to: shop.data + "/many.json")
    try shop.function("f", "echo x; echo \"$OKIT_ID\" >> '\(machine.path("calls"))'")
    #expect(try shop.okit("get", "--run", "many:books[*]/f()").lines.count == 500)
    #expect(try Files.text(machine.path("calls")).split(separator: "\n").count == 500)
  }
}
