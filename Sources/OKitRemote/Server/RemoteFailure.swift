import HTTPClient
import JSONDocument
import OKitStorage

extension OKitError {
  /// The error of a request without a usable answer.
  init(_ error: HTTPError) {
    switch error.reason {
    case .missingLibrary:
      self.init(.unsupported, error.description, remedy: .words("install the package libcurl4"))
    case .invalidURL, .invalidSettings: self.init(.configuration, error.description)
    case .unreachable, .interrupted: self.init(.unreachable, error.description)
    case .insecure: self.init(.inputOutput, error.description)
    case .invalidAnswer: self.init(.malformed, error.description)
    case .redirected:
      self.init(.configuration, error.description, remedy: .words("correct 'endpoint' in okit.json if it is right"))
    }
  }

  /// The error for an answer that is neither a success nor 404.
  init(_ response: HTTPResponse, to method: HTTPRequest.Method, _ url: HTTPURL) {
    let answer = "\(url) answers \(method.rawValue) with status \(response.status)" + Self.said(response.problem)
    switch response.status {
    case 401, 403:
      self.init(
        .refused, answer,
        remedy: .words("name a file with a token in $OKIT_TOKEN_FILE, or a user in a netrc file"))
    case 412: self.init(.busy, "\(url) was changed on the server in the meantime", remedy: .synchronize)
    case 409, 423: self.init(.busy, answer)
    case 408, 425, 429, 500...599: self.init(.unreachable, answer)
    case 300...399: self.init(.configuration, answer)
    case 405:
      self.init(.unsupported, answer, remedy: .words("set method to PUT in 'endpoint' of okit.json if it wants that"))
    default: self.init(.malformed, answer)
    }
  }

  /// Returns what the server said, from `application/problem+json`.
  private static func said(_ problem: [UInt8]) -> String {
    guard let root = try? JSONDocument(parsing: JSONBytes(problem)).root,
      let text = root["detail"]?.string ?? root["title"]?.string, !text.isEmpty
    else { return "" }
    return ": \(PathComponent.printable(text.shortened(to: 200)))"
  }
}

extension OKitError.Remedy {
  /// Merging the changes of the server.
  static var synchronize: Self { .words("run 'okit remote sync' to merge its changes") }
}
