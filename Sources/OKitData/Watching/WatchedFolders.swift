import Glibc
import OKitModels
import OKitStorage

/// The folders in which something can happen to the documents of a workspace, and what has happened.
///
/// Everything that leads to the data folder is followed as well: `okit/data` can be a link, be exchanged by a restore, vanish with a disk and come back.
final class WatchedFolders {
  /// Why a folder is followed. One folder can have several roles.
  private enum Role: Equatable {
    /// The entry of this name leads on to the data folder.
    case way(String)
    /// It is the data folder.
    case data
    /// It holds partials: its name in the data folder.
    case partials(String)
    /// The entry of this name is what a link in the data folder leads to: that link's name.
    case target(String, link: String)
  }

  private static let mostLinks = 40

  private let root: String
  private let events: FolderEvents
  private var roles: [Int32: [Role]] = [:]
  private var touched = TouchedDocuments.none
  private var hasToArm = true

  /// Readable when something happened.
  var descriptor: Int32 { events.descriptor }

  /// For the workspace in the folder `root`.
  init(_ root: String) throws {
    self.root = root
    events = try FolderEvents()
  }

  /// What was touched since the last call. Folders that are new are followed from now on, so whoever reads after it misses nothing.
  func collect() throws -> TouchedDocuments {
    for event in try events.read() { take(event) }
    // Whatever happens while folders are listed is told by those that are followed by then.
    if hasToArm { try arm() }
    defer { touched = .none }
    return touched
  }

  /// Looks at everything anew at the next ``collect()``: a folder may have come without a word, as with a disk.
  func lookAgain() { hasToArm = true }

  // MARK: - Events

  private func take(_ event: FolderEvents.Event) {
    if event.has(IN_Q_OVERFLOW) {
      touched.noteEverything()
      hasToArm = true
      return
    }
    guard let roles = roles[event.folder] else { return }
    guard let name = event.name else {
      hasToArm = true
      return
    }
    for role in roles {
      switch role {
      case .way(let wanted):
        if name.isExactly(wanted) { hasToArm = true }
      case .data: takeData(event, name)
      case .partials(let folder): takeFile(event, Path.join(folder, name))
      case .target(let wanted, let link):
        if name.isExactly(wanted) {
          takeFile(event, link)
          hasToArm = true
        }
      }
    }
  }

  private func takeData(_ event: FolderEvents.Event, _ name: String) {
    guard name.utf8.first != UInt8(ascii: ".") else { return }
    guard event.has(IN_ISDIR) else { return takeFile(event, name) }
    guard name != ModelName.dataFolder, name != ModelName.imageFolder else { return }
    touched.noteEverything()
    hasToArm = true
  }

  /// A file that was only just made is still being written, unless it is another name for one that was there.
  private func takeFile(_ event: FolderEvents.Event, _ path: String) {
    guard !Path.name(of: path).utf8.starts(with: ".".utf8) else { return }
    if event.has(IN_CREATE) {
      let status = try? FileStatus.of(Path.join(data, path))
      if status?.kind == .link { hasToArm = true } else if status?.raw.st_nlink ?? 1 < 2 { return }
    }
    touched.note(path)
  }

  // MARK: - Folders

  private var data: String { Path.join(root, "okit/data") }

  private func arm() throws {
    hasToArm = false
    var wanted: [Int32: [Role]] = [:]
    func follow(_ folder: String, _ role: Role) throws {
      if let number = try events.watch(folder) { wanted[number, default: []].append(role) }
    }
    try follow(root, .way(WorkspaceLayout.folder))
    var place = data
    for _ in 0..<Self.mostLinks {
      try follow(Path.parent(of: place), .way(Path.name(of: place)))
      guard let target = Self.target(of: place) else { break }
      place = Path.absolute(target, in: Path.parent(of: place))
    }
    try follow(data, .data)
    for entry in try FolderListing(data).entries where !entry.isHidden {
      switch entry.kind {
      case .folder where entry.name != ModelName.dataFolder && entry.name != ModelName.imageFolder:
        try follow(Path.join(data, entry.name), .partials(entry.name))
      case .link where ModelName(file: entry.name) != nil:
        guard let target = Path.resolved(Path.join(data, entry.name)) else { continue }
        try follow(Path.parent(of: target), .target(Path.name(of: target), link: entry.name))
      default: break
      }
    }
    if wanted == roles { return }
    for number in roles.keys where wanted[number] == nil { events.forget(number) }
    roles = wanted
    touched.noteEverything()
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
