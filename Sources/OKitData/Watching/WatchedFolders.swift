import Glibc
import JSONDocument
import OKitModels
import OKitStorage

/// The folders with documents of a workspace, and the changes in them.
///
/// The folders and links on the path to the data folder are watched as well. `okit/data` can be a link, can be exchanged by a restore, and can
/// disappear with a disk and come back.
final class WatchedFolders {
  /// The reason to watch a folder. A folder can have several roles.
  private enum Role: Equatable {
    /// The entry with this name leads to the data folder.
    case pathEntry(String)
    /// The data folder.
    case data
    /// A folder of partials. The value is its name in the data folder.
    case partials(DataPath)
    /// The entry with this name is the destination of a link in the data folder. `link` is the name of the link.
    case target(String, link: DataPath)
  }

  private static let maximumLinks = 40

  private let root: FilePath
  private let events: FolderEvents
  private var roles: [Int32: [Role]] = [:]
  private var touched = ChangedDocuments.none
  private var needsListing = true

  /// A descriptor that is readable when there are events.
  var descriptor: Int32 { events.descriptor }

  /// Prepares to watch the workspace in the folder `root`.
  init(_ root: FilePath) throws {
    self.root = root
    events = try FolderEvents()
  }

  /// Returns the documents touched since the last call. New folders are watched before this returns, so reading afterwards misses no change.
  func collect() throws -> ChangedDocuments {
    for event in try events.read() { take(event) }
    // Folders that are already watched report what happens while others are listed.
    if needsListing { try listFolders() }
    defer { touched = .none }
    return touched
  }

  /// Makes the next ``collect()`` list all folders again, because a folder can appear without an event, for example with a disk.
  func lookAgain() { needsListing = true }

  // MARK: - Events

  private func take(_ event: FolderEvents.Event) {
    if event.has(IN_Q_OVERFLOW) {
      touched.noteEverything()
      needsListing = true
      return
    }
    guard let roles = roles[event.folder] else { return }
    guard let name = event.name else {
      needsListing = true
      return
    }
    for role in roles {
      switch role {
      case .pathEntry(let wanted):
        if name.isExactly(wanted) { needsListing = true }
      case .data: takeData(event, name)
      case .partials(let folder): takeFile(event, folder.appending(name))
      case .target(let wanted, let link):
        if name.isExactly(wanted) {
          takeFile(event, link)
          needsListing = true
        }
      }
    }
  }

  private func takeData(_ event: FolderEvents.Event, _ name: String) {
    guard name.utf8.first != UInt8(ascii: ".") else { return }
    guard event.has(IN_ISDIR) else { return takeFile(event, DataPath(text: name)) }
    guard name != ModelName.dataFolder, name != ModelName.imageFolder else { return }
    touched.noteEverything()
    needsListing = true
  }

  /// Records a change of a file. A new file is ignored until it is written, unless it is a hard link to an existing file.
  private func takeFile(_ event: FolderEvents.Event, _ path: DataPath) {
    guard !path.name.utf8.starts(with: ".".utf8) else { return }
    if event.has(IN_CREATE) {
      let status = try? FileStatus.of(data.appending(path))
      if status?.kind == .link { needsListing = true } else if status?.raw.st_nlink ?? 1 < 2 { return }
    }
    touched.note(path)
  }

  // MARK: - Folders

  private var data: FilePath { WorkspaceLayout.data.absolute(in: root) }

  private func listFolders() throws {
    needsListing = false
    var wanted: [Int32: [Role]] = [:]
    func follow(_ folder: FilePath, _ role: Role) throws {
      if let number = try events.watch(folder) { wanted[number, default: []].append(role) }
    }
    try follow(root, .pathEntry(WorkspaceLayout.folder.text))
    var place = data
    for _ in 0..<Self.maximumLinks {
      try follow(place.parent, .pathEntry(place.name))
      guard let target = Self.target(of: place) else { break }
      place = FilePath(target, in: place.parent)
    }
    try follow(data, .data)
    for entry in try FolderListing(data).entries where !entry.isHidden {
      switch entry.kind {
      case .folder where entry.name != ModelName.dataFolder && entry.name != ModelName.imageFolder:
        try follow(data.appending(entry.name), .partials(DataPath(text: entry.name)))
      case .link where ModelName(file: entry.name) != nil:
        guard let target = data.appending(entry.name).resolved else { continue }
        try follow(target.parent, .target(target.name, link: DataPath(text: entry.name)))
      default: break
      }
    }
    if wanted == roles { return }
    for number in roles.keys where wanted[number] == nil { events.forget(number) }
    roles = wanted
    touched.noteEverything()
  }

  private static func target(of link: FilePath) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link.text, &buffer, buffer.count)
    return count > 0 ? String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }
}
