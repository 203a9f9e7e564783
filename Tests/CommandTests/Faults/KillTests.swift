import Glibc
import TestSupport
import Testing

/// Commands that are killed at random moments leave a workspace that the next command finds complete.
@Suite struct KillTests {
  /// The second place gets its copy after the first one has its backup.
  private static let twoPlaces = Work(
    words: "backup create b -r RECIPIENT -o okit/backup/ -o copies/",
    prepare: { try Files.makeFolder($0.root + "/copies") })

  @Test(
    arguments: Work.all + Work.withoutWriting + [
      twoPlaces, Work(words: "backup pin b", prepare: { try $0.backUp("b") }),
    ])
  func aKilledCommandLeavesTheOldOrTheNewState(_ work: Work) throws {
    let shelf = try Shelf()
    try work.prepare(shelf)
    let campaign = try KillCampaign(work, shelf)
    let count = Effort.isWhole ? 250 : 4
    for number in 0..<count { try campaign.kill(number) }
    #expect(campaign.problems == [])
    #expect(campaign.hasEffect == work.hasEffect)
    if Effort.isWhole, work.hasEffect { #expect(campaign.before > 0 && campaign.after > 0) }
    Effort.report(
      "\(work): \(count) commands killed, \(campaign.before) before the change, \(campaign.after) after, \(campaign.repaired) repaired"
    )
  }
}

/// Kills one command repeatedly, each time in a copy of the same scene.
final class KillCampaign {
  /// The state as a user can see it.
  private struct State: Equatable {
    var data: FileTree
    var configuration: [UInt8]
    var rules: FileTree?
    /// The form of every model, as `status` prints it.
    var forms: String
    /// The record of the data, and the number of migrations and rollbacks.
    var recorded: String
    /// Names beside the data: backups, an export, a new workspace.
    var made: [String]
    /// The files of encrypted models whose stored bytes are new, although their content is not.
    var rekeyed: [String]
  }

  private let work: Work
  private let shelf: Shelf
  private let scene: String
  private var root: String { scene + "/shelf" }
  private var generator: SeededGenerator
  private var duration: UInt32 = 0
  private var states: [State] = []
  private(set) var problems: [String] = []
  private(set) var (before, after, repaired) = (0, 0, 0)
  /// True if the command, when nothing kills it, changes the state.
  var hasEffect: Bool { states[0] != states[1] }

  init(_ work: Work, _ shelf: Shelf) throws {
    self.work = work
    self.shelf = shelf
    scene = shelf.machine.path("scene")
    // A different sequence for each command.
    generator = SeededGenerator(seed: work.words.utf8.reduce(Effort.seed) { $0 &* 31 &+ UInt64($1) })
    try shelf.machine.write("open sesame\n", "password")
    try setUp()
    states.append(try look())
    for _ in 0..<2 {
      try setUp()
      let start = ContinuousClock.now
      let end = try startCommand().wait()
      let elapsed = ContinuousClock.now - start
      guard end == .status(0) else { throw ChildProcess.Failure("\(work) fails: \(end)") }
      duration = UInt32(elapsed / .microseconds(1))
    }
    states.append(try look())
  }

  private func setUp() throws {
    try Files.remove(scene)
    try Files.makeFolder(scene)
    try shelf.machine.run("cp", "-a", shelf.root, root)
  }

  private func startCommand() throws -> ChildProcess {
    let streams = shelf.machine.path("streams/killed")
    return try ChildProcess(
      [Machine.okit] + work.arguments(shelf), environment: shelf.machine.environment, in: root,
      streams: [.read("/dev/null"), .write(streams), .write(streams + ".err")])
  }

