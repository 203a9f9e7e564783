import Ciphers
import CommandKit
import Glibc
import OKitBackups
import OKitModels
import OKitStorage
import Restic

/// Options of commands that use backups in other places than those of okit.json.
struct PlaceOptions: ParsableArguments {
  @Option(
    .long, help: "Use the backups in this folder; needs no workspace.", valueName: "dir", completion: .folder)
  var folder: String?
  @Option(
    .long,
    help: """
      Use the backups in this restic repository: a folder, or sftp:…, rest:…, s3:…, rclone:… as restic takes them. \
      (default: "repository" under "backup" in okit.json)
      """,
    valueName: "repository", completion: .folder)
  var repository: String?

  static let environment = [
    ManualEntry(
      "RESTIC_PASSWORD, RESTIC_PASSWORD_FILE, RESTIC_PASSWORD_COMMAND",
      "the password of the repository, if no option or variable of okit gives it; restic reads these and its other variables itself"
    ),
    ManualEntry(
      "RESTIC_REST_USERNAME, RESTIC_REST_PASSWORD",
      "the user and the password for a repository behind rest:, which okit passes on, because restic 0.14 does not read them"
    ),
  ]

  func validate() throws {
    if folder != nil, repository != nil {
      throw UsageError("--folder and --repository cannot be used together", showsUsage: true)
    }
  }

  /// The name of an option that was given; nil if there is none.
  var givenOption: String? {
    if folder != nil { return "--folder" }
    return repository != nil ? "--repository" : nil
  }
}

extension Session {
  /// Opens the workspace of the backups with these names; nil if there is none and none is needed.
  ///
  /// Paths of files need no workspace, so a broken one is ignored. A place that an option names needs none either, but there a broken one is an error:
  /// without it, the command would act on the backups of all workspaces.
  func workspace(
    ofBackups names: [String], _ options: PlaceOptions, _ keys: KeyOptions? = nil, dryRun: Bool = false
  ) throws -> Workspace? {
    if options.givenOption != nil { return try workspaceIfAny(keys, dryRun: dryRun) }
    let areFiles = !names.isEmpty && names.allSatisfy(BackupListing.isPath)
    return try areFiles ? workspaceIfAnyQuietly(keys, dryRun: dryRun) : workspace(keys, dryRun: dryRun)
  }

  /// Returns the places of backups that the options name, or else those of the workspace. `password` is that of a repository.
  ///
  /// Throws an error of kind `notFound` if a named folder does not exist.
  func places(
    _ options: PlaceOptions, _ workspace: Workspace?, _ password: PasswordOptions, dryRun: Bool = false
  ) throws -> BackupPlaces {
    let id = workspace?.configuration?.id
    func places(_ folder: BackupFolder?, _ repository: BackupRepository?) -> BackupPlaces {
      BackupPlaces(folder: folder, repository: repository, workspace: id, isDryRun: dryRun, observer: observer)
    }
    if let folder = options.folder { return places(try backupFolder(folder, workspace, dryRun: dryRun), nil) }
    if let repository = options.repository {
      return places(
        nil, try self.repository(repository, in: FilePath.workingFolder(), password.request(isNew: false)))
    }
    guard let workspace else { return places(nil, nil) }
    return places(BackupFolder(of: workspace), try configuredRepository(of: workspace, password))
  }

  /// Returns the folder of the backup at `path`, as a place where okit can change it.
  func folder(of path: FilePath, _ workspace: Workspace?, dryRun: Bool) throws -> BackupFolder {
    if let workspace, workspace.configuration != nil { return BackupFolder(of: workspace, at: path.parent) }
    return try backupFolder(path.parent.text, nil, dryRun: dryRun)
  }

  /// Returns the repository of okit.json; nil if there is none.
  private func configuredRepository(of workspace: Workspace, _ password: PasswordOptions) throws -> BackupRepository? {
    guard let location = workspace.configuration?.backup.repository else { return nil }
    // The location can make okit connect to any host.
    guard try workspace.isTrusted() else {
      console.warn("ignored the repository in okit.json, because the workspace belongs to another user")
      return nil
    }
    do {
      return try repository(location, in: workspace.root, password.request(isNew: false))
    } catch let error as OKitError where error.kind == .usage {
      throw OKitError(
        .configuration, "\(workspace.storage.configurationPath): \(error.message)", remedy: error.remedy)
    }
  }

  /// Returns the folder `name`, which may be that of the workspace. Throws an error of kind `notFound` if it does not exist.
  func backupFolder(_ name: String, _ workspace: Workspace?, dryRun: Bool) throws -> BackupFolder {
    let path = try absoluteFolder(name)
    let isOwn = workspace.map { path.resolvingExistingPrefix == $0.backupFolder.resolvingExistingPrefix } == true
    // A workspace has no folder of backups before the first one.
    let status = try FileStatus.of(path, followingLinks: true)
    guard isOwn || status?.kind == .folder else {
      throw OKitError(.notFound, status == nil ? "no such folder: \(path)" : "\(path) is not a folder")
    }
    guard let workspace, workspace.configuration != nil else {
      return try BackupFolder(
        at: path, isDryRun: dryRun, lockTimeout: lockTimeout, observer: observer, trust: trust,
        calls: LiveFileSystemCalls())
    }
    return BackupFolder(of: workspace, at: isOwn ? nil : path)
  }

  /// Returns the repository at `location`, which okit opens with `password`.
  func repository(_ location: String, in base: FilePath, _ password: Secrets.Request) throws -> BackupRepository {
    var request = password
    request.what = "password of the repository"
    request.prompt = request.isNew ? "Password for the repository" : "Password of the repository"
    request.hint = "use --password-file, --password-command or $OKIT_PASSWORD, or the variables of restic"
    return BackupRepository(restic(try RepositoryLocation(location, in: base), request))
  }

  /// Returns the repository at `location`, whose password is requested when it is first needed.
  private func restic(_ location: RepositoryLocation, _ request: Secrets.Request) -> ResticRepository {
    let source = [request.file.value, request.command.value].map { $0 ?? "" }.joined(separator: "\0")
    let context = ResticRepository.Context(
      environment: Secrets.removed(from: console.environment), lockTimeout: lockTimeout
    ) { [self] in
      // A pipe can be read only once, and nobody wants to be asked twice.
      if let known = repositoryPasswords[source] { return known }
      if !secrets.isGiven(request), ResticRepository.passwordVariables.contains(where: { environment($0) != nil }) {
        return nil
      }
      let password = SharedPassword(try secrets.read(request))
      repositoryPasswords[source] = password
      return password
    } whileWaiting: { [observer] in
      try observer.advanced(byBytes: 0)
    }
    return ResticRepository(location, context)
  }
}

extension BackupListing.Backup {
  /// The format as it is shown.
  var formatName: String { format?.rawValue ?? "snapshot" }
}
