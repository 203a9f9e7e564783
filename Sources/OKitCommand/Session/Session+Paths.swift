import Bindings
import OKit

extension Session {
  /// Runs `body`; where a path begins with the name of a model that it probably meant, the error says so.
  func explaining<Result>(
    _ bindings: [Binding], in workspace: Workspace, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as BindingError where error.kind == .notFound {
      guard let binding = bindings.first(where: { $0.description == error.binding }), binding.model == nil,
        case .property(let name)? = binding.segments.first?.step, error.range == binding.segments[0].range,
        try workspace.storedModels().contains(where: { $0.description == name })
      else { throw error }
      throw OKitError(
        .notFound, "no property '\(name)', but a model of this name", remedy: .words("write \(name):… for the model"))
    }
  }
}