  private func look() throws -> State {
    let out = shelf.machine.path("looked")
    try Files.remove(out)
    try shelf.machine.okit("export", "-o", out, in: root)
    let status = try shelf.machine.okit("status", "--json", in: root).bytes
    let rules = root + "/okit/rules"
    return State(
      data: try FileTree(out), configuration: try Files.read(root + "/okit/okit.json"),
      rules: Files.exists(rules) ? try FileTree(rules) : nil,
      forms: try shelf.machine.run("jq", "-c", "[.models[] | [.name, .form, .problem]]", input: status).text,
      recorded: try recorded(), made: try made(), rekeyed: isRekey ? try rekeyed() : [])
  }

  private func rekeyed() throws -> [String] {
    let (old, new) = (try FileTree(shelf.root + "/okit/data"), try FileTree(root + "/okit/data"))
    return new.differences(from: old)
  }

  private func recorded() throws -> String {
    let (applied, history) = (root + "/okit/model/applied.json", root + "/okit/history.json")
    let events =
      Files.exists(history) ? try shelf.machine.run("jq", "-c", "[.events[].event]", history).line : "no history"
    return Files.exists(applied) ? try events + Files.text(applied) : events
  }

  /// Returns the names beside the data; each of them has to be complete.
  private func made() throws -> [String] {
    var made: [String] = []
    let backups = root + "/okit/backup"
    for name in try Files.exists(backups)
      ? Files.names(in: backups).filter({ !$0.hasSuffix(".record.json") }) : []
    {
      try shelf.machine.okit("backup", "verify", name, "--password-file", shelf.machine.path("password"), in: root)
      made.append(name.hasPrefix("before-") ? "kept" : try described(backups + "/" + name))
    }
    let copies = root + "/copies"
    for name in try Files.exists(copies) ? Files.names(in: copies).filter({ !$0.hasSuffix(".record.json") }) : [] {
      try shelf.machine.okit("backup", "verify", copies + "/" + name, in: root)
      made.append("copied")
    }
    let generations = [try shelf.generation(1), try shelf.generation(2)]
    for folder in [root + "/okit/export", scene + "/out"] where Files.exists(folder) {
      made.append("export of generation \((generations.firstIndex(of: try FileTree(folder)) ?? -2) + 1)")
    }
    if Files.exists(scene + "/shelf.db") {
      let program =
        "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('PRAGMA integrity_check').fetchone())"
      made.append("database: " + (try shelf.machine.run("python3", "-c", program, scene + "/shelf.db").line))
    }
    if Files.exists(scene + "/new/okit") {
      try shelf.machine.okit("export", "-o", scene + "/opened", in: scene + "/new")
      made.append("workspace of generation \((generations.firstIndex(of: try FileTree(scene + "/opened")) ?? -2) + 1)")
      try Files.remove(scene + "/opened")
    }
    if Files.exists(scene + "/keys/identity.txt") {
      made.append(
        try shelf.machine.run("age-keygen", "-y", scene + "/keys/identity.txt").text.isEmpty ? "no key" : "a key")
    }
    return made
  }

  /// Returns the name of a backup with what its record and its header say of it.
  private func described(_ path: String) throws -> String {
    let record = path + ".record.json"
    let isPinned = try Files.exists(record) && shelf.machine.run("jq", ".pinned", record).line == "true"
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard path.hasSuffix(".age") else { return name + (isPinned ? ", pinned" : "") }
    let recipients = String(decoding: try Files.read(path).prefix(2000), as: UTF8.self).split(separator: "\n").count {
      $0.hasPrefix("-> X25519 ")
    }
    return "\(name) for \(recipients)\(isPinned ? ", pinned" : "")"
  }

