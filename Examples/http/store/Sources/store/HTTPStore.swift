import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The files of models behind HTTP, as the framework reads and stores them.
///
/// A file is `NAME.json`, `NAME/KEY.json`, `_image/ID.EXT` or `_data/ID.raw`. The body of a request or a response is the file, byte for byte.
struct HTTPStore {
  /// An answer other than a success.
  struct Failure: Error, CustomStringConvertible {
    let status: Int
    let text: String

    var description: String { "\(status) \(text)" }
  }

  /// The URL of the folder, such as `http://127.0.0.1:8123`.
  let endpoint: URL
  /// The token, if the server needs one.
  var token: String?

  private let session = URLSession(configuration: .ephemeral)

  init(endpoint: URL, token: String? = nil) {
    self.endpoint = endpoint
    self.token = token
  }

  /// Returns the content of a file.
  func read(_ path: String) async throws -> Data { try await send("GET", path, nil, isEncrypted: false) }

  /// Replaces or creates a file. An encrypted one is sent as `application/octet-stream`.
  func write(_ path: String, _ content: Data, isEncrypted: Bool) async throws {
    _ = try await send("POST", path, content, isEncrypted: isEncrypted)
  }

  /// Deletes a file.
  func delete(_ path: String) async throws { _ = try await send("DELETE", path, nil, isEncrypted: false) }

  private func send(_ method: String, _ path: String, _ body: Data?, isEncrypted: Bool) async throws -> Data {
    var request = URLRequest(url: endpoint.appendingPathComponent(path), cachePolicy: .reloadIgnoringLocalCacheData)
    request.httpMethod = method
    request.httpBody = body
    request.setValue(isEncrypted ? "application/octet-stream" : "application/json", forHTTPHeaderField: "Content-Type")
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else {
      throw Failure(status: status, text: String(decoding: data, as: UTF8.self))
    }
    return data
  }
}
