/// Answers the requests of a server. Several threads call it at once.
package protocol RequestHandler: AnyObject, Sendable {
  /// Decides about a request by its header. Returns a response to refuse it; nil to receive its body and answer it.
  func refusal(of request: HTTPRequest) -> HTTPResponse?

  /// The largest body of a request in bytes.
  func maximumBody(of request: HTTPRequest) -> Int64

  /// Answers a request. With `mayBlock` false, returns nil if that would take long; the server then calls it on another thread.
  func respond(to request: HTTPRequest, body: RequestBody?, mayBlock: Bool) -> HTTPResponse?

  /// The lane in which a request waits that takes long.
  func lane(of request: HTTPRequest) -> WorkLane

  /// Returns the response to a request that the server itself refuses.
  func response(to fault: RequestFault) -> HTTPResponse

  /// A response was sent, or its client is gone.
  func finished(_ record: RequestRecord)
}

/// A reason why the server refuses a request without asking its handler.
package enum RequestFault: Sendable {
  /// The body is larger than this number of bytes.
  case tooLarge(limit: Int64)
  /// Too many requests wait.
  case overloaded
  /// The body could not be stored.
  case noSpace
}

/// A request that was answered, for logs and statistics.
package struct RequestRecord: Sendable {
  /// The request; nil if its header never arrived.
  package let request: HTTPRequest?
  /// The status of the response; 0 if the client left before there was one.
  package let status: Int
  /// The number of bytes of the response's content.
  package let size: Int64
  /// The number of bytes of the body.
  package let received: Int64
  /// The time from the request's first line to the end of the response, in microseconds.
  package let microseconds: Int64
  /// True if the whole response was sent.
  package let isComplete: Bool
}

/// A lane of requests that take long. Those of one lane do not wait for those of another.
package enum WorkLane: Sendable {
  /// Changes, one after another.
  case changes
  /// Questions, one after another.
  case questions
  /// Large files, several at a time.
  case files
}
