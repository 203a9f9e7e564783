import HTTPServer
import OKitEditing
import OKitModels
import OKitStorage

/// Stores and removes whole files, each in one transaction with rules and hooks.
struct FileWriting {
  /// The command that the log of the workspace shows.
  private static let command = "serve"
  /// The name of the body in messages.
  private static let bodyName = "request body"
  private static let documentTypes = ["application/json", "application/octet-stream"]

  private let workspace: Workspace
  private let replacement: FileReplacement
  private let versions: FileVersions

  /// - Parameters:
  ///   - opensEncrypted: True to decrypt and check encrypted documents.
  ///   - newModels: The models that may be created although nothing names them.
  init(_ workspace: Workspace, _ versions: FileVersions, opensEncrypted: Bool, newModels: Set<ModelName>) {
    self.workspace = workspace
    self.versions = versions
    replacement = FileReplacement(workspace, opensEncrypted: opensEncrypted, newModels: newModels)
  }

  /// Throws a ``Refusal`` if the header of a request to store a file is not valid.
  static func requireValidHeader(_ request: HTTPRequest, _ file: StoredFile) throws {
    _ = try Preconditions(request)
    if let encoding = request.value("content-encoding"), encoding != "identity" {
      throw Refusal(415, "an encoded body is not supported")
    }
    if !request.values("content-range").isEmpty { throw Refusal(400, "a part of a file cannot be stored") }
    guard file.model != nil, let type = request.mediaType else { return }
    guard documentTypes.contains(type) else {
      throw Refusal(
        415, "a document is application/json, or application/octet-stream if it is encrypted",
        headers: [("Accept", documentTypes.joined(separator: ", "))])
    }
  }

  /// Stores the body of a request. Throws a ``Refusal`` if a condition is not met, and the errors of `FileReplacement`.
  func store(_ request: HTTPRequest, _ body: RequestBody?, at file: StoredFile) throws -> HTTPResponse {
    let conditions = try requirePresent(Preconditions(request), file)
    let body = try body ?? RequestBody(expectedSize: 0, in: nil)
    let outcome: FileReplacement.Outcome
    do {
      outcome = try replacement.store(file, body.file(named: Self.bodyName), command: Self.command) { present in
        try conditions.requireChange(of: present) { try versions.tag(of: $0, file.path) }
      }
    } catch let fault as UnacceptableContent {
      throw Refusal(422, fault.error.message)
    }
    let headers = [("ETag", EntityTag(body.digest).description)]
    return HTTPResponse(outcome == .created ? 201 : 204, headers: headers)
  }

  /// Removes a file. Throws a ``Refusal`` if there is none or a condition is not met, and the errors of `FileReplacement`.
  func remove(_ request: HTTPRequest, _ file: StoredFile) throws -> HTTPResponse {
    let conditions = try requirePresent(Preconditions(request), file)
    let wasThere = try replacement.remove(file, command: Self.command) { present in
      try conditions.requireChange(of: present) { try versions.tag(of: $0, file.path) }
    }
    guard wasThere else { throw Refusal(404, "no such file") }
    return HTTPResponse(204)
  }

  /// Checks conditions before the workspace is locked, so that a large file is read while others can use it. Under the lock, its version is known
  /// unless the file was changed in between.
  private func requirePresent(_ conditions: Preconditions, _ file: StoredFile) throws -> Preconditions {
    if conditions.needVersion {
      try conditions.requireChange(of: workspace.open(file)) { try versions.tag(of: $0, file.path) }
    }
    return conditions
  }
}
