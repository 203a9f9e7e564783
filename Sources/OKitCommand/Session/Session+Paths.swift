import Bindings
import CommandKit
import OKitModels
import OKitStorage

extension Session {
  /// Opens a file that a text names as an attachment. Like a shell, replaces `~/` by the home folder.
  func attachmentContent(_ path: String) throws -> AttachmentContent {
    guard path.hasPrefix("~/"), let home = environment("HOME") else {
      return try AttachmentContent(path: absolute(path))
    }
    return try AttachmentContent(path: absolute(home + path.dropFirst()))
  }

  /// Runs `body`. If an unknown name in a path probably means a model, or comes from a `~` that the shell expanded, the error says so.
  func explaining<Result>(
    _ bindings: [Binding], in workspace: Workspace, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as BindingError where error.kind == .notFound {
      guard let binding = bindings.first(where: { $0.description == error.binding }),
        let remedy = try remedy(for: error, in: binding, workspace)
      else { throw error }
      throw remedy
    }
  }

  private func remedy(for error: BindingError, in binding: Binding, _ workspace: Workspace) throws -> OKitError? {
    if let home = environment("HOME"), error.binding.utf8.starts(with: "\(home)/".utf8) {
      let path = "~\(error.binding.dropFirst(home.count))"
      return OKitError(
        .notFound, "\(error.description) at \(error.binding)",
        remedy: .words("write \(ShellWord.quoted(path)) in quotes; the shell expanded it to this"))
    }
    guard binding.model == nil, case .property(let name)? = binding.segments.first?.step,
      error.range == binding.segments[0].range
    else { return nil }
    let models = try workspace.storedModels().map(\.description)
    if models.contains(name) {
      return OKitError(
        .notFound, "no property '\(name)', but there is a model with this name",
        remedy: .words("write \(ShellWord.operands(name + ":PATH")) for a value of the model"))
    }
    guard Nearest.to(name, among: error.candidates) == nil, let model = Nearest.to(name, among: models) else {
      return nil
    }
    return OKitError(.notFound, "no property '\(name)'", remedy: .words("did you mean the model '\(model):'?"))
  }
}
