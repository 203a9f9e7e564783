import JSONDocument
import OKitModels
import OKitStorage

/// Conflicts that are settled with `--ours` take two steps, so that the history has both sides: first the server's, then ours. This finishes them after a
/// crash between the two.
struct InterruptedSettling {
  /// The command that the log shows for the step with the side that loses.
  static let losingSide = "remote pull --theirs"
  /// The command that the log shows for the step with the side that wins.
  static let winningSide = "remote pull --ours"

  private let model: ModelName
  private let workspace: Workspace
  private let folder: RemoteFolder

  init(of model: ModelName, in workspace: Workspace) {
    self.model = model
    self.workspace = workspace
    folder = RemoteFolder(of: model, in: workspace)
  }

  /// Restores our versions of files, unless something else was changed since. The lock of the workspace is held. Returns true if files were changed.
  func finish(_ state: CommonState?) throws -> Bool {
    guard let state, !state.settling.isEmpty, try isFirstStepLast else {
      try folder.removeOwn()
      return false
    }
    let own = try state.settling.reduce(into: [DataPath: OpenFile]()) { files, path in
      let place = folder.own(path)
      if try FileStatus.of(place) != nil { files[path] = try OpenFile(place) }
    }
    try workspace.changing(workspace.logged(Self.winningSide), as: .edit) { transaction in
      try ModelStaging(of: [model], in: workspace, transaction).restore(state.settling, from: own)
    }
    try folder.removeOwn()
    return true
  }

  private var isFirstStepLast: Bool {
    get throws {
      let steps = StepFolder(of: workspace.storage)
      guard let last = try steps.headers().last else { return false }
      return try steps.record(of: last).command.withoutPrefix(Self.losingSide) != nil
    }
  }
}
