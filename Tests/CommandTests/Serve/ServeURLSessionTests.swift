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
