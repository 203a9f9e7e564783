import CommandKit
import OKitBackups
import OKitHistory
import OKitModels
import OKitRemote
import OKitStorage

/// Options of commands that can read the past of a workspace.
struct PastOptions: ParsableArguments {
  @Option(
    .long,
    help: """
      Read the workspace as it was: the name or path of a backup, @STEP of 'okit log' for the state after that step, or \
      a date, such as 2026-11-21, '2026-11-21 07:50' or 2026-11-21T07:50:14Z, for the newest backup until then.
      """,
    valueName: "when", completion: .workspace(.backups))
  var at: String?
  @OptionGroup var places: PlaceOptions
  @OptionGroup var password: PasswordOptions

  func validate() throws {
    if at == "" { throw UsageError("the value of --at is empty") }
    if at == nil, let option = password.givenOption ?? places.givenOption {
      throw UsageError("\(option) needs --at", showsUsage: true)
    }
  }
}

extension Session {
  /// Opens the workspace, or with `--at` a state of the past as a workspace that can only be read.
  func workspace(_ keys: KeyOptions?, _ past: PastOptions) throws -> Workspace {
    guard let name = past.at else { return try readingWorkspace(keys) }
    return try self.past(name, keys, Past(self, past.places, past.password, keys))
  }

  /// Opens the workspace, or with `--at` a state of the past, without asking a server.
  func localWorkspace(_ keys: KeyOptions?, _ past: PastOptions) throws -> Workspace {
    try past.at == nil ? localWorkspace(keys) : workspace(keys, past)
  }

  /// Returns `workspace` with the remote models that have no local copy, as a workspace that can only be read; itself if there are none.
  ///
  /// - Parameter names: The models to show, if not all.
  func withRemoteModels(
    _ workspace: Workspace, _ keys: KeyOptions?, dryRun: Bool = false, isLive: Bool = false,
    only names: [ModelName]? = nil
  ) throws -> Workspace {
    let remote = remoteModels(workspace)
    let missing = try remote.missing().filter { names?.contains($0) != false }
    guard !missing.isEmpty else { return workspace }
    let root = try workspace.storage.reading { try remote.mount(missing, isLive: isLive) }
    let shown = try self.workspace(at: root, keys, dryRun: dryRun)
    shown.showsServers = true
    return shown
  }

  /// Opens the workspace for reading, with the remote models that have no local copy.
  func readingWorkspace(_ keys: KeyOptions?) throws -> Workspace { try withRemoteModels(workspace(keys), keys) }

  /// Returns what `workspace` has, with the remote models that have no local copy, for reading while a person types and nothing is locked.
  func draftWorkspace(_ workspace: Workspace, _ edit: EditOptions) throws -> Workspace {
    if workspace.isDryRun { return workspace }
    let shown = try withRemoteModels(workspace, edit.keys, dryRun: true, isLive: true)
    if shown !== workspace { edit.rules.apply(to: shown) }
    return shown
  }

  /// Opens what an export needs: the workspace, and with `--at` a state of the past.
  ///
  /// - Parameter toFolder: Pass true if the export does not go to `okit/export`. A backup can then be exported without a workspace.
  /// - Returns: The workspace that writes, and the one with the models.
  func exportWorkspaces(
    _ past: PastOptions, _ keys: KeyOptions, dryRun: Bool, toFolder: Bool
  ) throws -> (target: Workspace, source: Workspace) {
    guard past.at != nil else {
      let workspace = try workspace(keys, dryRun: dryRun)
      return (workspace, try withRemoteModels(workspace, keys))
    }
    let state = try workspace(keys, past)
    let current = try toFolder ? rootIfAny().map { try workspace(at: $0, keys, dryRun: dryRun) } : nil
    return (try current ?? (toFolder && !dryRun ? state : workspace(keys, dryRun: dryRun)), state)
  }

  /// Opens the two states that `diff` compares: `now`, a state of the past, or the folder of a workspace or of data. Nil as the old one means the newest
  /// backup.
  func states(
    _ names: (old: String?, new: String), _ keys: KeyOptions, _ places: PlaceOptions, _ password: PasswordOptions
  ) throws -> (old: Workspace, new: Workspace) {
    let past = try Past(self, places, password, keys)
    // A step is locked until all is read. Passwords are asked for before.
    let laterFirst = names.old.flatMap(Self.step) != nil
    let first = laterFirst ? try state(names.new, keys, past) : nil
    let old = try names.old.map { try state($0, keys, past) } ?? newestBackup(keys, past)
    let new = try first ?? state(names.new, keys, past)
    // No server is asked while a step keeps the workspace locked.
    if [names.old, names.new].contains(where: { $0.flatMap(Self.step) != nil }) { return (old, new) }
    if names.new == Self.now { return (old, try withRemoteModels(new, keys, only: old.storedModels())) }
    if names.old == Self.now { return (try withRemoteModels(old, keys, only: new.storedModels()), new) }
    return (old, new)
  }

  /// The name of the present state.
  private static let now = "now"

  private func newestBackup(_ keys: KeyOptions, _ past: Past) throws -> Workspace {
    let current = try past.places.givenOption == nil ? workspace(keys) : past.current
    guard let newest = try places(past.places, current, past.password).newest(until: .max) else {
      throw OKitError(
        .notFound, "no backup to compare with", remedy: .words("run 'okit backup create' to make a first backup"))
    }
    return try view(of: newest, keys, past)
  }

