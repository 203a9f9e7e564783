/// Answers the requests of a server. Several threads call it at once.
package protocol RequestHandler: AnyObject, Sendable {
  /// Decides about a request by its header.
  func admission(of request: HTTPRequest) -> Admission

  /// Returns the response to a request that the server itself refuses.
  func response(to fault: RequestFault) -> HTTPResponse

  /// A response was sent, or its client is gone.
  func finished(_ record: RequestRecord)
}

/// A decision about a request by its header.
package enum Admission: Sendable {
  /// It gets this response. Its body does not matter.
  case refused(HTTPResponse)
  /// Its body is received, then it is answered.
  case admitted(any AdmittedRequest)
}

/// A request that is answered after its body has arrived.
package protocol AdmittedRequest: Sendable {
  /// The largest body in bytes.
  var maximumBody: Int64 { get }

  /// Answers the request on the thread of its connection, or names the lane in which it waits because it takes long.
  func answerAtOnce(_ body: RequestBody?) -> Answer

  /// Answers the request in the lane that ``answerAtOnce(_:)`` named.
  func answer(_ body: RequestBody?, in lane: WorkLane) -> HTTPResponse
}

/// The result of ``AdmittedRequest/answerAtOnce(_:)``.
package enum Answer: Sendable {
  case ready(HTTPResponse)
  case later(WorkLane)
}

/// A reason why the server refuses a request without asking its handler.
package enum RequestFault: Sendable {
  /// The header is ambiguous, with the reason.
  case malformed(String)
  /// There is a body, although the method has none.
  case unexpectedBody
  /// The body is larger than this number of bytes.
  case tooLarge(limit: Int64)
  /// Too many requests wait, or their bodies are too large together.
  case overloaded
  /// The body could not be stored.
  case noSpace
  /// The server has no more open files or memory for the body at the moment.
  case exhausted
}

/// A request that was answered, for logs and statistics.
package struct RequestRecord: Sendable {
  /// The request. If libmicrohttpd refused it, only its target and its client are known, and its method is `-`.
  package let request: HTTPRequest
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
  /// True if the response was a stream of events, which lasts as long as its client wants.
  package let isStream: Bool

  package init(
    request: HTTPRequest, status: Int, size: Int64, received: Int64, microseconds: Int64, isComplete: Bool,
    isStream: Bool = false
  ) {
    self.request = request
    self.status = status
    self.size = size
    self.received = received
    self.microseconds = microseconds
    self.isComplete = isComplete
    self.isStream = isStream
  }
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
