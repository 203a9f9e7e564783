import Glibc
import JSONDocument
import OKitModels
import OKitStorage

/// The Swift files outside of `okit/model` that `definitions` in `okit.json` names. A backup stores them in a separate folder in
/// `model/`.
///
/// Whoever can write `okit.json` chooses these files, and other people may be able to read the backup. So a backup includes only files
/// that end in `.swift` and belong to the owner of `okit.json`, and okit reports every source path.
struct OutsideDefinitions {
  struct File {
    /// The path on this machine.
    let place: FilePath
    /// The path in the backup.
    let path: BackupPath
  }

  private(set) var files: [File] = []
  /// The paths in `okit.json` that name the files.
  private(set) var patterns: [String] = []
  /// The value of `definitions` for a workspace restored from the backup; nil if it stays the same.
  private(set) var definitions: [String]?
  /// Warnings about each pattern without files and each file that is left out.
  private(set) var warnings: [String] = []
  /// The owner of `okit.json`.
  private let owner: UInt32?
  private let trust: Trust

  /// Finds the files.
  init(of workspace: Workspace, _ configuration: Configuration) throws {
    owner = configuration.snapshot?.status.raw.st_uid
    trust = workspace.storage.trust
    let model = workspace.storage.modelFolder.resolvingExistingPrefix
    let folder = try BackupName.unused("app", in: workspace.storage.modelFolder)
    var places: [FilePath] = []
    var definitions: [String] = []
    var isChanged = false
    for pattern in configuration.definitions {
      let found: [(path: FilePath, resolved: FilePath)]
      do {
        found = try DefinitionFiles(root: workspace.root).paths(of: [pattern])
      } catch let error as OKitError where error.remedy?.isFindDefinitions == true {
        warnings.append("\(error.message); the backup does not contain them")
        // On another machine a pattern that is not portable would match other files.
        if Self.isPortable(pattern) { definitions.append(pattern) }
        continue
      }
      let inside = found.compactMap { $0.resolved.part(after: model) }
      if inside.count == found.count, Self.isPortable(pattern) {
        definitions.append(pattern)
        continue
      }
      isChanged = true
      definitions += inside.map { WorkspaceLayout.model.appending($0).text }
      let outside = try found.filter { place, file in
        try !file.lies(in: model) && isIncluded(file, by: place, workspace)
      }.map(\.resolved)
      guard !outside.isEmpty else { continue }
      self.patterns.append(pattern)
      places += outside
      let place = WorkspaceLayout.model.appending(folder).text
      if !definitions.contains(place) { definitions.append(place) }
    }
    guard isChanged else { return }
    self.definitions = definitions
    files = Self.files(places, below: BackupPath(text: "model").appending(folder))
  }

  /// True if a pattern matches the same files wherever the workspace is.
  static func isPortable(_ pattern: String) -> Bool {
    pattern.utf8.first != UInt8(ascii: "/") && !pattern.pathComponents.contains("..")
  }

  /// True if the file at `place`, a path without links, may be in a backup: it belongs to the owner of `okit.json` or lies in a safe folder. Files of
  /// root count as the owner's, except if root makes the backup, because root can read files that the owner cannot.
  func isAllowed(_ status: FileStatus, at place: FilePath) throws -> Bool {
    let user = status.raw.st_uid
    return try user == owner || user == 0 && owner == CurrentUser.id || trust.isNamed(place)
  }

  private mutating func isIncluded(_ file: FilePath, by place: FilePath, _ workspace: Workspace) throws -> Bool {
    guard file.text.withoutSuffix(".swift") != nil else {
      warnings.append("\(file) does not end in .swift; the backup does not contain it")
      return false
    }
    guard let status = try FileStatus.of(file), try isAllowed(status, at: file) else {
      warnings.append(
        "\(file) does not belong to the owner of okit.json, so the backup does not contain it; add its folder to safe.folder if you trust it"
      )
      return false
    }
    do {
      try workspace.storage.requireNoLinkOut(from: place, to: file)
      return true
    } catch let error as OKitError where error.kind == .malformed {
      warnings.append("\(error.message); the backup does not contain it")
      return false
    }
  }

  /// Returns the files with their paths relative to the closest folder that contains all of them.
  private static func files(_ places: [FilePath], below folder: BackupPath) -> [File] {
    var seen: Set<FilePath> = []
    let places = places.filter { seen.insert($0).inserted }
    var common = places.first.map(\.parent) ?? "/"
    for place in places { while !place.lies(in: common) { common = common.parent } }
    var names: Set<BackupPath> = []
    return places.map { place in
      let relative =
        common == "/" ? String(place.text.dropFirst()) : place.part(after: common) ?? place.name
      let name = relative.pathComponents.map(storable).joined(separator: "/")
      var path = folder.appending(name)
      var number = 2
      while !names.insert(path).inserted {
        path = folder.appending("\(name.withoutSuffix(".swift") ?? name)-\(number).swift")
        number += 1
      }
      return File(place: place, path: path)
    }
  }

  /// Returns a path component in a form that a backup accepts: not hidden, and without control characters.
  private static func storable(_ component: String) -> String {
    let plain = String(
      String.UnicodeScalarView(component.unicodeScalars.map { $0.properties.generalCategory == .control ? "_" : $0 }))
    return plain.utf8.first == UInt8(ascii: ".") ? "_" + plain.dropFirst() : plain
  }
}
