import HTTPClient
package import OKitModels
import OKitStorage

extension RemoteModels {
  /// The kinds of differences between the local copy of a model and its server.
  package enum Difference: String, Sendable {
    /// There is no local copy, but the server has the model.
    case notPulled = "not-pulled"
    /// Neither the server nor the workspace has the model.
    case absent
    /// Both are the same.
    case same
    /// Only the local copy was changed.
    case changedHere = "changed-here"
    /// Only the server's version was changed.
    case changedThere = "changed-there"
    /// Both were changed, in different places.
    case changedBoth = "changed-both"
    /// Both were changed at the same place.
    case conflict
    /// The server does not answer.
    case unknown
  }

  /// The state of one model.
  package struct Status: Sendable {
    /// The model.
    package let model: ModelName
    /// The URL of its file.
    package let url: String
    /// The difference.
    package let difference: Difference
    /// The number of files that were changed here.
    package let changedHere: Int
    /// The number of files that were changed on the server; 0 if that is unknown.
    package let changedThere: Int
    /// The number of files that an interrupted push may have sent.
    package let pending: Int
    /// The places where both were changed.
    package let conflicts: [RemoteConflict]
  }
}

extension RemoteModels {
  /// Returns what is known of models whose server does not answer: the changes here since the last exchange. Models without a local copy are left out.
  ///
  /// Throws the errors of reading the local copies.
  package func unansweredStatus(of models: [ModelName]) throws -> [Status] {
    try workspace.storage.reading {
      try models.compactMap { model in
        let files = try LocalCopies(of: [model], in: workspace).allFiles
        guard !files.isEmpty else { return nil }
        let state = try CommonState.read(model, in: workspace)
        let common = state?.files.mapValues(\.content) ?? [:]
        let changed = Set(files.keys).union(common.keys).filter { files[$0] != common[$0] }
        return Status(
          model: model, url: try server(of: model).url(of: DataPath(mainOf: model)).description, difference: .unknown,
          changedHere: changed.count, changedThere: 0, pending: state?.pending.count ?? 0, conflicts: [])
      }
    }
  }
}

extension FetchedModels {
  /// Compares the local copies of a group with their server. Changes nothing.
  ///
  /// Throws the errors of the servers, and `locked` and `malformed` for documents that cannot be read.
  package func status(of group: [ModelName]) throws -> [RemoteModels.Status] {
    let fetched = try fetched(group)
    let (local, remote) = (LocalCopies(joining: fetched.map(\.local)), RemoteFiles(joining: fetched.map(\.remote)))
    let common = CommonVersions(fetched.map(\.common), local, remote, fetched[0].documents)
    let merge = try ModelMerge(group, local, remote, since: common, in: workspace, settling: .none)
    let counts = [Array(merge.changedHere), Array(merge.changedThere), Array(merge.changes.keys)].map(merge.byModel)
    return fetched.map { model in
      func count(_ number: Int) -> Int { counts[number][model.model]?.count ?? 0 }
      let conflicts = merge.conflicts.filter { $0.model == model.model }
      let isMissing = model.local.isEmpty
      return RemoteModels.Status(
        model: model.model, url: model.server.url(of: DataPath(mainOf: model.model)).description,
        difference: isMissing
          ? model.remote.isEmpty ? .absent : .notPulled
          : conflicts.isEmpty ? .init(here: count(0) > 0, there: count(1) > 0, isTaken: count(2) > 0) : .conflict,
        changedHere: isMissing ? 0 : count(0), changedThere: isMissing ? 0 : count(1),
        pending: model.former?.pending.count ?? 0, conflicts: isMissing ? [] : conflicts)
    }
  }
}

extension RemoteModels.Difference {
  /// The difference if something was changed here or on the server. With `isTaken`, files here have to change.
  fileprivate init(here: Bool, there: Bool, isTaken: Bool) {
    switch (here, there) {
    case (false, false): self = .same
    case (true, false): self = .changedHere
    case (false, true): self = .changedThere
    // Files that both sides changed alike need no exchange.
    case (true, true): self = isTaken ? .changedBoth : .changedHere
    }
  }
}
