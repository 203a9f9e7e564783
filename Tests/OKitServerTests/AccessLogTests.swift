import Testing

@testable import HTTPServer
@testable import OKitServer

@Suite struct AccessLogTests {
  private static let request = HTTPRequest(
    method: "GET", rawTarget: "/value?path=books%5Bname=Secret%5D", client: "10.0.0.1",
    headers: [("referer", "http://x/y?Secret"), ("user-agent", "a \"b\"\n\u{1b}é")])
  private static let record = RequestRecord(
    request: request, status: 200, size: 17, received: 0, microseconds: 1234, isComplete: true)

  @Test func combinedLineHasNoParametersAndNoControls() {
    let line = AccessLog.line(Self.record, token: 3, as: .combined, at: 784_111_777)
    #expect(
      String(decoding: line, as: UTF8.self)
        == "10.0.0.1 - token3 [06/Nov/1994:08:49:37 +0000] \"GET /value HTTP/1.1\" 200 17 \"http://x/y\" "
        + "\"a \\x22b\\x22\\x0a\\x1b\\xc3\\xa9\"\n")
  }

  @Test func lineOfJSONIsAnObject() {
    let line = AccessLog.line(Self.record, token: nil, as: .json, at: 784_111_777)
    let text = String(decoding: line, as: UTF8.self)
    #expect(
      text.hasPrefix(
        #"{"time":"1994-11-06T08:49:37Z","client":"10.0.0.1","token":null,"method":"GET","path":"/value","status":200,"#
      ))
    #expect(!text.contains("Secret") && text.split(separator: "\n").count == 1)
  }
}
