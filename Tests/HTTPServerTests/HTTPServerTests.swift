import Ciphers
import Dispatch
import Glibc
import OKitStorage
import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

/// A server in this process, with raw sockets as its clients.
@Suite(.enabled(if: MicroHTTPD.installed != nil, "needs libmicrohttpd")) struct HTTPServerTests {
  private static let get = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

  private static func stream() -> HTTPResponse {
    let stream = EventStream()
    stream.push(Array(": hello\n\n".utf8))
    return HTTPResponse(200, body: .events(stream))
  }

  @Test func stopEndsStreamsThatNobodyElseEnds() throws {
    let running = try RunningServer { _ in Self.stream() }
    let client = try #require(try running.connect()).send(Self.get)
    #expect(client.receive(until: ": hello\n\n\r\n").contains(": hello"))
    running.server.stopAccepting()
    // libmicrohttpd aborts the process if a connection waits for an event.
    running.server.stop(waitingFor: .zero)
    #expect(!client.receive().hasSuffix("[timeout]"))
    #expect(running.records(1).first?.isStream == true)
  }

  @Test func streamThatBeginsAfterTheEndIsEnded() {
    let table = StreamTable()
    let (early, late) = (EventStream(), EventStream())
    table.add(early)
    table.end()
    table.add(late)
    #expect(early.hasEnded && late.hasEnded)
  }

  @Test func stoppingServerRefusesConnectionsAndAnswersRequests() throws {
    let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let running = try RunningServer { _ in
      begun.signal()
      _ = go.wait(timeout: .now() + 60)
      return HTTPResponse(200, body: .bytes(Array("done".utf8)))
    }
    let client = try #require(try running.connect()).send(Self.get)
    #expect(begun.wait(timeout: .now() + 60) == .success)
    running.server.stopAccepting()
    #expect(try running.connect() == nil)
    go.signal()
    let response = client.receive()
    #expect(response.hasSuffix("\r\n\r\ndone") && response.contains("Connection: close\r\n"))
    running.server.stop(waitingFor: .seconds(10))
  }

  @Test func connectionsAboveTheLimitAreClosedAtOnce() throws {
    var settings = ServerSettings()
    settings.maximumConnections = 2
    let running = try RunningServer(settings)
    let first = try (0..<2).map { _ in try #require(try running.connect()).send(Self.get) }
    for client in first { #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204 ")) }
    // Many at once, so that they come before the library has counted the others.
    let more = try (0..<50).map { _ in try #require(try running.connect()).send(Self.get) }
    for client in more { #expect(client.receive() == "") }
    #expect(running.server.connections == 2)
    // Those that end make room for others.
    for client in first { client.end() }
    for _ in 0..<1000 where running.server.connections > 0 { usleep(10_000) }
    let next = try #require(try running.connect()).send(Self.get)
    #expect(next.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
    running.server.stop(waitingFor: .zero)
  }

  @Test func allBodiesShareOneBudget() throws {
    var settings = ServerSettings()
    settings.bodyBudget = 100_000
    let running = try RunningServer(settings)
    let put = "PUT / HTTP/1.1\r\nHost: x\r\n"
    let text = String(repeating: "x", count: 60_000)
    let slow = try #require(try running.connect())
    slow.send(put + "Transfer-Encoding: chunked\r\n\r\nEA60\r\n\(text)\r\n")
    func second() throws -> String {
      try #require(try running.connect()).send(put + "Connection: close\r\nContent-Length: 60000\r\n\r\n\(text)")
        .receive()
    }
    for _ in 0..<1000 where running.server.core.budget.hasRoom(for: 60_000) { usleep(10_000) }
    #expect(try second().hasPrefix("HTTP/1.1 503 "))
    slow.send("0\r\n\r\n")
    #expect(slow.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
    #expect(try second().hasPrefix("HTTP/1.1 204 "))
    // One that turns out to be too large gets its answer, too.
    let large = try #require(try running.connect())
    large.send(put + "Transfer-Encoding: chunked\r\n\r\nEA60\r\n\(text)\r\nEA60\r\n\(text)\r\n0\r\n\r\n")
    let refused = large.receive()
    #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Connection: close\r\n"))
    running.server.stop(waitingFor: .zero)
  }

  @Test func requestThatTheLibraryRefusesIsRecorded() throws {
    let running = try RunningServer()
    let requests = [
      "GET /a HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
      "GET /b HTTP/1.1\r\nX: \(String(repeating: "x", count: 40_000))\r\n\r\n",
      "PUT /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnumber\r\n",
    ]
    for (index, request) in requests.enumerated() {
      let status = try #require(try running.connect()).send(request).receive().split(separator: " ").dropFirst().first
      let record = try #require(running.records(index + 1).last)
      #expect(String(record.status) == status.map(String.init), "\(request.prefix(20))")
    }
    #expect(running.handler.records.map(\.status) == [400, 431, 400])
    #expect(running.handler.records.map(\.request.rawTarget) == ["/a", "/b", "/c"])
    running.server.stop(waitingFor: .zero)
  }

  @Test func connectionWithoutARequestIsCounted() throws {
    let running = try RunningServer()
    let refused = [
      ("GET /\(String(repeating: "x", count: 40_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 414 "),
      ("GET / HTTP/3.1\r\nHost: x\r\n\r\n", "HTTP/1.1 505 "),
    ]
    for (index, (request, answer)) in refused.enumerated() {
      #expect(try #require(try running.connect()).send(request).receive().hasPrefix(answer))
      for _ in 0..<500 where running.server.connectionsWithoutRequest <= index { usleep(10_000) }
      #expect(running.server.connectionsWithoutRequest == index + 1)
    }
    let client = try #require(try running.connect()).send(Self.get)
    #expect(client.receive(until: "\r\n\r\n").hasPrefix("HTTP/1.1 204 "))
    client.end()
    for _ in 0..<500 where running.server.connections > 0 { usleep(10_000) }
    #expect(running.server.connectionsWithoutRequest == 2)
    #expect(running.handler.records.map(\.status) == [204])
    running.server.stop(waitingFor: .zero)
  }

  @Test func clientThatSendsTooMuchForTooLongGetsTheAnswer() throws {
    var settings = ServerSettings()
    settings.timeout = .seconds(1)
    let running = try RunningServer(settings)
    let client = try #require(try running.connect())
    client.send("PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
    let chunk = "10000\r\n\(String(repeating: "x", count: 65_536))\r\n"
    var wait = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    for _ in 0..<1000 where poll(&wait, 1, 10) == 0 { client.send(chunk) }
    let answer = client.receive()
    #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("\r\nConnection: close\r\n"), "\(answer)")
    #expect(answer.hasSuffix("\r\n\r\ntooLarge(limit: 1048576)"))
    let record = try #require(running.records(1).first)
    #expect(record.status == 413 && record.isComplete)
    running.server.stop(waitingFor: .zero)
  }

  @Test func bodyMustArriveInTimeAllTheTime() throws {
    var settings = ServerSettings()
    settings.timeout = .seconds(1)
    let running = try RunningServer(settings)
    let client = try #require(try running.connect())
    client.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n")
    let start = ContinuousClock.now
    var wait = pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, 100) == 0, ContinuousClock.now - start < .seconds(30) { client.send("x") }
    #expect(ContinuousClock.now - start < .seconds(15))
    for _ in 0..<500 where running.server.cutOffConnections == 0 { usleep(10_000) }
    #expect(running.server.cutOffConnections == 1)
    running.server.stop(waitingFor: .zero)
  }

  @Test func certificateThatIsNoneIsAnError() throws {
    var settings = ServerSettings()
    func text() -> SharedSecret { SharedSecret(SecretBytes(copying: Array("no certificate".utf8))) }
    settings.certificate = ServerSettings.Certificate(chain: text(), key: text())
    // The threads that were started already must end before what they use.
    for _ in 0..<100 { #expect(throws: OKitError.self) { try RunningServer(settings) } }
  }
}
