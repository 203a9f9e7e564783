import Glibc
import TestSupport
import Testing

/// Hundreds of random commands in a row, some of them killed, compared with a model of what must be there.
@Suite struct SoakTests {
  @Test(arguments: [Soak.Place.folder, .repository])
  func nothingIsLostInALongRandomRun(_ place: Soak.Place) throws {
    let soak = try Soak(place)
    let count = Effort.isWhole ? 500 : place == .folder ? 40 : 15
    for _ in 0..<count { try soak.step() }
    try soak.lookAtEverything()
    Effort.report(
      "soak, backups in a \(place): \(count) commands: \(soak.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })"
    )
  }
}

/// A workspace, and what must be in it.
final class Soak {
  struct Failure: Error {
    let message: String
  }

  /// The kinds of places for backups.
  enum Place: Sendable {
    case folder
    /// A repository of restic.
    case repository
  }

  private struct Item {
    let id: String
    var number: Int
  }

  private typealias State = [Item]

  private struct Backup {
    let name: String
    let state: State
    let isPinned: Bool
  }

  private enum Action: String, CaseIterable {
    case edit, undo, redo, encrypt, decrypt, backup, prune, copy, verify, restore, compare, kill
  }

  private let machine: Machine
  private let place: Place
  private let root: String
  private let recipient: String
  private var repository: String { machine.path("repository") }
  /// The folder or the repository to which backups are copied.
  private var copies: String { machine.path("copies") }
  private var generator = SeededGenerator(seed: Effort.seed)
  private var present: State
  /// The states that an undo and a redo bring back, the next one last. Empty if that is not known.
  private var past: [State] = []
  private var future: [State] = []
  private var backups: [Backup] = []
  /// The names of the backups that were copied.
  private var copied: Set<String> = []
  private var lastNumber = 0
  private(set) var counts: [String: Int] = [:]
  /// The commands so far, for the message of a failure.
  private var lines: [String] = []