  func kill(_ number: Int) throws {
    let delay = UInt32.random(in: 0...duration + duration / 10, using: &generator)
    let place = "\(work), kill \(number) after \(delay) of \(duration) µs, seed \(Effort.seed)"
    func problem(_ text: String) { problems.append("\(place): \(text)") }
    try setUp()
    let child = try startCommand()
    usleep(delay)
    child.send(SIGKILL)
    let end = child.wait()
    if end != .signal(SIGKILL) && end != .status(0) { problem("it ended with \(end)") }
    for file in try shelf.machine.files(below: [scene], with: work.secrets.map(Shelf.secret)) {
      problem("plain text in \(file)")
    }
    let left = try litter(below: scene)
    let hadResult = try hasResult()
    try repair(left, problem)
    for path in try litter(below: scene) { problem("\(path) is left over") }
    var state = try look()
    // The same command was repeated: what it makes has to exist now.
    if isOutside, try !hasResult() { problem("the command made nothing") }
    if isGeneration { state = keyless(state) }
    let allowed = isGeneration ? states.map(keyless) : states
    if isOutside, !hadResult, state == allowed[1], end == .signal(SIGKILL) {
      before += 1
    } else if state == allowed[1] {
      after += 1
    } else if state == allowed[0], end == .signal(SIGKILL) {
      before += 1
    } else if onlyMadeMore(state) || isNotCopiedYet(state) {
      before += 1
    } else {
      problem("neither before nor after: \(state.made) \(state.forms) \(state.data.differences(from: states[1].data))")
    }
  }

  /// True if the state only has an additional backup, which may exist before the change is made.
  private func onlyMadeMore(_ state: State) -> Bool {
    var state = state
    state.made.removeAll { $0 == "kept" }
    return state == states[0]
  }

  /// True if the state only lacks the second place of a backup.
  private func isNotCopiedYet(_ state: State) -> Bool {
    var state = state
    state.made.append("copied")
    return state == states[1]
  }

  private var isRekey: Bool { work.words == "rekey" }
  private var isGeneration: Bool { work.words.hasPrefix("key generate") }
  private var isCreation: Bool { work.words.hasPrefix("init") }
  /// True for a command whose result is outside of the workspace, where the next command does not find what is left over. It is repeated itself.
  private var isOutside: Bool { isGeneration || isCreation }

  /// True if there is a new workspace, or an identity whose recipient is one of the workspace.
  private func hasResult() throws -> Bool {
    if isCreation { return Files.exists(scene + "/new/okit/okit.json") }
    let path = scene + "/keys/identity.txt"
    guard isGeneration, Files.exists(path) else { return false }
    let recipient = try shelf.machine.run("age-keygen", "-y", path).line
    return try Files.text(root + "/okit/okit.json").contains(recipient)
  }

  private func keyless(_ state: State) -> State {
    var state = state
    state.made = []
    state.configuration = []
    return state
  }

  /// Runs the next command that writes, and sometimes kills that as well.
  private func repair(_ left: [String], _ problem: (String) -> Void) throws {
    if Bool.random(using: &generator) && Bool.random(using: &generator) {
      // What is rekeyed tells whether the first command was, so a second one must not change it.
      let words = isRekey ? ["key", "add", shelf.recipient] : ["rekey"]
      let next = try ChildProcess(
        [Machine.okit] + words, environment: shelf.machine.environment, in: root,
        streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
      usleep(UInt32.random(in: 0...duration, using: &generator))
      next.send(SIGKILL)
      _ = next.wait()
    }
    let again = try litter(below: scene)
    let output = try shelf.machine.okit("key", "add", shelf.recipient, "-v", in: root)
    if again == left, !left.isEmpty, !isOutside || left.contains(where: { $0.hasPrefix("shelf") }) {
      repaired += 1
      let says = ["finished an interrupted change", "undid", "left over from an interrupted change"].contains {
        output.errors.contains($0)
      }
      if !says { problem("nothing is said of \(left): \(output.errors)") }
    }
    if isCreation {
      // From the beginning, unless it was done already.
      try shelf.machine.okit(
        work.arguments(shelf), status: Files.exists(scene + "/new/okit/okit.json") ? 73 : 0, in: root)
    }
    if isGeneration {
      // From the beginning or to its end, unless it was done already.
      let again = try shelf.machine.launch([Machine.okit] + work.arguments(shelf), [], [:], root)
      if again.end != .status(0) && again.end != .status(73) { problem("again: \(again.end) \(again.errors)") }
    }
  }
}
