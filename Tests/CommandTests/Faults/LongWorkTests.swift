import Glibc
import TestSupport
import Testing

/// Long commands: their progress, and two of them at once.
@Suite struct LongWorkTests {
  /// A workspace with attachments of 320 MB that do not compress.
  private func large() throws -> Bookshop {
    let shop = try Bookshop()
    let block = try shop.openSSL("-e", [UInt8](repeating: 7, count: 1 << 20))
    try Files.makeFolder(shop.data + "/_data")
    for number in 0..<20 {
      var bytes = [UInt8(truncatingIfNeeded: number)]
      for _ in 0..<16 { bytes += block }
      try Files.write(bytes, to: "\(shop.data)/_data/\(number).raw")
    }
    return shop
  }

  @Test func progressShowsOnATerminalAndIsGoneInTheEnd() throws {
    let shop = try large()
    let words = ["okit", "backup", "create", "b", "-r", try shop.recipient]
    let output = shop.machine.path("out")
    let terminal = try Terminal(shop.machine, words, in: shop.root, output: output)
    // Stopped in the middle until the progress is due, however fast the machine is.
    let child = terminal.child
    while child.isRunning, try !hasBegun(shop) { usleep(200) }
    child.send(SIGSTOP)
    usleep(600_000)
    child.send(SIGCONT)
    #expect(try terminal.end() == .status(0))
    #expect(terminal.transcript.contains(" %"), "\(terminal.transcript)")
    #expect(terminal.transcript.contains("B/s"))
    #expect(terminal.transcript.contains("left"))
    let last = terminal.transcript.components("\u{1B}[K").last ?? ""
    #expect(!last.contains(" %"))
    #expect(try Files.text(output) == shop.backups + "/b.tar.zst.age\n")

    let redirected = shop.machine.path("err")
    let off = try Terminal(
      shop.machine, ["okit", "backup", "verify", "b"], in: shop.root, errors: redirected)
    #expect(try off.end() == .status(0))
    #expect(off.transcript == "")
    #expect(try !Files.text(redirected).contains("\u{1B}") && !Files.text(redirected).contains("\r"))
    let quiet = try Terminal(shop.machine, ["okit", "backup", "verify", "b", "-q"], in: shop.root)
    #expect(try quiet.end() == .status(0))
    #expect(quiet.transcript == "")
  }

  /// True if part of a backup is written and has no final name yet.
  private func hasBegun(_ shop: Bookshop) throws -> Bool {
    guard Files.exists(shop.backups) else { return false }
    return try Files.names(in: shop.backups).contains { name in
      var status = stat()
      return name.hasPrefix(".okit-") && stat(shop.backups + "/" + name, &status) == 0 && status.st_size > 0
    }
  }

  @Test func aCheckShowsItsProgress() throws {
    let shop = try Bookshop()
    // A sparse file, which takes no space but would take longer to read than any test runs.
    try shop.machine.run("truncate", "-s", "200G", "\(shop.data)/\(Fixture.image)")
    let terminal = try Terminal(shop.machine, ["okit", "check"], in: shop.root)
    try terminal.wait(for: "checking  ")
    try terminal.wait(for: "B/s")
    terminal.type("\u{3}", ending: "")
    #expect(try terminal.end() == .signal(SIGINT))
  }

  @Test func twoConcurrentWritersEachPrintOneResult() throws {
    let shop = try Bookshop()
    let lock = shop.root + "/okit/.lock"
    let before = try shop.tree()
    let holding = #"flock "$lock" sh -c '"#
    for words in ["encrypt default", "decrypt default", "key add \(try shop.recipient)", "rekey"] {
      let line = holding + #""$okit" "# + words + #" --wait 0; echo $?'"#
      let output = try shop.machine.shell(line, with: ["lock": lock], in: shop.root)
      #expect(output.text == "75\n", "\(words): \(output.errors)")
    }
    #expect(try shop.tree().differences(from: before) == [])
    // Reading one file waits for nobody; a shared lock admits readers and keeps writers out.
    let get = holding + #""$okit" get books[0]/name --wait 0'"#
    #expect(try shop.machine.shell(get, with: ["lock": lock], in: shop.root).text == "Dispossessed 0\n")
    let shared =
      #"flock -s "$lock" sh -c '"$okit" check -q --wait 0; echo $?; "$okit" encrypt default --wait 0; echo $?'"#
    #expect(try shop.machine.shell(shared, with: ["lock": lock], in: shop.root).text == "0\n75\n")
    try shop.okit("encrypt", "default", "--wait", "0")
  }

  @Test(.needsRoot("sees which files a process has open that keeps its memory to itself"))
  func aWriterWaitsUntilTheOtherIsDoneAsRoot() throws {
    let shop = try Bookshop()
    // The holder releases the lock once okit waits for it, which its open files show.
    let line = """
      "$okit" status > /dev/null; exec 9< "$lock"; flock 9
      "$okit" encrypt settings 9<&- & pid=$!
      until readlink /proc/$pid/exe | grep -q 'okit$' && ls -l /proc/$pid/fd | grep -q 'okit/.lock$' ||
        ! kill -0 $pid; do :; done
      kill -0 $pid && touch let-go; flock -u 9; wait $pid; echo $?; test -e let-go
      """
    let output = try shop.machine.shell(line, with: ["lock": shop.root + "/okit/.lock"], in: shop.root)
    #expect(output.text == "0\n", "\(output.errors)")
    #expect(try shop.ageDecrypted(shop.data + "/settings.json") == Fixture.bytes("data/settings.json"))
  }
}

extension String {
  /// The parts between the places of `separator`.
  fileprivate func components(_ separator: String) -> [Substring] { split(separator: separator) }
}
