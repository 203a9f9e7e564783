import Glibc
import TestSupport
import Testing

/// Concurrent edits of one model, some of them killed: nothing is lost, duplicated or damaged.
@Suite struct EditConcurrencyTests {
  private static let workers = 16

  /// A workspace with one model, to which each worker adds entries and in which it has a counter.
  private final class Ledger {
    let machine: Machine
    let root: String
    let form: FormedShop.Form
    private var file: String { root + "/okit/data/ledger.json" }

    init(_ form: FormedShop.Form) throws {
      self.form = form
      machine = try Machine()
      root = machine.path("w")
      let counters = (0..<workers).map { #""w\#($0)": -1"# }.joined(separator: ", ")
      try Files.makeFolder(machine.path("data"))
      try machine.write(
        """
        {"id": "LEDGER", "name": "what stays",
          "counters": {\(counters)},
          "entries": [{"id": "first", "name": "what stays"}], "price": 1.50}

        """, "data/ledger.json")
      try machine.okit("init", root, "--data", machine.path("data"))
      if form == .age {
        try machine.okit("key", "generate", in: root)
        try machine.okit("encrypt", "ledger", in: root)
      }
    }

    private func document() throws -> [UInt8] {
      guard form == .age else { return try Files.read(file) }
      let id = try machine.run("jq", "-r", ".id", root + "/okit/okit.json").line
      return try machine.run("age", "-d", "-i", machine.path("config/okit/\(id)/identity.txt"), file).bytes
    }

    /// The output of jq for the model.
    func jq(_ filter: String) throws -> [String] {
      try machine.run("jq", "-r", filter, input: document()).lines
    }

    /// Expects everything except counters and entries to be unchanged, no findings of `check` and no leftovers.
    func expectWhole() throws {
      // The next command removes the leftovers of a killed one.
      try machine.okit("set", "ledger:entries[0]/name", "what stays indeed", in: root)
      try machine.okit("set", "ledger:entries[0]/name", "what stays", in: root)
      #expect(try machine.okit("check", in: root).text == "")
      #expect(try litter(below: machine.folder) == [])
      let text = String(decoding: try document(), as: UTF8.self)
      #expect(text.hasPrefix("{\"id\": \"LEDGER\", \"name\": \"what stays\",\n  \"counters\": {\"w0\": "))
      #expect(text.contains("\"entries\": [{\"id\": \"first\", \"name\": \"what stays\"}, {\"id\": "))
      #expect(text.hasSuffix("], \"price\": 1.50}\n"))
    }
  }

  @Test func concurrentEditsLoseNothing() throws {
    let ledger = try Ledger(.plain)
    let count = Effort.isWhole ? 100 : 10
    let loop = """
      i=0; while test $i -lt \(count); do
        "$okit" add --wait 10m ledger:entries "{\\"id\\": \\"w$w-$i\\", \\"name\\": \\"new\\"}" || exit 1
        "$okit" set --wait 10m "ledger:counters/w$w" $i "@w$w-$i/name" "of $w" || exit 1
        i=$((i+1))
      done
      """
    let running = try (0..<Self.workers).map { worker in
      let variables = ledger.machine.environment.merging(["w": "\(worker)", "okit": Machine.okit]) { $1 }
      let output = ledger.machine.path("streams/worker-\(worker)")
      return try ChildProcess(
        ["sh", "-c", loop], environment: variables, in: ledger.root,
        streams: [.read("/dev/null"), .write(output), .write(output + ".err")])
    }
    for (worker, child) in running.enumerated() {
      let end = child.wait()
      let errors = try Files.text(ledger.machine.path("streams/worker-\(worker).err"))
      #expect(end == .status(0), "\(worker): \(errors)")
      let ids = try Files.text(ledger.machine.path("streams/worker-\(worker)")).split(separator: "\n").map(String.init)
      #expect(ids == (0..<count).map { "w\(worker)-\($0)" })
    }
    try ledger.expectWhole()
    let entries = try ledger.jq(#".entries[1:][] | .id + " " + .name"#)
    #expect(entries.count == Self.workers * count)
    for worker in 0..<Self.workers {
      // The entries of each worker are in the order in which it added them.
      let own = entries.filter { $0.hasPrefix("w\(worker)-") }
      #expect(own == (0..<count).map { "w\(worker)-\($0) of \(worker)" })
    }
    #expect(try ledger.jq(".counters[]") == Array(repeating: "\(count - 1)", count: Self.workers))
    Effort.report("\(Self.workers) at once: \(Self.workers * count * 2) edits of one model")
  }

  @Test(arguments: [FormedShop.Form.plain, .age]) func aKilledEditLeavesTheOldOrTheNewState(form: FormedShop.Form)
    throws
  {
    let ledger = try Ledger(form)
    var generator = SeededGenerator(seed: Effort.seed)
    let rounds = Effort.isWhole ? 200 : 12
    var (certain, possible): (Set<String>, Set<String>) = ([], [])
    /// The possible values of each counter.
    var counters = Array(repeating: Set(["-1"]), count: Self.workers)
    var killed = 0
    for round in 0..<rounds {
      let running = try (0..<Self.workers).map { worker in
        let isAdd = (round + worker) % 2 == 0
        let words =
          isAdd
          ? ["add", "ledger:entries", #"{"id": "w\#(worker)-\#(round)", "name": "new"}"#]
          : ["set", "ledger:counters/w\(worker)", "\(round)"]
        let output = ledger.machine.path("streams/worker-\(worker)")
        return try ChildProcess(
          [Machine.okit] + words + ["--wait", "10m", "-q"], environment: ledger.machine.environment, in: ledger.root,
          streams: [.read("/dev/null"), .write(output), .write(output + ".err")])
      }
      let victims = (0..<Self.workers).shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator))
      for victim in victims {
        usleep(UInt32.random(in: 0...20_000, using: &generator))
        running[victim].send(SIGKILL)
      }
      for (worker, child) in running.enumerated() {
        let end = child.wait()
        let isAdd = (round + worker) % 2 == 0
        if end == .signal(SIGKILL), victims.contains(worker) {
          killed += 1
          if isAdd { possible.insert("w\(worker)-\(round)") } else { counters[worker].insert("\(round)") }
        } else {
          let errors = try Files.text(ledger.machine.path("streams/worker-\(worker).err"))
          #expect(end == .status(0), "seed \(Effort.seed), round \(round), worker \(worker): \(errors)")
          if isAdd { certain.insert("w\(worker)-\(round)") } else { counters[worker] = ["\(round)"] }
        }
      }
    }
    try ledger.expectWhole()
    let ids = try ledger.jq(".entries[1:][].id")
    #expect(Set(ids).count == ids.count, "seed \(Effort.seed): an entry is there twice")
    #expect(certain.subtracting(ids) == [], "seed \(Effort.seed): entries are lost")
    #expect(Set(ids).subtracting(certain).subtracting(possible) == [])
    for (value, allowed) in zip(try ledger.jq(".counters[]"), counters) {
      #expect(allowed.contains(value), "seed \(Effort.seed)")
    }
    #expect(killed > 0)
    Effort.report(
      "\(form): \(rounds * Self.workers) edits of one model, \(killed) killed, of which \(Set(ids).subtracting(certain).count) adds were done"
    )
  }
}
