import Glibc
import TestSupport
import Testing

/// Many concurrent commands on one workspace run one after the other or exit with 75, and never mix.
@Suite struct ConcurrencyTests {
  /// A running command.
  private struct Running {
    let arguments: [String]
    let child: ChildProcess
    let output: String
    /// The name of the backup or export that it makes.
    let made: String?
  }

  /// An app takes no lock. It finds the file at every moment, whole, and with one name, so that a copy is never taken for a link.
  @Test func readersWithoutALockFindOneWholeFile() throws {
    let shop = try FormedShop(.plain).shop
    let (stop, counts) = (shop.machine.path("stop"), shop.machine.path("counts"))
    let reader = try ChildProcess(
      [
        "python3", "-c",
        """
        import json, os, sys
        path, stop = sys.argv[1:]
        reads, names = 0, set()
        while not os.path.exists(stop):
            with open(path, "rb") as file:
                json.loads(file.read())
                reads += 1
            names.add(os.stat(path).st_nlink)
        print(reads > 100, sorted(names))
        """, shop.data + "/default.json", stop,
      ], environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write(counts), .write(shop.machine.path("errors"))])
    for price in 0..<10 {
      try shop.okit("set", "books[0]/price", "\(price)")
      try shop.okit("undo")
      try shop.okit("redo")
    }
    try Files.write("", to: stop)
    #expect(reader.wait() == .status(0))
    #expect(try Files.text(counts) == "True [1]\n")
  }

  @Test func concurrentCommandsSeeOnlyCompleteStates() throws {
    var generator = SeededGenerator(seed: Effort.seed)
    let rounds = Effort.isWhole ? 200 : 6
    let shelf = try Shelf()
    let states = [try shelf.generation(1), try shelf.generation(2)]
    var (commands, refused, made) = (0, 0, 0)
    for round in 0..<rounds {
      let place = "seed \(Effort.seed), round \(round)"
      try Files.makeFolder(shelf.machine.path("made"))
      let running = try (0..<16).map { try start(shelf, $0, &generator) }
      for command in running {
        let end = command.child.wait()
        let errors = try Files.text(command.output + ".err")
        let isImpatient = command.arguments.contains("0")
        commands += 1
        if isImpatient, end == .status(75) {
          refused += 1
        } else {
          #expect(end == .status(0), "\(place): \(command.arguments): \(errors)")
        }
        if command.arguments[0] == "get", end == .status(0) {
          let seen = Set(try Files.text(command.output).split(separator: "\n"))
          #expect(seen.count == 1, "\(place): \(command.arguments) saw \(seen)")
        }
        guard let path = command.made else { continue }
        #expect(Files.exists(path) == (end == .status(0)), "\(place): \(command.arguments): \(path)")
        if end == .status(0) { made += try expectWhole(path, states, shelf, place) }
      }
      // Backups that restore and import keep contain a complete state, too.
      let kept = shelf.root + "/okit/backup"
      for name in try Files.exists(kept) ? Files.byteNames(in: kept) : [] {
        made += try expectWhole("\(kept)/\(String(decoding: name, as: UTF8.self))", states, shelf, place)
      }
      let out = shelf.machine.path("made/after")
      try shelf.okit("export", "-o", out)
      #expect(states.contains(try FileTree(out)), "\(place)")
      #expect(try shelf.okit("check").text == "", "\(place)")
      #expect(try litter(below: shelf.machine.folder) == [], "\(place)")
      try Files.remove(kept)
      try Files.remove(shelf.machine.path("made"))
    }
    Effort.report(
      "\(rounds) rounds of 16 commands at once: \(commands) ran, \(refused) refused with 75, \(made) copies whole")
  }

  private func start(_ shelf: Shelf, _ number: Int, _ generator: inout SeededGenerator) throws -> Running {
    let name = "made/\(number)"
    let made = shelf.machine.path(name)
    let restore = ["backup", "restore", shelf.backups.randomElement(using: &generator)!, "--yes"]
    let get = ["get"] + Shelf.models.shuffled(using: &generator).map { "\($0):generation" }
    let choices: [([String], String?)] = [
      (restore, nil), (restore, nil), (restore + ["alpha", "beta", "gamma"], nil),
      (["import", shelf.backups.randomElement(using: &generator)!, "--replace", "--yes"], nil),
      (["encrypt", "--all"], nil), (["decrypt", "alpha"], nil), (["rekey"], nil),
      (
        ["backup", "create", "\(number)", "-o", shelf.machine.path("made"), "-r", shelf.recipient],
        made + ".tar.zst.age"
      ),
      (["backup", "create", "\(number)", "-o", shelf.machine.path("made"), "--format", "directory"], made),
      (["export", "-o", made + ".out"], made + ".out"),
      (get, nil), (get, nil), (["get", "beta:generation"], nil), (["check"], nil), (["status"], nil),
    ]
    let (words, result) = choices.randomElement(using: &generator)!
    let wait = Int.random(in: 0..<4, using: &generator) == 0 ? "0" : "10m"
    let output = shelf.machine.path("streams/\(number)")
    let child = try ChildProcess(
      [Machine.okit] + words + ["--wait", wait], environment: shelf.machine.environment, in: shelf.root,
      streams: [.read("/dev/null"), .write(output), .write(output + ".err")])
    return Running(arguments: words + [wait], child: child, output: output, made: result)
  }

  /// Expects a backup or an export to contain one of the states.
  private func expectWhole(_ path: String, _ states: [FileTree], _ shelf: Shelf, _ place: String) throws -> Int {
    var folder = path
    if !path.hasSuffix(".out") {
      let root = shelf.machine.path("opened")
      try shelf.machine.okit("init", root, "--from", path, "--decrypted", "-i", shelf.identity)
      folder = root + "/okit/data"
    }
    #expect(states.contains(try FileTree(folder)), "\(place): \(path) is mixed")
    try Files.remove(shelf.machine.path("opened"))
    return 1
  }

  @Test(arguments: [["--format", "directory"], ["-r"]])
  func backupsWithoutANameGetDifferentOnes(_ format: [String]) throws {
    let shelf = try Shelf()
    let protection = format == ["-r"] ? [shelf.recipient] : []
    let running = try (0..<4).map { _ in
      try ChildProcess(
        [Machine.okit, "backup", "create"] + format + protection, environment: shelf.machine.environment,
        in: shelf.root, streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
    }
    for child in running { #expect(child.wait() == .status(0)) }
    #expect(try shelf.machine.okit("backup", "list", in: shelf.root).lines.count >= 4)
    try shelf.machine.okit("backup", "verify", "--all", in: shelf.root)
  }

  /// A reader beside two writers that never stop.
  @Test func readersSeeOneGenerationWhileRestoresGoOn() throws {
    let shelf = try Shelf(imageSize: 100)
    let line = """
      ( while ! test -e stop; do for backup in "$one" "$two"; do "$okit" backup restore "$backup" --yes -q || touch failed; done
        rm -rf okit/backup; done ) &
      n=0; while test $n -lt $count; do n=$((n+1))
        "$okit" get alpha:generation beta:generation gamma:generation > seen || echo "status $?"
        sort -u seen | wc -l
        "$okit" get gamma:generation > seen || echo "status $?"
        wc -l < seen
      done | sort -u
      touch stop; wait; test -e failed && echo failed; exit 0
      """
    let count = Effort.isWhole ? 2000 : 60
    let output = try shelf.machine.shell(
      line, with: ["one": shelf.backups[0], "two": shelf.backups[1], "count": "\(count)"], in: shelf.root)
    #expect(output.text == "1\n", "\(output.errors)")
    Effort.report("\(count * 2) readings during restores without end")
  }
}
