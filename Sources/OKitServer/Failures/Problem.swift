import Bindings
import Glibc
package import HTTPServer
import JSONDocument
import OKitModels
package import OKitStorage

/// An error as clients get it: `application/problem+json` of RFC 9457, with okit's message.
package struct Problem {
  private static let maximumViolations = 50
  /// The time after which a client tries again, in seconds.
  private static let retryTime = 1

  /// The status.
  package let status: Int
  private let detail: String
  private var headers: [(name: String, value: String)] = []
  private var violations: [RuleFinding] = []

  /// The problem that an error is. `root` is the folder of the workspace, which is not shown.
  ///
  /// This is the only place that chooses a status for an error of okit.
  package init(_ error: any Error, root: FilePath) {
    switch error {
    case let refusal as Refusal:
      status = refusal.status
      detail = refusal.reason
      headers = refusal.headers
    case let error as OKitError:
      status = Self.status(of: error)
      detail = Self.withoutRoot(error.message, root)
    case let error as SystemError:
      status = Self.status(of: error)
      detail = Self.withoutRoot(error.description, root)
    case let error as BindingError:
      status = error.kind == .notFound ? 404 : 400
      detail = error.description
    case let error as RuleViolations:
      status = 422
      violations = Array(error.findings.prefix(Self.maximumViolations))
      detail =
        error.findings.count == 1
        ? error.findings[0].description : "the change violates rules in \(error.findings.count) places"
    default:
      status = 500
      detail = "unexpected error"
    }
    if status == 503 { headers.append(("Retry-After", "\(Self.retryTime)")) }
  }

  private static func status(of error: OKitError) -> Int {
    switch error.kind {
    case .usage: 400
    case .locked, .refused: 403
    case .notFound: 404
    case .exists: 409
    case .unsupported: 501
    // What is wrong with a request is a `Refusal` or of kind `usage`. Anything else that is malformed is stored here.
    case .malformed, .inputOutput, .configuration: 500
    case .busy: error.isRefusal ? 409 : 503
    case .unreachable: 503
    }
  }

  private static func status(of error: SystemError) -> Int {
    switch error.code {
    case ENOSPC, EDQUOT, EFBIG: 507
    case EMFILE, ENFILE, ENOMEM: 503
    default: 500
    }
  }

  /// Returns the message with paths in the workspace instead of absolute ones. The place of the workspace is nobody's business.
  private static func withoutRoot(_ message: String, _ root: FilePath) -> String {
    let (bytes, prefix) = (Array(message.utf8), Array((root.text + "/").utf8))
    var shown: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index...].starts(with: prefix) {
        index += prefix.count
      } else {
        shown.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: shown, as: UTF8.self)
  }

  /// The response.
  package var response: HTTPResponse {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("type", "about:blank")
      writer.member("title", Self.titles[status] ?? "Error")
      writer.member("status", status)
      writer.member("detail", detail)
      guard !violations.isEmpty else { return }
      writer.array("violations") { writer in
        for violation in violations {
          writer.object { writer in
            writer.member("model", violation.model.description)
            writer.member("path", violation.path)
            writer.member("id", violation.id)
            writer.member("message", violation.message)
            writer.member("rule", violation.rule)
          }
        }
      }
    }
    let type = ("Content-Type", "application/problem+json")
    return HTTPResponse(
      status, headers: headers + [type, ("Cache-Control", "no-store")], body: .bytes(writer.bytes + [0x0a]))
  }

  private static let titles = [
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    409: "Conflict", 412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 421: "Misdirected Request", 422: "Unprocessable Content",
    500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable", 507: "Insufficient Storage",
  ]
}
