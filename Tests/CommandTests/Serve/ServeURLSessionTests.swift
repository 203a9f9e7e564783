import Foundation
import FoundationNetworking
import TestSupport
import Testing

/// The framework's requests, sent as it sends them: by URLSession, with only Content-Type set, and without looking at statuses.
@Suite struct ServeURLSessionTests {
  /// What the framework's HTTP store does.
  private struct Store {
    let endpoint: URL
    private let session = URLSession(configuration: .ephemeral)

    init(endpoint: String) throws { self.endpoint = try #require(URL(string: endpoint)) }

    private func send(_ path: String, _ method: String, _ type: String?, _ body: Data?) throws -> (Data?, Int) {
      let address = endpoint.absoluteString + "/" + path
      var request = URLRequest(url: try #require(URL(string: address)), cachePolicy: .reloadIgnoringLocalCacheData)
      request.httpMethod = method
      request.httpBody = body
      if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
      nonisolated(unsafe) var result: (Data?, Int) = (nil, 0)
      let done = DispatchSemaphore(value: 0)
      session.dataTask(with: request) { data, response, _ in
        result = (data, (response as? HTTPURLResponse)?.statusCode ?? 0)
        done.signal()
      }.resume()
      done.wait()
      return result
    }

    func read(_ path: String, type: String = "application/json") throws -> Data? { try send(path, "GET", type, nil).0 }

    @discardableResult
    func write(_ path: String, _ data: Data, type: String = "application/json") throws -> Int {
      try send(path, "POST", type, data).1
    }

    @discardableResult
    func delete(_ path: String) throws -> Int { try send(path, "DELETE", "application/json", nil).1 }
  }

  @Test func appReadsAndStoresItsModels() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let store = try Store(endpoint: server.address)
    #expect(try store.read("default.json") == Data(Files.read(shop.path("default.json"))))
    let changed = Data(try shop.changedDefault())
    #expect(try store.write("default.json", changed) == 204)
    #expect(try Data(Files.read(shop.path("default.json"))) == changed)
    // Pictures are sent as JSON, too.
    let picture = Data(SampleAttachment.pngSignature + [1, 2, 3])
    #expect(try store.write("_image/NEW%20ONE.png", picture) == 201)
    #expect(try store.read("_image/NEW%20ONE.png") == picture)
    #expect(try Data(Files.read(shop.path("_image/NEW ONE.png"))) == picture)
    #expect(try store.delete("_image/NEW%20ONE.png") == 204)
    #expect(!Files.exists(shop.path("_image/NEW ONE.png")))
    #expect(try store.delete("_image/NEW%20ONE.png") == 404)
    let partial = "directory/" + (try #require(Files.names(in: shop.path("directory")).sorted().first))
    let bytes = try #require(try store.read(partial))
    #expect(try store.delete(partial) == 204)
    #expect(try store.write(partial, bytes) == 201)
    #expect(try shop.shop.okit("check").text == "")
  }

  /// Records the framework's requests from a socket, and sends the same bytes to okit.
  @Test(arguments: [FormedShop.Form.plain, .age, .okitCBC])
  func requestsOfTheFrameworkAreServedByteForByte(form: FormedShop.Form) throws {
    let shop = try FormedShop(form)
    let server = try shop.serve()
    let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    let recorded = try RecordedRequests()
    defer { recorded.stop() }
    let store = try Store(endpoint: "http://127.0.0.1:\(recorded.port)")
    let before = try FileTree(shop.data)
    for (path, entry) in before.entries {
      guard case .file(let bytes) = entry else { continue }
      let name = String(decoding: path, as: UTF8.self)
      let isPlain = form == .plain || !name.hasSuffix(".json") || name == "settings.json"
      let type = isPlain ? "application/json" : "application/octet-stream"
      _ = try store.read(name, type: type)
      try store.delete(name)
      try store.write(name, Data(bytes), type: type)
      let requests = recorded.take()
      #expect(requests.count == 3)
      for (request, method) in zip(requests, ["GET", "DELETE", "POST"]) {
        let (lines, body) = RecordedRequests.split(request)
        #expect(lines.first == "\(method) /\(name) HTTP/1.1")
        let wanted = method == "DELETE" ? "application/json" : type
        #expect(lines.filter { $0.lowercased().hasPrefix("content-type:") } == ["Content-Type: \(wanted)"], "\(lines)")
        #expect(!lines.contains { $0.lowercased().hasPrefix("transfer-encoding:") })
        #expect(body == (method == "POST" ? bytes : []))
        let answer = try RecordedRequests.replay(request, to: port)
        #expect(
          answer.hasPrefix("HTTP/1.1 \(["GET": 200, "DELETE": 204, "POST": 201][method]!) "), "\(name): \(answer)")
        #expect(Files.exists(shop.path(name)) == (method != "DELETE"))
      }
      #expect(try Files.read(shop.path(name)) == bytes)
    }
    #expect(try FileTree(shop.data).differences(from: before) == [])
    #expect(try shop.shop.okit("check").text == "")
  }

  @Test func appStoresADeletedModelAgainInItsOwnCipher() throws {
    let shop = try FormedShop(.okitCBC)
    let server = try shop.serve()
    let store = try Store(endpoint: server.address)
    let bytes = try Data(Files.read(shop.path("directory.json")))
    #expect(try shop.machine.run("jq", "-r", ".cipher", shop.root + "/okit/okit.json").line == "age")
    #expect(try store.delete("directory.json") == 204)
    #expect(try store.write("directory.json", Data("{}".utf8)) == 422)
    #expect(try store.write("directory.json", bytes, type: "application/octet-stream") == 201)
    #expect(try Data(Files.read(shop.path("directory.json"))) == bytes)
  }

  @Test func appStoresAnEncryptedModel() throws {
    let shop = try FormedShop(.okitCBC)
    let server = try shop.serve()
    let store = try Store(endpoint: server.address)
    let bytes = try #require(try store.read("default.json", type: "application/octet-stream"))
    #expect(try bytes == Data(Files.read(shop.path("default.json"))))
    let changed = Data(try shop.changedDefault())
    #expect(try store.write("default.json", changed, type: "application/octet-stream") == 204)
    #expect(try shop.shop.okit("get", "books[0]/copies").line == "8")
    // The setting of the app is off, but this model is stored encrypted.
    #expect(try store.write("default.json", Data(shop.plain("default.json"))) == 422)
  }
}
