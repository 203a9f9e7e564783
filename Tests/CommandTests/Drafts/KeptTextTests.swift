import Glibc
import TestSupport
import Testing

/// Whatever happens during an edit, the text of the person is not lost.
@Suite struct KeptTextTests {
  @Test(arguments: [FormedShop.Form.plain, .age]) func aConflictKeepsTheTextAndTheOtherChange(_ form: FormedShop.Form)
    throws
  {
    let shop = try FormedShop(form)
    let output = try shop.editText(
      "books[0]", "$okit set 'books[0]/copies' 7 -q; sed -i 's/9.99/1/' \"$1\"", status: 75)
    #expect(output.errors.contains("default:books[0] changed while the text was edited"))
    #expect(try output.errors.contains("the text is kept in \(#require(shop.texts().first))"))
    #expect(try shop.okit("get", "books[0]/price", "books[0]/copies").lines == ["9.99", "7"])
    // What the person did not edit becomes what the other program stored.
    try shop.editText("books[0]", "true", "--continue")
    #expect(try shop.okit("get", "books[0]/price", "books[0]/copies").lines == ["1", "7"])
  }

  /// An editor that has no space for the text leaves it empty, and what the person wrote beside it.
  @Test(arguments: [true, false]) func anEmptyTextKeepsTheOtherFilesOfTheEditor(_ isEmptied: Bool) throws {
    let shop = try FormedShop(.plain)
    let script = "echo mine >\"$1.new\"; cp \"$1\" \"$1~\"; \(isEmptied ? ": >" : "rm") \"$1\""
    let output = try shop.editText("books[0]", script, status: 1)
    let folder = try shop.machine.runtimeFolder() + "/okit"
    let files = Files.files(below: folder).filter { $0.hasSuffix(".new") }
    #expect(output.errors.contains("the other files of the editor are kept in \(folder)"), "\(output.errors)")
    #expect(try Files.text(folder + "/" + #require(files.first)) == "mine\n")
    #expect(try shop.editText("books[0]", "true", status: 78).errors.contains("was not finished"))
    try shop.editText("books[0]", "true", "--discard")
    // A copy of the text that okit made is nothing to keep.
    try shop.editText("books[0]", "cp \"$1\" \"$1~\"; : >\"$1\"", status: 1)
    #expect(Files.files(below: folder) == [])
  }