  init(_ place: Place) throws {
    machine = try Machine()
    self.place = place
    root = machine.path("w")
    present = (1...5).map { Item(id: "I\($0)", number: $0) }
    lastNumber = 5
    try machine.okit("init", root)
    recipient = try machine.okit(["key", "generate"], in: root).line
    try machine.okit(["import", machine.write(Self.text(present), "m.json"), "--as", "m"], in: root)
    let configuration = root + "/okit/okit.json"
    try Files.write(machine.run("jq", #".history = {"steps": 10000}"#, configuration).text, to: configuration)
    switch place {
    case .folder: try Files.makeFolder(copies)
    case .repository:
      try EmptyRepository.write(to: repository)
      try EmptyRepository.write(to: copies)
      machine.environment["OKIT_PASSWORD_FILE"] = try machine.write("open sesame\n", "password")
      let filter = ".backup = {\"repository\": \"\(repository)\"}"
      try Files.write(machine.run("jq", filter, configuration).text, to: configuration)
    }
  }

  private static func text(_ state: State) -> String {
    let items = state.map { #"{"id":"\#($0.id)","n":\#($0.number)}"# }.joined(separator: ",")
    return #"{"id":"ROOT","items":[\#(items)]}"#
  }

  private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  @discardableResult private func run(_ words: String..., status: Int32 = 0) throws -> Output {
    lines.append(words.joined(separator: " "))
    let output = try machine.launch([Machine.okit] + words, [], [:], root)
    if output.end != .status(status) {
      throw Failure(
        message: "\(output.end) instead of \(status): \(output.errors)\nafter \(lines.joined(separator: "\n"))")
    }
    return output
  }

  private func require(_ isTrue: Bool, _ what: String) throws {
    guard isTrue else { throw Failure(message: "\(what)\nafter \(lines.joined(separator: "\n"))") }
  }

  private func stored(_ words: String...) throws -> String {
    let output = try machine.launch([Machine.okit, "get", "m:.", "--json"] + words, [], [:], root)
    try require(output.end == .status(0), "\(words): \(output.errors)")
    return output.line
  }

  // MARK: - Steps

  /// Carries out one random action and compares the values.
  func step() throws {
    let more: [Action]
    switch place {
    case .folder:
      // Many edits and few changes of keys, so that most undos have something to undo.
      let changes: [Action] = [.edit, .edit, .edit, .edit, .edit, .undo, .undo, .redo, .kill]
      more = changes + changes
    case .repository: more = [.edit, .backup, .backup, .copy, .prune, .kill, .kill, .kill]
    }
    let action = (Action.allCases + more).randomElement(using: &generator) ?? .edit
    counts[action.rawValue, default: 0] += 1
    switch action {
    case .edit: try edit()
    case .undo, .redo: try reverse(action)
    case .encrypt, .decrypt:
      let former = try isEncrypted()
      try run(action.rawValue, "m")
      try require(isEncrypted() == (action == .encrypt), "\(action) has no effect")
      if former != (action == .encrypt) { forgetHistory() }
    case .backup: try makeBackup()
    case .prune: try prune()
    case .copy:
      if let backup = backups.randomElement(using: &generator) { try copy(backup) }
    case .verify: try run("backup", "verify", "--all")
    case .restore:
      if let backup = backups.randomElement(using: &generator) {
        try run("backup", "restore", backup.name, "--yes")
        present = backup.state
        forgetHistory()
        // The backup that it made has the former state.
        try run("undo", status: 64)
      }
    case .compare:
      if let backup = backups.randomElement(using: &generator) { try compare(backup) }
    case .kill: try kill()
    }
    try require(stored() == Self.text(present), "\(action): \(try stored()) instead of \(Self.text(present))")
  }

  private func isEncrypted() throws -> Bool {
    try String(decoding: Files.read(root + "/okit/data/m.json").prefix(3), as: UTF8.self) == "age"
  }

  /// Returns a random edit and the state after it.
  private func randomEdit() -> (words: [String], state: State) {
    var state = present
    switch state.count > 2 ? number(0..<4) : 1 {
    case 0:
      let index = number(0..<state.count)
      return (["remove", "m:items[\(index)]"], state.removing(index))
    case 1:
      lastNumber += 1
      state.append(Item(id: "I\(lastNumber)", number: lastNumber))
      return (["add", "m:items", #"{"id":"I\#(lastNumber)","n":\#(lastNumber)}"#], state)
    case 2:
      let (from, to) = (number(0..<state.count), number(0..<state.count))
      let item = state.remove(at: from)
      state.insert(item, at: to)
      return (["move", "m:items[\(from)]", "m:items[\(to)]"], state)
    default:
      let index = number(0..<state.count)
      state[index].number = number(0..<1_000_000)
      return (["set", "m:items[\(index)]/n", String(state[index].number)], state)
    }
  }

  private func edit() throws {
    let (words, state) = randomEdit()
    try require(machine.launch([Machine.okit] + words, [], [:], root).end == .status(0), "\(words) fails")
    lines.append(words.joined(separator: " "))
    noteEdit(state)
  }

  private func noteEdit(_ state: State) {
    // An edit that changes nothing is no step.
    if Self.text(state) != Self.text(present) {
      past.append(present)
      future = []
    }
    present = state
  }

  private func reverse(_ action: Action) throws {
    let next = action == .undo ? past.last : future.last
    guard let next else { return }
    counts["effective \(action)", default: 0] += 1
    try run(action.rawValue)
    noteReversal(action, next)
  }

  private func noteReversal(_ action: Action, _ next: State) {
    if action == .undo {
      future.append(present)
      past.removeLast()
    } else {
      past.append(present)
      future.removeLast()
    }
    present = next
  }

  private func forgetHistory() { (past, future) = ([], []) }

  // MARK: - Backups

  private func newBackup() -> (words: [String], backup: Backup, time: [String: String]) {
    lastNumber += 1
    let kinds =
      place == .repository
      ? [[], ["--as-stored"]] : [["-r", recipient], ["--as-stored", "-r", recipient], ["--format", "directory"]]
    let isPinned = number(0..<5) == 0
    let words =
      ["backup", "create", "b\(lastNumber)"] + (kinds.randomElement(using: &generator) ?? [])
      + (isPinned ? ["--pin"] : [])
    // Each has an hour of its own, so that their order is known.
    let time = ["SOURCE_DATE_EPOCH": String(1_600_000_000 + lastNumber * 3600)]
    return (words, Backup(name: "b\(lastNumber)", state: present, isPinned: isPinned), time)
  }

  private func makeBackup() throws {
    let (words, backup, time) = newBackup()
    lines.append(words.joined(separator: " "))
    let output = try machine.launch([Machine.okit] + words, [], time, root)
    try require(output.end == .status(0), "\(words): \(output.errors)")
    backups.append(backup)
  }

  /// The names of the backups that the user made.
  private func listed(_ options: String...) throws -> [String] {
    let output = try machine.launch([Machine.okit, "backup", "list", "--json"] + options, [], [:], root)
    try require(output.end == .status(0), "list \(options): \(output.errors)")
    let names = try machine.run("jq", "-r", ".backups[].name", input: output.bytes).lines
    return names.filter { !$0.hasPrefix("before-") }.sorted()
  }

  /// The backups that pruning keeps.
  private func kept(_ count: Int) -> [Backup] {
    let newest = Set(backups.suffix(count).map(\.name))
    return backups.filter { $0.isPinned || newest.contains($0.name) }
  }

  private func prune() throws {
    let count = number(1..<6)
    try run("backup", "prune", "--keep-last", String(count))
    backups = kept(count)
    try require(listed() == backups.map(\.name).sorted(), "prune leaves \(try listed())")
  }

  private func copy(_ backup: Backup) throws {
    try run("backup", "copy", backup.name, "--to", copies)
    copied.insert(backup.name)
  }

  private func compare(_ backup: Backup) throws {
    try require(stored("--at", backup.name) == Self.text(backup.state), "\(backup.name) has other values")
    let isEqual = Self.text(backup.state) == Self.text(present)
    try run("diff", backup.name, "now", "-e", status: isEqual ? 0 : 1)
  }

  /// Looks at every backup and at the whole workspace.
  func lookAtEverything() throws {
    try makeBackup()
    try copy(backups[backups.count - 1])
    // The next change removes what a kill left over.
    lastNumber += 1
    present[0].number = lastNumber
    try run("set", "m:items[0]/n", String(lastNumber))
    try run("check")
    try require(listed() == backups.map(\.name).sorted(), "backups: \(try listed())")
    for backup in backups { try compare(backup) }
    let option = place == .repository ? "--repository" : "--folder"
    try require(listed(option, copies) == copied.sorted(), "copies: \(try listed(option, copies))")
    try run("backup", "verify", "--all", option, copies)
    try require(
      Files.everything(below: root).allSatisfy { !$0.contains("/.okit-") },
      "leftovers in \(Files.everything(below: root))")
  }

  // MARK: - Kills

  private func kill() throws {
    var after = present
    var time: [String: String] = [:]
    var made: Backup?
    let words: [String]
    let actions: [Action] =
      [.edit, .undo, .redo, .encrypt, .decrypt, .backup, .prune, .copy, .verify, .restore]
      + (place == .repository ? [.backup, .backup] : [.edit, .undo, .redo])
    switch actions.randomElement(using: &generator) ?? .edit {
    case .backup:
      let new = newBackup()
      (words, made, time) = (new.words, new.backup, new.time)
    case .undo:
      guard let state = past.last else { return }
      (words, after) = (["undo"], state)
    case .redo:
      guard let state = future.last else { return }
      (words, after) = (["redo"], state)
    case .encrypt: words = ["encrypt", "m"]
    case .decrypt: words = ["decrypt", "m"]
    case .copy:
      guard let backup = backups.randomElement(using: &generator) else { return }
      words = ["backup", "copy", backup.name, "--to", copies]
    case .verify: words = ["backup", "verify", "--all"]
    case .prune: words = ["backup", "prune", "--keep-last", "2"]
    case .restore:
      guard let backup = backups.randomElement(using: &generator) else { return }
      (words, after) = (["backup", "restore", backup.name, "--yes"], backup.state)
    case .edit, .compare, .kill: (words, after) = randomEdit()
    }
    lines.append("killed: " + words.joined(separator: " "))
    let form = try isEncrypted()
    let child = try ChildProcess(
      [Machine.okit] + words, environment: machine.environment.merging(time) { $1 }, in: root,
      streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
    usleep(UInt32(number(0..<(place == .repository && words[0] == "backup" ? 600_000 : 30_000))))
    child.send(SIGKILL)
    _ = child.wait()
    if place == .repository {
      // The kernel ends restic, too, which takes a moment.
      let deadline = ContinuousClock.now + .seconds(60)
      while try !(machine.processes(using: repository) + machine.processes(using: copies)).isEmpty {
        try require(ContinuousClock.now < deadline, "restic goes on without okit")
        usleep(20_000)
      }
    }
    let found = try stored()
    try require([Self.text(present), Self.text(after)].contains(found), "neither state after a kill: \(found)")
    // A change and its step come into effect together.
    switch words[0] {
    case "encrypt", "decrypt":
      if try isEncrypted() != form { forgetHistory() }
    case "undo", "redo":
      if found == Self.text(after) { noteReversal(words[0] == "undo" ? .undo : .redo, after) }
    case "backup" where words[1] == "copy":
      let option = place == .repository ? "--repository" : "--folder"
      if try listed(option, copies).contains(words[2]) { copied.insert(words[2]) }
    case "backup" where words[1] == "restore":
      // A restore of the same state is a step, too.
      if found == Self.text(after) { present = after }
      forgetHistory()
    case "backup": break
    default:
      if found == Self.text(after) { noteEdit(after) }
    }
    let names = Set(try listed())
    if let made, names.contains(made.name) {
      let hasRecord =
        try place == .repository
        || Files.names(in: root + "/okit/backup").contains {
          $0.hasPrefix(made.name) && $0.hasSuffix(".record.json")
        }
      // A backup without its record has lost its pin. A verification writes another one.
      if !hasRecord { try run("backup", "verify", made.name) }
      backups.append(Backup(name: made.name, state: made.state, isPinned: made.isPinned && hasRecord))
    }
    if words.contains("prune") {
      try require(kept(2).allSatisfy { names.contains($0.name) }, "a killed prune removed too much: \(names)")
      backups = backups.filter { names.contains($0.name) }
    }
    try require(names == Set(backups.map(\.name)), "backups after a kill: \(names)")
  }
}

extension Array {
  fileprivate func removing(_ index: Int) -> Self {
    var result = self
    result.remove(at: index)
    return result
  }
}
