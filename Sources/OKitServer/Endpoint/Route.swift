import HTTPServer
import OKitEditing
import OKitStorage

/// The resource that a request target names.
enum Route: Sendable {
  /// A file of the data folder.
  case file(StoredFile)
  case value
  case list
  case events
  case health
  case metrics

  /// The methods that it takes.
  var methods: [String] {
    if case .file = self { return ["GET", "HEAD", "POST", "PUT", "DELETE"] }
    return ["GET", "HEAD"]
  }

  /// Throws a ``Refusal`` if the target names nothing, and an error of kind `usage` if a name is not valid.
  init(_ target: RequestTarget?) throws {
    guard let target else { throw Refusal(400, "the target of the request is malformed") }
    if target.path.count == 1, let route = Self.named[target.path[0]] {
      self = route
    } else if let file = try StoredFile(components: target.path) {
      self = .file(file)
    } else {
      throw Refusal(404, "nothing has this path")
    }
  }

  private static let named: [String: Route] = [
    "value": .value, "list": .list, "events": .events, "healthz": .health, "metrics": .metrics,
  ]
}
