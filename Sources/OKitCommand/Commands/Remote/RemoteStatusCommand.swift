import CommandKit
import JSONDocument
import OKitModels
import OKitRemote
import OKitStorage

struct RemoteStatusCommand: Command {
  static let configuration = CommandConfiguration(
    "status",
    abstract: "Show what was changed here and on the server.",
    discussion: """
      Asks the server, and changes nothing. Attachments are compared by their tags, without their bytes. If the server does not answer, the \
      changes that it has not got are still shown.
      """,
    examples: [
      Example("okit remote status", "compare all remote models with their server"),
      Example("okit remote status shop --json", "compare one model for a script"),
    ])

  @Argument(help: "Only these models.", valueName: "model", completion: .workspace(.models))
  var models: [String] = []
  @OptionGroup var remote: RemoteOptions
  @OptionGroup var keys: KeyOptions
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws {
    let session = Session(console, global)
    session.remoteOptions = remote
    let workspace = try session.localWorkspace(keys, dryRun: true)
    let remote = session.remoteModels(workspace)
    var states: [RemoteModels.Status] = []
    let names = try remote.models(models.uniqueModelNames())
    let fetched = try remote.fetch(names)
    let failure = try session.each(fetched.groups) { group in
      do {
        states += try fetched.status(of: group)
      } catch let error as OKitError where error.kind == .unreachable {
        states += (try? remote.unansweredStatus(of: group)) ?? []
        throw error
      }
    }
    states = names.flatMap { name in states.filter { $0.model == name } }
    if console.json {
      try writeJSON(states, console)
    } else if !states.isEmpty {
      try write(states, console)
    } else if failure == nil {
      console.note("no model is stored on a server")
    }
    if let failure { throw ExitStatus(failure) }
  }

  private func write(_ states: [RemoteModels.Status], _ console: Console) throws {
    var table = TextTable([.init("MODEL", cutting: .never), .init("STATE", cutting: .never), .init("URL")])
    for state in states { table.add([state.model.description, state.text, state.url]) }
    try table.write(to: console)
    for state in states { try console.write(state.conflicts) }
  }

  private func writeJSON(_ states: [RemoteModels.Status], _ console: Console) throws {
    try console.writeJSON { writer in
      writer.array("models") { writer in
        for state in states {
          writer.object { writer in
            writer.member("name", state.model.description)
            writer.member("url", state.url)
            writer.member("state", state.difference.rawValue)
            writer.member("changedHere", state.changedHere)
            writer.member("changedThere", state.changedThere)
            writer.member("pending", state.pending)
            writer.array("conflicts", of: state.conflicts)
          }
        }
      }
    }
  }
}

extension RemoteModels.Status {
  fileprivate var text: String {
    let state: String =
      switch difference {
      case .notPulled: "on the server"
      case .absent: "absent"
      case .same: "same"
      case .changedHere: "changed here"
      case .changedThere: "changed on the server"
      case .changedBoth: "changed on both sides"
      case .conflict: "conflict"
      case .unknown: changedHere == 0 ? "server not reached" : "changed here, server not reached"
      }
    return pending == 0 ? state : "\(state), push interrupted"
  }
}