  private func state(_ name: String, _ keys: KeyOptions, _ past: Past) throws -> Workspace {
    if name == Self.now { return try workspace(keys) }
    let folder = try absoluteFolder(name)
    let isPath = BackupListing.isPath(name) || name == "." || name == ".."
    guard isPath, try FileStatus.of(folder)?.kind == .folder, try !BackupListing.isBackup(folder) else {
      return try self.past(name, keys, past)
    }
    if try Workspace.exists(at: folder) { return try workspace(at: folder, keys) }
    // The keys and definitions of this workspace may be those of the data.
    return try workspace(at: DataFolderView.mount(folder, as: workspaceIfAny(keys)), keys)
  }

  /// The places of backups, and the keys and passwords that open them.
  private struct Past {
    let places: PlaceOptions
    let password: PasswordOptions
    /// Several backups ask for one password once.
    let unlock: BackupUnlock
    let current: Workspace?

    init(_ session: Session, _ places: PlaceOptions, _ password: PasswordOptions, _ keys: KeyOptions?) throws {
      self.places = places
      self.password = password
      current = session.workspaceIfAnyQuietly(keys)
      unlock = session.unlock(
        password, try session.keyring(keys ?? KeyOptions(), workspaceID: current?.configuration?.id))
    }
  }

  private func past(_ name: String, _ keys: KeyOptions?, _ past: Past) throws -> Workspace {
    if let step = Self.step(name) { return try self.past(step: step, keys) }
    let current = try past.places.givenOption == nil ? workspaceIfAny(keys) : past.current
    if current == nil, past.places.givenOption == nil, !BackupListing.isPath(name) {
      let place = try absolute(name)
      guard try FileStatus.of(place) != nil else { return try workspace(keys) }
      throw OKitError(
        .notFound, "no workspace with a backup \(PathComponent.printable(name)) in \(place.parent) or above",
        remedy: .words("write ./\(ShellWord.quoted(name)) for the file or folder with that name"))
    }
    return try view(of: backup(name, in: places(past.places, current, past.password)), keys, past)
  }

  private func view(of source: BackupSource, _ keys: KeyOptions?, _ past: Past) throws -> Workspace {
    let view = try openingBackups(in: past.current) {
      try BackupView(mounting: source, unlock: past.unlock, observer: observer)
    }
    return try workspace(in: view, keys)
  }

  /// Opens the content of a backup as a workspace.
  func workspace(in view: BackupView, _ keys: KeyOptions?) throws -> Workspace {
    let workspace = try workspace(at: view.root, keys)
    workspace.isDecrypted = view.manifest.content == .decrypted
    return workspace
  }

  private func past(step: Int, _ keys: KeyOptions?) throws -> Workspace {
    let current = try workspace(keys)
    try current.prepareKeys()
    try lockWhileReading(current)
    var view = try StepView(of: current)
    try view.goBack(toAfter: step)
    return try workspace(at: view.mount(), keys)
  }

  /// Keeps a workspace as it is until output begins. By then, all files are read or open.
  private func lockWhileReading(_ workspace: Workspace) throws {
    guard let lock = try workspace.storage.lockForReading() else { return }
    console.standardOutput.willBegin = { lock.release() }
  }

  /// Returns the number in a text such as `@3`; nil for any other text.
  private static func step(_ text: String) -> Int? {
    guard text.utf8.first == UInt8(ascii: "@"), text.utf8.dropFirst().allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text.dropFirst())
  }

  /// Returns the backup that `--at` names.
  private func backup(_ name: String, in places: BackupPlaces) throws -> BackupSource {
    do {
      return try places.source(of: name, from: FilePath.workingFolder())
    } catch let error as OKitError where error.kind == .notFound {
      guard !BackupListing.isPath(name) else { throw error }
      guard let time = Self.end(ofDate: name) else { throw Self.usage(ofName: name) ?? error }
      guard let newest = try places.newest(until: time) else {
        throw OKitError(
          .notFound, "no backup from \(name) or earlier", remedy: .words("run 'okit backup list' to see the backups"))
      }
      return newest
    }
  }

  /// Returns what is wrong with a text that looks like a step or a date; nil for other texts.
  private static func usage(ofName name: String) -> UsageError? {
    let text = PathComponent.printable(name)
    if name.utf8.first == UInt8(ascii: "@") { return UsageError("\(text) is not a step; use a number such as @3") }
    let digits = name.utf8.prefix { (0x30...0x39).contains($0) }.count
    guard digits == 4, name.utf8.dropFirst(4).first == UInt8(ascii: "-") else { return nil }
    return UsageError("no backup is named \(text), and it is not a date such as 2026-11-21 or 2026-11-21T07:50:14Z")
  }

  /// Returns the last second of a local date such as `2026-11-21`, of a local minute such as `2026-11-21 07:50`, or of a time with the offset from UTC such
  /// as `2026-11-21T07:50:14Z`; nil for any other text.
  private static func end(ofDate text: String) -> Int64? {
    if let time = Timestamp.parse(withOffset: text) { return time }
    let parts = text.split(
      separator: text.utf8.contains(UInt8(ascii: "T")) ? "T" : " ", omittingEmptySubsequences: false)
    guard parts.count <= 2 else { return nil }
    let time = parts.count == 2 ? String(parts[1]) : "23:59:59"
    let seconds = time.utf8.count == "00:00".utf8.count ? ":59" : ""
    guard let end = Timestamp.parse(internet: "\(parts[0])T\(time)\(seconds)Z") else { return nil }
    func offset(_ time: Int64) -> Int64 { Int64(LocalTime.offset(Double(time) - 978_307_200)) }
    // The first offset can be that of the other side of a change of the clock.
    return end - offset(end - offset(end))
  }
}
