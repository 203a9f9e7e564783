/// A request that is refused because of the request itself, not because of the data.
struct Refusal: Error {
  /// The status.
  let status: Int
  /// The reason, in lower case and without a full stop.
  let reason: String
  /// Headers that tell the client more.
  var headers: [(name: String, value: String)] = []

  init(_ status: Int, _ reason: String, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.reason = reason
    self.headers = headers
  }
}