  @Test func aRecordOfAnotherVersionIsNotDiscarded() throws {
    let shop = try FormedShop(.plain)
    try shop.editText("books[0]", #"sed -i 's/9.99/"x"/' "$1""#, status: 65)
    let text = try #require(shop.texts().first)
    let folder = String(text[..<text.lastIndex(of: "/")!])
    try Files.write(#"{"version":2}"#, to: folder + "/record.json")
    for option in [[], ["--continue"]] {
      let output = try shop.okit(["edit", "books[0]"] + option, status: 69)
      #expect(output.errors.contains("cannot continue with the text in \(text)"), "\(output.errors)")
    }
    #expect(try Files.text(text).contains("\"x\""))
    try shop.editText("books[0]", "true", "--discard")
  }

  @Test func theHintNamesTheOptionsOfTheEdit() throws {
    let shop = try FormedShop(.plain)
    try shop.machine.useEditor(#"echo x > "$1""#)
    let edited = try shop.okit("edit", "-m", "directory", "authors[0]", "--no-rules", status: 65)
    #expect(
      edited.errors.contains("run 'okit edit 'authors[0]' --model directory --no-rules --continue'"), "\(edited.errors)"
    )
    let added = try shop.okit("add", "books", "--edit", "--top", status: 65)
    #expect(added.errors.contains("run 'okit add books --edit --top --continue'"), "\(added.errors)")
  }

  @Test func allFaultsAreListed() throws {
    let shop = try FormedShop(.plain)
    let output = try shop.editText("books[*]/price", #"sed -i -E 's/: [0-9.]+/: "x"/' "$1""#, status: 65)
    let count = try shop.okit("get", "books.@count").line
    #expect(output.errors.split(separator: "\n").count { $0.contains(".jsonc:") } == Int(count), "\(output.errors)")
  }

  @Test func whatBothChangedIsRemarkedOn() throws {
    let shop = try FormedShop(.plain)
    try shop.editText("books[0]", "$okit set 'books[0]/price' 5 -q; sed -i 's/9.99/1/' \"$1\"", status: 75)
    let copy = shop.machine.path("copy")
    try shop.editText("books[0]", "cp \"$1\" \(copy)", "--continue")
    #expect(try Files.text(copy).contains("  // okit: note: changed meanwhile to 5\n  \"price\": 1,\n"))
    #expect(try shop.okit("get", "books[0]/price").line == "1")
  }

  private static let solaris = "@3F98E277-4CBD-47AD-9C90-A9587403E430"
  private static let kafka = "@9BE4BCFC-49B6-4A08-B2E6-CC3ABABCED20"

  private static let newPrice = #"sed -i -E 's/^( *"[^"]*price": |)12(,?)$/\112.88\2/' "$1""#

  /// A path with an index leads to another entity after something was added, moved or removed. The text stays with its entity.
  @Test(arguments: [
    "add books --top '{\"name\":\"New\",\"price\":12}'", "move 'books[2]' 'books[0]'", "remove 'books[0]'",
  ])
  func theTextFollowsItsEntity(_ change: String) throws {
    for path in ["books[2]", "books[2]/price", "books[*]", "books[*]/price", "books", "."] {
      let shop = try FormedShop(path.hasPrefix("books[2]") ? .age : .plain)
      let conflict = try shop.editText(
        path, "$okit \(change) -q >/dev/null; \(Self.newPrice)", status: 75)
      #expect(conflict.errors.contains("changed while the text was edited"), "\(path)")
      #expect(try shop.okit("get", Self.kafka + "/price").line == "12", "\(path)")
      let other = try shop.okit("get", "books[*]/id").lines
      let continued = try shop.editText(path, "true", "--continue")
      #expect(try shop.okit("get", Self.kafka + "/price").line == "12.88", "\(path): \(continued.errors)")
      #expect(try shop.okit("get", Self.solaris + "/price").line == "8.5", "\(path)")
      #expect(try shop.okit("get", "books[*]/id").lines == other, "\(path)")
      #expect(try shop.texts().isEmpty)
      // Only that one value was edited.
      let edited = try shop.okit("log", "--json").bytes
      #expect(try shop.machine.run("jq", "-r", ".log[0].command", input: edited).line == "edit")
    }
  }

  /// Equal values do not show that an entity is another one.
  @Test func aValueOfAnotherEntityIsNotReplaced() throws {
    let shop = try FormedShop(.plain)
    let change = "$okit set 'books[1]/price' 12 -q; $okit move 'books[1]' 'books[2]' -q"
    try shop.editText("books[2]/price", "\(change); \(Self.newPrice)", status: 75)
    let continued = try shop.editText("books[2]/price", "true", "--continue")
    #expect(continued.errors.contains("the text is for 'default:books[1]/price' now"))
    #expect(try shop.okit("get", Self.kafka + "/price", Self.solaris + "/price").lines == ["12.88", "12"])
  }

  @Test func whatWasAddedMovedAndRemovedMeanwhileStaysSo() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("add", "genres", #"{"id":"X","name":"Crime"}"#)
    try shop.okit("add", "genres", #"{"id":"Y","name":"Poetry"}"#)
    let changes = [
      #"add genres --top '{"id":"NEW","name":"New"}'"#, "remove 'genres[4]'", "move 'genres[4]' 'genres[1]'",
      "set @FANTASY/name Fantastic",
    ].map { "$okit \($0) -q >/dev/null" }.joined(separator: "; ")
    try shop.editText("genres", changes + #"; sed -i 's/"Poetry"/"Verse"/' "$1""#, status: 75)
    let before = try shop.okit("get", "genres", "--json").line
    let continued = try shop.editText("genres", "true", "--continue")
    #expect(continued.errors.contains("it was adapted to them"))
    let after = try shop.okit("get", "genres", "--json").line
    #expect(before.contains("Poetry") && before.contains("Fantastic") && !before.contains("Crime"))
    #expect(try after == FormedShop.replacing("Poetry", with: "Verse", in: before))
  }

  /// An adapted array has the changes of both sides. A conflict gets a remark.
  @Test func bothChangesOfAnArrayAreKept() throws {
    let shop = try FormedShop(.age)
    let copy = shop.machine.path("copy")
    try shop.okit("add", "genres", #"{"id":"X","name":"Crime"}"#)
    let change =
      "$okit remove 'genres[3]' -q; $okit set @HORROR/name Fear -q"
    let edit =
      #"sed -i -e 's/"Crime"/"Thriller"/' -e 's/"name": "Horror"/"name": "Terror"/' "$1""#
    try shop.editText(".", "\(change); \(edit)", status: 75)
    try shop.editText(".", "cp \"$1\" \(copy); perl -0pi -e 's/\\{[^{}]*\"X\"[^{}]*\\},//' \"$1\"", "--continue")
    let text = try Files.text(copy)
    #expect(text.contains("// okit: note: removed meanwhile\n"))
    #expect(text.contains("// okit: note: changed meanwhile to \"Fear\"\n"))
    #expect(try shop.okit("get", "@HORROR/name").line == "Terror")
  }

  /// Elements without ids cannot be matched, so the text stays as it is and nothing is stored.
  @Test(arguments: ["books[1]", "books[1]/dates", "books[1]/dates[0]/date"])
  func anArrayWithoutIDsThatBothChangedIsNotAdapted(_ path: String) throws {
    let shop = try FormedShop(.age)
    let change = "$okit add --top 'books[1]/dates' '{\"date\":1}' -q >/dev/null"
    try shop.editText(path, "\(change); sed -i 's/600000001/600000009/' \"$1\"", status: 75)
    let stored = try shop.okit("get", "books[1]", "--json").line
    let text = try Files.text(#require(shop.texts().first))
    let refused = try shop.editText(path, "false", "--continue", status: 75)
    #expect(refused.errors.contains("it is not known how to adapt the text"), "\(refused.errors)")
    #expect(refused.errors.contains("--discard") && !refused.errors.contains("--continue"))
    #expect(try Files.text(#require(shop.texts().first)) == text)
    #expect(try shop.okit("get", "books[1]", "--json").line == stored)
    try shop.editText(path, "true", "--discard")
    #expect(try shop.texts().isEmpty)
  }

  /// Another entity in the same place is not the one of the text.
  @Test(arguments: ["books", "."]) func anEntityThatTookAPlaceIsNotEdited(_ path: String) throws {
    let shop = try FormedShop(.plain)
    let change =
      #"$okit remove 'books[2]' -q; $okit add books --at 2 '{"id":"NEW","name":"New","price":12}' -q >/dev/null"#
    try shop.editText(path, #"\#(change); sed -i 's/"price": 12,/"price": 12.88,/' "$1""#, status: 75)
    let copy = shop.machine.path("copy")
    // Its picture is gone, so that it cannot be added again.
    try shop.editText(path, "cp \"$1\" \(copy)", "--continue", status: 66)
    let text = try Files.text(copy)
    #expect(text.contains("// okit: note: removed meanwhile\n") && text.contains(#""price": 12.88,"#))
    #expect(try shop.okit("get", "@NEW/name", "@NEW/price").lines == ["New", "12"])
    #expect(try shop.texts().count == 1)
  }

  /// An element that the text removes, in an array that also gets one.
  @Test func aRemovalOfWhatWasChangedIsRemarkedOn() throws {
    let shop = try FormedShop(.plain)
    try shop.okit("add", "genres", #"{"id":"X","name":"Crime"}"#)
    let change = #"$okit set @X/name Thriller -q; $okit add genres '{"id":"Y","name":"Poetry"}' -q >/dev/null"#
    try shop.editText("genres", #"\#(change); perl -0pi -e 's/\{[^{}]*"X"[^{}]*\},//' "$1""#, status: 75)
    let copy = shop.machine.path("copy")
    try shop.editText("genres", "cp \"$1\" \(copy)", "--continue")
    #expect(try Files.text(copy).contains("// okit: note: an element that the text removes was changed meanwhile\n["))
    #expect(try shop.okit("get", "genres[*]/id").lines == ["FANTASY", "SCIENCE_FICTION", "HORROR", "Y"])
  }

  @Test func aPropertyThatBothAddedIsRemarkedOn() throws {
    let shop = try FormedShop(.plain)
    let copy = shop.machine.path("copy")
    let edit = #"sed -i 's,// "comment": null,"comment": "mine",' "$1""#
    try shop.editText("books[0]", "$okit set 'books[0]/comment' theirs -q; \(edit)", status: 75)
    try shop.editText("books[0]", "cp \"$1\" \(copy)", "--continue")
    #expect(try Files.text(copy).contains("  // okit: note: changed meanwhile to \"theirs\"\n  \"comment\": \"mine\""))
    #expect(try shop.okit("get", "books[0]/comment").line == "mine")
  }

  @Test func aListWhoseValuesWereRemovedCanBeContinued() throws {
    let shop = try FormedShop(.plain)
    let change = "$okit remove 'books[0]' -q; $okit remove 'books[0]' -q; $okit remove 'books[1]' -q"
    try shop.editText("books[*]/price", "\(change); \(Self.newPrice)", status: 75)
    try shop.editText("books[*]/price", "true", "--continue")
    #expect(try shop.okit("get", "books[*]/price").lines == ["12.88"])
  }

  @Test func anEditedValueThatWasRemovedIsNotForgotten() throws {
    let shop = try FormedShop(.plain)
    try shop.editText("books[*]/price", "$okit remove 'books[0]' -q; sed -i 's/9.99/1/' \"$1\"", status: 75)
    let copy = shop.machine.path("copy")
    try shop.editText("books[*]/price", "cp \"$1\" \(copy)", "--continue", status: 66)
    #expect(
      try Files.text(copy).contains("  // okit: note: removed meanwhile\n  \"default:books[0]/price (removed)\": 1,\n"))
    try shop.editText("books[*]/price", "sed -i '/(removed).: 1,$/d' \"$1\"", "--continue")
    #expect(try shop.okit("get", "books[*]/price").lines == ["8.5", "12", "5.25"])
  }

  @Test func aPathThatIsGoneKeepsTheText() throws {
    let shop = try FormedShop(.plain)
    try shop.editText("books[3]", "$okit remove 'books[3]' -q; sed -i 's/5.25/1/' \"$1\"", status: 75)
    #expect(try shop.texts().count == 1)
    try shop.editText("books[3]", "true", "--continue", status: 66)
    #expect(try shop.texts().count == 1)
    try shop.okit("undo")
    try shop.editText("books[3]", "true", "--continue")
    #expect(try shop.okit("get", "books[3]/price").line == "1")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGKILL]) func aSignalKeepsTheText(_ signal: Int32) throws {
    let shop = try FormedShop(.age)
    let saved = shop.machine.path("saved")
    let sleeper = Bookshop.sleeper(signal)
    try shop.machine.useEditor("sed -i 's/9.99/1/' \"$1\"; touch \(saved); exec \(sleeper)")
    let child = try shop.shop.start("edit", "books[0]")
    shop.shop.wait(for: saved, child)
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    if signal == SIGKILL { try shop.machine.run("pkill", "-fx", sleeper) }
    try shop.shop.expectEnded(sleeper)
    #expect(try shop.okit("get", "books[0]/price").line == "9.99")
    let text = try #require(shop.texts().first)
    if signal != SIGKILL { #expect(try Files.text(shop.machine.path("streams/err")).contains(text)) }
    try shop.editText("books[0]", "true", status: 78)
    try shop.editText("books[0]", "true", "--continue")
    #expect(try shop.okit("get", "books[0]/price").line == "1")
  }

  @Test func anInterruptKeyIsForTheEditor() throws {
    let shop = try FormedShop(.plain)
    try shop.machine.useEditor("trap 'sed -i s/9.99/1/ \"$1\"; exit 0' INT; echo waiting; while :; do sleep 0.1; done")
    let terminal = try Terminal(shop.machine, ["okit", "edit", "books[0]"], in: shop.root)
    try terminal.wait(for: "waiting")
    terminal.type("\u{3}", ending: "")
    #expect(try terminal.end() == .status(0))
    #expect(try shop.okit("get", "books[0]/price").line == "1")
  }

  @Test func theTerminalIsAsBeforeAfterASignal() throws {
    let shop = try FormedShop(.plain)
    try shop.machine.useEditor("stty raw -echo; trap '' TERM; echo waiting; sleep 60 & wait; sleep 60")
    let terminal = try Terminal(
      shop.machine, ["sh", "-c", "okit='\(Machine.okit)'; $okit edit 'books[0]'; stty -a"], in: shop.root)
    try terminal.wait(for: "waiting")
    try shop.machine.shell("pkill -TERM -P \(terminal.child.id) -f 'okit edit'")
    try terminal.wait(for: " icanon ")
    try terminal.wait(for: " echo ")
    _ = try terminal.end()
  }

  @Test func anotherEditOfTheSamePathWaitsForNobody() throws {
    let shop = try FormedShop(.plain)
    let (opened, go) = (shop.machine.path("opened"), shop.machine.path("go"))
    try shop.machine.useEditor("touch \(opened); while ! test -e \(go); do sleep 0.05; done; sed -i 's/9.99/1/' \"$1\"")
    let child = try shop.shop.start("edit", "books[0]")
    shop.shop.wait(for: opened, child)
    let second = try shop.okit("edit", "books[0]", status: 75)
    #expect(second.errors.contains("another okit is editing default:books[0]"))
    // Nothing is locked meanwhile.
    try shop.okit("set", "books[1]/price", "2", "--wait", "0")
    try Files.write("", to: go)
    #expect(child.wait() == .status(0))
    #expect(try shop.okit("get", "books[0]/price", "books[1]/price").lines == ["1", "2"])
  }

  /// Kills okit at random moments of an edit: what the editor saved is stored, or is in the text that the next edit continues with.
  @Test(arguments: [FormedShop.Form.plain, .age]) func aKillAtAnyMomentLosesNothing(_ form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let saved = shop.machine.path("saved")
    var generator = SeededGenerator(seed: Effort.seed)
    var (stored, kept) = (0, 0)
    for number in 0..<(Effort.isWhole ? 200 : 10) {
      let price = "\(number + 100)"
      try shop.machine.useEditor("sed -i 's/\"price\": .*/\"price\": \(price),/' \"$1\"; touch \(saved)")
      try Files.remove(saved)
      let child = try shop.shop.start("edit", "books[0]", "--discard")
      shop.shop.wait(for: saved, child)
      usleep(UInt32.random(in: 0...(form == .plain ? 15_000 : 40_000), using: &generator))
      child.send(SIGKILL)
      _ = child.wait()
      if try shop.okit("get", "books[0]/price").line == price {
        stored += 1
      } else {
        kept += 1
        try shop.editText("books[0]", "true", "--continue")
      }
      #expect(try shop.okit("get", "books[0]/price").line == price, "kill \(number), seed \(Effort.seed)")
    }
    // What the last kill left over is removed by the next change.
    try shop.okit("set", "books[1]/price", "2")
    #expect(try shop.okit("check").text == "")
    Effort.report("edit, \(form): \(stored + kept) kills after the editor, \(stored) stored, \(kept) continued")
  }

  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func aFullDiskKeepsTheTextAsRoot() throws {
    let shop = try FormedShop(.age)
    let disk = try SmallDisk(shop.machine, megabytes: 8)
    let root = try disk.copy(shop.root)
    try disk.fill(leaving: 0)
    try shop.machine.useEditor(#"sed -i 's/9.99/1/' "$1""#)
    let output = try shop.machine.okit("edit", "books[0]", status: 74, in: root)
    #expect(output.errors.contains("the text is kept in "))
    try disk.clear()
    try shop.machine.useEditor("true")
    try shop.machine.okit("edit", "books[0]", "--continue", in: root)
    #expect(try shop.machine.okit("get", "books[0]/price", in: root).line == "1")
  }

  @Test(.needsRoot("mounts a file system"), .enabled(if: SmallDisk.isPossible, "file systems cannot be mounted here"))
  func aFullFolderForTextsLosesNothingAsRoot() throws {
    let shop = try FormedShop(.plain)
    let disk = try SmallDisk(shop.machine, megabytes: 1)
    shop.machine.environment["EDITOR"] =
      #"f() { touch ran; sed -i 's/9.99/"cheap"/' "$1"; cat /dev/zero >"$(dirname "$1")/zero"; true; }; f"#
    shop.machine.environment["XDG_RUNTIME_DIR"] = disk.folder
    // The text with the remark does not fit any more: that of the person stays.
    let terminal = try Terminal(shop.machine, ["okit", "edit", "books[0]"], in: shop.root)
    let end = try terminal.end()
    #expect(end == .status(65) || end == .status(74), "\(terminal.transcript)")
    let text = try #require(Files.files(below: disk.folder).first { $0.hasSuffix(".jsonc") })
    #expect(try Files.text(disk.folder + "/" + text).contains("\"cheap\""))
    try Files.remove(shop.root + "/ran")
    try disk.fill(leaving: 0)
    // Nothing to begin with, so nothing is edited.
    try shop.okit("edit", "books[1]", status: 74)
    #expect(!Files.exists(shop.root + "/ran"))
  }
}
