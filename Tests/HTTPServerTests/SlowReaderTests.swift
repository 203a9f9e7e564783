import Glibc
import OKitStorage
import TestSupport
import Testing

@testable import HTTPServer

/// Clients that read a response more slowly than the server allows.
@Suite(.enabled(if: MicroHTTPD.installed != nil, "needs libmicrohttpd")) struct SlowReaderTests {
  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
  private static let fileSize = 1 << 30

  /// A response with a file that needs no space.
  private static func largeFile() throws -> HTTPResponse {
    let empty = UnnamedFile()
    try #require(ftruncate(empty.descriptor, fileSize) == 0)
    let file = try OpenFile("file", taking: dup(empty.descriptor))
    return HTTPResponse(200, body: .file(try FilePart(file, 0..<Int64(fileSize))))
  }

  @Test func responseMustBeReadAtTheMinimumRate() throws {
    let settings = ServerSettings()
    let response = try Self.largeFile()
    let running = try RunningServer(settings) { _ in response }
    let connections = running.server.core.connections
    let start = MonotonicTime.milliseconds
    let client = try #require(try running.connect(receiveBuffer: 64 << 10)).send(Self.get)
    #expect(client.receive(count: 16 << 20) == 16 << 20)
    let end = MonotonicTime.milliseconds
    // The client's system has confirmed up to a segment less or a buffer more than the client has read.
    func time(for megabytes: Int64) -> Int64 { 30_000 + (megabytes << 20) * 1000 / settings.minimumRate }
    #expect(connections.cutOffLate(settings, at: start + time(for: 15)) == 0)
    #expect(connections.cutOffLate(settings, at: end + time(for: 17)) == 1)
    #expect(client.receive(count: Self.fileSize) < Self.fileSize - 16 << 20)
    let record = try #require(running.records(1).first)
    #expect(record.status == 200 && !record.isComplete)
    running.server.stop(waitingFor: .zero)
  }

  @Test func clientThatReadsTooSlowlyAllTheTimeIsCutOff() throws {
    var settings = ServerSettings()
    // libmicrohttpd cuts off only clients that read nothing for as long as this.
    settings.timeout = .seconds(5)
    settings.minimumRate = 1 << 40
    let response = try Self.largeFile()
    let running = try RunningServer(settings) { _ in response }
    let client = try #require(try running.connect(receiveBuffer: 64 << 10)).send(Self.get)
    let start = ContinuousClock.now
    while client.receive(count: 64 << 10) == 64 << 10, ContinuousClock.now - start < .seconds(60) { usleep(10_000) }
    #expect(ContinuousClock.now - start >= .seconds(5))
    for _ in 0..<500 where running.server.cutOffConnections == 0 { usleep(10_000) }
    #expect(running.server.cutOffConnections == 1)
    running.server.stop(waitingFor: .zero)
  }

  @Test func connectionThatWaitsForEventsIsNotCutOff() throws {
    let settings = ServerSettings()
    let stream = EventStream()
    stream.push([UInt8](repeating: 0x3a, count: 1 << 20) + Array("\n\n".utf8))
    let running = try RunningServer(settings) { _ in HTTPResponse(200, body: .events(stream)) }
    let client = try #require(try running.connect()).send(Self.get)
    #expect(!client.receive(until: "\n\n\r\n").hasSuffix("[timeout]"))
    let later = MonotonicTime.milliseconds + 1_000_000_000
    #expect(running.server.core.connections.cutOffLate(settings, at: later) == 0)
    stream.push(Array("data: x\n\n".utf8))
    #expect(client.receive(until: "data: x\n\n\r\n").hasPrefix("9\r\n"))
    running.server.stop(waitingFor: .zero)
  }

  @Test func connectionHasTheWholeTimeoutAfterALargeResponse() throws {
    let settings = ServerSettings()
    let running = try RunningServer(settings) { _ in
      HTTPResponse(200, body: .bytes([UInt8](repeating: 0, count: 1 << 20)))
    }
    let connections = running.server.core.connections
    let client = try #require(try running.connect()).send(Self.get)
    #expect(client.receive(count: 1 << 20) == 1 << 20)
    let answered = MonotonicTime.milliseconds
    _ = running.records(1)
    let recorded = MonotonicTime.milliseconds
    #expect(connections.cutOffLate(settings, at: answered + 29_000) == 0)
    #expect(connections.cutOffLate(settings, at: recorded + 31_000) == 1)
    running.server.stop(waitingFor: .zero)
  }
}
