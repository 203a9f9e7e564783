import HTTPServer
import OKitStorage
import Testing

@testable import OKitServer

@Suite struct ProblemTests {
  private static func problem(_ error: any Error) -> Problem { Problem(error, root: FilePath(text: "/srv/shop")) }

  private static func text(_ problem: Problem) -> String {
    guard case .bytes(let bytes) = problem.response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (.usage, 400), (.locked, 403), (.notFound, 404), (.exists, 409), (.malformed, 500), (.unsupported, 501),
      (.inputOutput, 500), (.configuration, 500), (.busy, 503), (.unreachable, 503),
    ] as [(OKitError.Kind, Int)])
  func eachKindOfErrorHasAStatus(kind: OKitError.Kind, status: Int) {
    let problem = Self.problem(OKitError(kind, "cannot read /srv/shop/okit/data/x.json and \"y\""))
    #expect(problem.status == status)
    let text = Self.text(problem)
    #expect(text.contains(#""status":\#(status),"detail":"cannot read okit/data/x.json and \"y\"""#), "\(text)")
    let retry = problem.response.headers.filter { $0.name == "Retry-After" }.count
    #expect(retry == (status == 503 ? 1 : 0))
  }

  @Test func refusalOfAHookIsAConflict() {
    #expect(Self.problem(OKitError(.busy, "no", isRefusal: true)).status == 409)
  }

  @Test func fullDiskHasItsOwnStatus() {
    #expect(Self.problem(SystemError("write", FilePath(text: "/srv/shop/x"), code: 28)).status == 507)
    #expect(Self.problem(SystemError("read", FilePath(text: "/srv/shop/x"), code: 13)).status == 500)
  }

  @Test func unknownErrorShowsNothing() {
    struct Other: Error { let secret = "secret" }
    #expect(Self.problem(Other()).status == 500 && !Self.text(Self.problem(Other())).contains("secret"))
  }
}
