import Testing

@testable import HTTPServer

@Suite struct EventStreamTests {
  private static func take(_ stream: EventStream, _ size: Int = 100) -> (String?, isWaiting: Bool) {
    var buffer = [UInt8](repeating: 0, count: size)
    let taken = buffer.withUnsafeMutableBytes { stream.take(into: $0) { {} } }
    switch taken {
    case .bytes(let count): return (String(decoding: buffer[..<count], as: UTF8.self), false)
    case .waiting: return (nil, true)
    case .end: return (nil, false)
    }
  }

  @Test func bytesComeInOrder() {
    let stream = EventStream()
    stream.push(Array("one".utf8))
    stream.push(Array("two".utf8))
    #expect(Self.take(stream, 4) == ("onet", false))
    #expect(Self.take(stream) == ("wo", false))
    #expect(Self.take(stream) == (nil, true))
  }

  @Test func waitingBytesAreSentBeforeTheEnd() {
    let stream = EventStream()
    stream.push(Array("last".utf8))
    stream.end()
    stream.push(Array("never".utf8))
    #expect(Self.take(stream) == ("last", false))
    #expect(Self.take(stream) == (nil, false))
  }

  @Test func clientThatIsTooFarBehindIsCutOff() {
    let stream = EventStream()
    let megabyte = [UInt8](repeating: 0, count: 1 << 20)
    for _ in 0..<4 { stream.push(megabyte) }
    #expect(!stream.hasEnded)
    stream.push([0])
    #expect(stream.hasEnded && Self.take(stream) == (nil, false))
  }
}
