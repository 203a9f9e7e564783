import HTTPServer
import Testing

@testable import OKitServer

@Suite struct ServerMetricsTests {
  @Test func streamsAreNotInTheTimesOfRequests() {
    let metrics = ServerMetrics()
    func record(_ target: String, microseconds: Int64, isStream: Bool) -> RequestRecord {
      RequestRecord(
        request: HTTPRequest(method: "GET", rawTarget: target), status: 200, size: 1, received: 0,
        microseconds: microseconds, isComplete: true, isStream: isStream)
    }
    metrics.count(record("/default.json", microseconds: 2000, isStream: false))
    metrics.count(record("/events", microseconds: 3_600_000_000, isStream: true))
    let text = metrics.text(ServerMetrics.Gauges())
    #expect(text.contains(#"okit_http_requests_total{method="GET",status="200"} 2"#))
    #expect(
      text.contains("okit_http_request_seconds_count 1\n") && text.contains("okit_http_request_seconds_sum 0.002\n"))
  }
}
