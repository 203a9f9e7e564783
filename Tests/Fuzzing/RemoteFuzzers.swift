import JSONDocument
import TestSupport

@testable import HTTPClient
@testable import OKitModels
@testable import OKitRemote
@testable import OKitStorage
@testable import XcodeFiles

extension Fuzzer {
  /// The header of a server's answer, in lines: its size is limited, and a tag that is passed on is one.
  static let response = Fuzzer(
    name: "response",
    seeds: {
      Seeds.texts(
        "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: 3\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/2 304\r\netag: W/\"\u{e9}\"\r\nlocation: /x\r\n\r\n",
        "HTTP/1.0 200\nETag: none\nx\n\n", "HTTP/1.1 999999999999999999999 x\r\n: \r\nETag:\r\n")
    }
  ) { input in
    let url = try HTTPURL("http://localhost")
    let transfer = HTTPTransfer(HTTPRequest(.get, url), HTTPSettings(), receive: { _ in }, advanced: { _ in })
    for line in input.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let isTaken = (line + [0x0A]).withUnsafeBytes { transfer.receivedHeader($0) }
      require(isTaken || transfer.failure != nil, "a refusal has a reason")
    }
    let response = transfer.response(retryAfter: nil)
    require((0...999).contains(response.status), "a status has three digits")
    if let tag = response.etag {
      require(EntityTag.isValid(tag) && !tag.utf8.contains { $0 < 0x20 }, "a tag can be sent back")
    }
  }

  /// `okit/.remote/NAME/state.json`: paths are those of files in a data folder.
  static let commonState = Fuzzer(
    name: "commonState",
    seeds: {
      let content = #""size":3,"sha256":"\#(String(repeating: "0a", count: 32))""#
      return Seeds.texts(
        #"{"version":1,"url":"http://localhost","files":{"shop.json":{"tag":"\"a\"",\#(content)},"_image/P.png":{\#(content)}},"#
          + #""pending":{"shop/1.json":{\#(content)},"shop/2.json":null},"partlySent":true,"settling":["shop.json"]}"#,
        #"{"version":1,"url":"","files":{"../x":{\#(content)}}}"#, #"{"version":1,"url":"","pending":{"a\u0000":null}}"#
      )
    }
  ) { input in
    let state = try CommonState(ModelName("shop"), decoding: JSONBytes(input))
    for path in Array(state.files.keys) + Array(state.pending.keys) + state.settling {
      require((1...2).contains(path.components.count), "a file is in the data folder or a folder in it")
      require(path.components.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }, "a path stays inside")
    }
  }

  /// An app's `Info.plist`: an error has words and a line of the file.
  static let propertyList = Fuzzer(
    name: "propertyList",
    seeds: {
      Seeds.texts(
        "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x\"><plist><dict><key>a</key><string>b</string></dict></plist>",
        "<!DOCTYPE plist [<!ENTITY a 'b'>]><plist>&a;</plist>",
        "<plist><dict><key>a</key><dict><key>b</key></dict></dict></plist>",
        "bplist00", "<a><![CDATA[x]]></a>")
    }
  ) { input in
    do throws(PropertyListError) {
      _ = try InfoPropertyList(parsing: input)
    } catch {
      require(!error.description.isEmpty && !error.description.contains("\n"), "an error is one line")
      require(error.line ?? 1 >= 1, "an error has a line of the file")
    }
  }
}
