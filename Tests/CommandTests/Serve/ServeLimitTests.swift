import Foundation
import Glibc
import TestSupport
import Testing

/// Limits of requests, slow clients, the end of the server, and kills.
@Suite struct ServeLimitTests {
  @Test func largeBodyIsRefused() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--max-body", "100kB")
    let body = [UInt8](repeating: 1, count: 100_001)
    #expect(
      try server.request("PUT", "/_data/A.raw", body: body, type: nil).detail == "the body is larger than 100000 bytes")
    let chunked = try server.request("PUT", "/_data/A.raw", body: body, type: nil, "-H", "Transfer-Encoding: chunked")
    #expect(chunked.status == 413)
    #expect(!Files.exists(shop.path("_data/A.raw")))
    #expect(try server.request("PUT", "/_data/A.raw", body: Array(body.dropLast()), type: nil).status == 201)
  }

  @Test func clientThatIsSendingCanReadWhyItIsRefused() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--max-body", "100kB")
    let body = [UInt8](repeating: 1, count: 3_000_000)
    for _ in 0..<5 {
      let response = try server.request(
        "PUT", "/_data/A.raw", body: body, type: nil, "-H", "Expect:", "--limit-rate", "20M")
      #expect(response.status == 413 && response.headers["connection"] == "close")
      #expect(response.detail == "the body is larger than 100000 bytes")
    }
    // One that asks before it sends the body gets the answer at once.
    #expect(
      try server.request("PUT", "/_data/A.raw", body: body, type: nil, "-H", "Expect: 100-continue").status == 413)
  }

  @Test func onlyPostAndPutHaveABody() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    for method in ["GET", "DELETE"] {
      let response = try server.request(method, "/default.json", body: [1])
      #expect(response.status == 400 && response.detail == "only POST and PUT have a body")
      #expect(try server.request(method, "/default.json", body: Array(repeating: 1, count: 200_000)).status == 400)
    }
    #expect(Files.exists(shop.path("default.json")))
  }

  /// Runs a program in Python with the port of the server as its argument, and returns the lines that it prints.
  private func python(_ shop: FormedShop, _ server: Served, _ program: String) throws -> [String] {
    let port = try #require(server.address.split(separator: ":").last)
    return try shop.machine.run("python3", "-c", program, String(port)).lines
  }

  @Test func requestWithSeveralEndsIsRefusedAndClosesTheConnection() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--json")
    let program = """
      import json, socket, sys
      put = "PUT /_data/A.raw HTTP/1.1\\r\\nHost: localhost\\r\\n"; hidden = "GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"
      for request in [
          put + "Content-Length: 1\\r\\nContent-Length: 60\\r\\n\\r\\nx", put + "Host: localhost\\r\\nContent-Length: 1\\r\\n\\r\\nx",
          put + "Content-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
          put + "Transfer-Encoding: gzip, chunked\\r\\n\\r\\n0\\r\\n\\r\\n", put + "Transfer-Encoding: identity\\r\\n\\r\\nx",
          put + "Transfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
          put + "Content-Length : 1\\r\\n\\r\\nx", put + "Transfer-Encoding\\t: chunked\\r\\nContent-Length: 1\\r\\n\\r\\nx",
          put.replace("1.1", "1.0") + "Transfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n",
          "GET /healthz HTTP/1.1\\r\\n\\r\\n", "GET /health z HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"]:
          s = socket.create_connection(("127.0.0.1", int(sys.argv[1]))); s.settimeout(60); s.sendall((request + hidden).encode())
          answer = b""
          try:
              while piece := s.recv(10000): answer += piece
          except ConnectionResetError: pass
          head, _, body = answer.decode().partition("\\r\\n\\r\\n")
          print(head.split("\\r\\n")[0].split()[1], "Connection: close" in head, json.loads(body)["title"])
      """
    #expect(try python(shop, server, program) == Array(repeating: "400 True Bad Request", count: 11))
    #expect(!Files.exists(shop.path("_data/A.raw")))
    // What follows is not a request.
    #expect(
      try server.get("/metrics").text.contains("okit_http_requests_total{method=\"GET\",status=\"200\"}") == false)
    #expect(try server.log.filter { $0.contains("\"status\":400") }.count == 11)
  }

  @Test func bodyThatTricklesInIsCutOff() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--timeout", "2s")
    let program = """
      import select, socket, sys, time
      s = socket.create_connection(("127.0.0.1", int(sys.argv[1]))); start = time.time()
      s.sendall(b"PUT /_data/A.raw HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 90000000\\r\\n\\r\\n")
      try:
          while time.time() - start < 40:
              s.sendall(b"x")
              if select.select([s], [], [], 1)[0] and s.recv(1000) == b"": break
      except OSError: pass
      print(time.time() - start < 20)
      """
    #expect(try python(shop, server, program) == ["True"])
    #expect(try !server.get("/metrics").text.contains("okit_http_connections_cut_off_total 0\n"))
  }

  @Test func tooLargeBodyOfUnknownSizeGetsAnAnswer() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--max-body", "100kB", "--timeout", "2s")
    let program = """
      import select, socket, sys, time
      def put(end):
          s = socket.create_connection(("127.0.0.1", int(sys.argv[1]))); start = time.time(); s.settimeout(60)
          s.sendall(b"PUT /_data/A.raw HTTP/1.1\\r\\nHost: localhost\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n")
          chunk = b"10000\\r\\n" + b"x" * 65536 + b"\\r\\n"; sent = 0
          while not select.select([s], [], [], 0.01)[0] and time.time() - start < 40:
              s.sendall(chunk); sent += 1
              if sent == end: s.sendall(b"0\\r\\n\\r\\n"); break
          answer = b""
          while piece := s.recv(10000): answer += piece
          print(answer.split(b" ")[1].decode(), b"\\r\\nConnection: close\\r\\n" in answer, answer.endswith(b"100000 bytes\\"}\\n"))
      put(20)
      put(0)
      """
    #expect(try python(shop, server, program) == ["413 True True", "413 True True"])
    #expect(!Files.exists(shop.path("_data/A.raw")))
  }

  @Test(.enabled(if: NoMicroHTTPD.isPossible, "needs a mount namespace"))
  func withoutTheLibraryTheCommandSaysSo() throws {
    let shop = try FormedShop(.plain)
    let words = NoMicroHTTPD.namespace + [Machine.okit, "serve", "--listen", "127.0.0.1:0"]
    let output = try shop.machine.launch(words, [], [:], shop.root)
    #expect(output.end == .status(69) && output.errors.contains("cannot serve without libmicrohttpd"))
    #expect(output.errors.contains("apt install libmicrohttpd12"))
  }

  @Test func slowClientsAreCutOff() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve("--timeout", "2s")
    let program = """
      import socket, sys, time
      port = int(sys.argv[1])
      def slow(first, piece):
          s = socket.create_connection(("127.0.0.1", port)); s.sendall(first); start = time.time()
          s.settimeout(0.3)
          while time.time() - start < 30:
              try:
                  s.sendall(piece)
                  if s.recv(1000) == b"": return time.time() - start
              except socket.timeout: pass
              except OSError: return time.time() - start
          return 99
      print(slow(b"GET /default.json HTTP/1.1\\r\\nHost: localhost\\r\\n", b"X: y\\r\\n") < 20)
      print(slow(b"PUT /_data/A.raw HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Length: 1000\\r\\n\\r\\n", b"x") < 20)
      print(slow(b"", b"") < 20)
      """
    #expect(try python(shop, server, program) == ["True", "True", "True"])
    #expect(!Files.exists(shop.path("_data/A.raw")))
    #expect(try server.get("/default.json").status == 200)
    #expect(try !server.get("/metrics").text.contains("okit_http_connections_cut_off_total 0\n"))
  }

  @Test func endOfTheServerWaitsForARunningRequest() throws {
    let shop = try FormedShop(.plain)
    let (begun, go) = try shop.holdChanges()
    let changed = try shop.changedDefaultWithoutHooks()
    let server = try shop.serve()
    let body = shop.machine.path("body")
    try Files.write(changed, to: body)
    let client = try ChildProcess(
      [
        "curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "-X", "PUT", "--data-binary", "@" + body, "-H",
        "Content-Type: application/json", server.address + "/default.json",
      ],
      environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write(shop.machine.path("status")), .write("/dev/null")])
    shop.shop.wait(for: begun, client)
    server.send(SIGTERM)
    try server.waitForMessage("stopping")
    // New connections are refused, not left to wait.
    let refused = try shop.machine.launch(["curl", "-sS", "-m", "20", server.address + "/healthz"], [], [:], nil)
    #expect(refused.end == .status(7), "\(refused.errors)")
    try Files.write("", to: go)
    #expect(client.wait() == .status(0))
    #expect(try Files.text(shop.machine.path("status")) == "204")
    #expect(server.stop(0) == .status(0))
    #expect(try Files.read(shop.path("default.json")) == changed)
  }

  @Test func systemdPassesTheSocketAndGetsTheMessage() throws {
    let shop = try FormedShop(.plain)
    let program = """
      import os, socket, subprocess, sys
      listener = socket.create_server(("127.0.0.1", 0)); port = listener.getsockname()[1]
      notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM); notify.bind(sys.argv[2])
      def child():
          os.dup2(listener.fileno(), 3); os.set_inheritable(3, True); os.environ["LISTEN_PID"] = str(os.getpid())
          os.environ["LISTEN_FDS"] = "1"; os.environ["NOTIFY_SOCKET"] = sys.argv[2]
          os.execv(sys.argv[1], [sys.argv[1], "serve"])
      pid = os.fork()
      if pid == 0: child()
      notify.settimeout(60)
      print(notify.recv(100).decode())
      print(subprocess.check_output(["curl", "-s", f"http://127.0.0.1:{port}/healthz"], text=True), end="")
      os.kill(pid, 15); print(notify.recv(100).decode()); print(os.waitpid(pid, 0)[1])
      """
    let output = try shop.machine.launch(
      ["python3", "-c", program, Machine.okit, shop.machine.path("notify")], [], [:], shop.root)
    #expect(
      output.text.split(separator: "\n").filter { !$0.contains("healthz") } == ["READY=1", "ok", "STOPPING=1", "0"])
  }

  @Test func killedServerLosesNoConfirmedChange() throws {
    let shop = try FormedShop(.plain)
    let rounds = Effort.isWhole ? 60 : 3
    var random = SeededGenerator(seed: Effort.seed)
    var confirmed = [Int](repeating: 0, count: 4)
    for round in 0..<rounds {
      let server = try shop.serve()
      // Each client writes one file again and again, and notes each number that the server confirmed.
      let clients = try confirmed.indices.map { client in
        let script = """
          n=\(confirmed[client])
          while n=$((n+1)); do
            head -c 70000 /dev/zero | tr '\\0' "$((n % 10))" > body.\(client); echo " $n" >> body.\(client)
            curl -sf -X PUT --data-binary @body.\(client) \(server.address)/_data/FILE\(client).raw || exit 0
            echo $n > confirmed.\(client)
          done
          """
        return try ChildProcess(
          ["bash", "-c", script], environment: shop.machine.environment, in: shop.machine.folder,
          streams: [.read("/dev/null"), .write("/dev/null"), .write("/dev/null")])
      }
      usleep(UInt32.random(in: 200_000...900_000, using: &random))
      server.stop(SIGKILL)
      for client in clients { #expect(client.wait() == .status(0)) }
      for client in confirmed.indices {
        let note = shop.machine.path("confirmed.\(client)")
        if Files.exists(note) { confirmed[client] = Int(try Files.text(note).dropLast()) ?? -1 }
        // Reading repairs what was interrupted.
        try shop.shop.okit("status")
        guard Files.exists(shop.path("_data/FILE\(client).raw")) else {
          #expect(confirmed[client] == 0)
          continue
        }
        let text = try Files.text(shop.path("_data/FILE\(client).raw"))
        let number = try #require(Int(text.dropFirst(70_000).dropFirst().dropLast()))
        #expect(text.prefix(70_000).allSatisfy { $0 == Character("\(number % 10)") }, "a mixed file")
        #expect(number == confirmed[client] || number == confirmed[client] + 1, "round \(round)")
        confirmed[client] = number
      }
    }
    try shop.shop.okit("attachment", "gc")
    #expect(try shop.shop.okit("check").text == "")
    #expect(confirmed.allSatisfy { $0 > 0 })
    Effort.report("serve: \(rounds) servers killed, \(confirmed.reduce(0, +)) changes, none lost")
  }

  @Test func eventsAreRefusedWhileTheServerStops() throws {
    let shop = try FormedShop(.plain)
    let (begun, go) = try shop.holdChanges()
    let changed = try shop.changedDefaultWithoutHooks()
    let server = try shop.serve()
    try Files.write(changed, to: shop.machine.path("body"))
    let program = """
      import os, signal, socket, sys, time
      port, begun, go, body, pid = int(sys.argv[1]), *sys.argv[2:5], int(sys.argv[5])
      def connect():
          s = socket.create_connection(("127.0.0.1", port)); s.settimeout(60); return s
      def status(s):
          return s.recv(10000).split(b" ")[1].decode()
      # Connections that are open when the server stops may send one more request.
      listener, other = connect(), connect()
      for s in listener, other: s.sendall(b"GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"); print(status(s))
      bytes = open(body, "rb").read()
      writer = connect()
      header = "PUT /default.json HTTP/1.1\\r\\nHost: localhost\\r\\nContent-Type: application/json\\r\\n"
      writer.sendall((header + "Content-Length: %d\\r\\n\\r\\n" % len(bytes)).encode() + bytes)
      while not os.path.exists(begun): time.sleep(0.02)
      os.kill(pid, signal.SIGTERM)
      while True:
          try: connect().close()
          except ConnectionRefusedError: break
          # One that was not accepted any more.
          except ConnectionResetError: pass
          time.sleep(0.02)
      listener.sendall(b"GET /events HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"); print(status(listener))
      open(go, "w"); print(status(writer))
      """
    let port = try #require(server.address.split(separator: ":").last)
    let words = [String(port), begun, go, shop.machine.path("body"), String(server.processID)]
    let output = try shop.machine.launch(["python3", "-c", program] + words, [], [:], nil)
    // If the program failed, the server would wait for the hook.
    if !Files.exists(go) { try Files.write([], to: go) }
    #expect(output.lines == ["200", "200", "503", "204"], "\(output.errors)")
    #expect(server.stop(0) == .status(0))
    #expect(try Files.read(shop.path("default.json")) == changed)
  }

  /// Kills a command that changes the model after its commit, just before the new file gets its name. The first `renameat2` is that of the journal.
  private func interrupt(_ shop: FormedShop, copies: Int) throws {
    let words = [
      "strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=renameat2:signal=SIGKILL:when=2", Machine.okit,
    ]
    let change = ["set", "books[0]/copies", "\(copies)", "-C", shop.root]
    let output = try shop.machine.launch(words + change, [], [:], nil)
    #expect(output.end == .signal(SIGKILL))
  }

  @Test(.enabled(if: Strace.works, "strace cannot trace here"))
  func interruptedChangeIsFinishedBeforeAFileIsSent() throws {
    let shop = try FormedShop(.plain)
    let changed = try shop.changedDefault()
    let before = try Files.read(shop.path("default.json"))
    let server = try shop.serve()
    #expect(try server.get("/default.json").bytes == before)
    for _ in 0..<2 {
      try interrupt(shop, copies: 8)
      #expect(Files.exists(shop.root + "/okit/.journal"))
      #expect(try Files.read(shop.path("default.json")) == before)
      let response = try server.get("/default.json")
      #expect(response.status == 200 && response.bytes == changed)
      #expect(!Files.exists(shop.root + "/okit/.journal"))
      #expect(try Files.read(shop.path("default.json")) == changed)
      try shop.shop.okit("undo")
    }
    #expect(try shop.shop.okit("check").text == "")
  }

  @Test func journalThatCannotBeReadDoesNotStopTheServer() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let clean = try server.get("/default.json")
    try Files.write("damaged", to: shop.root + "/okit/.journal")
    let response = try server.get("/default.json")
    #expect(response.status == 500 || response.bytes == clean.bytes, "\(response.text)")
    #expect(server.stop() == .status(0))
  }

  @Test(.enabled(if: Strace.works, "strace cannot trace here"))
  func filesAreReadWhileChangesAreMadeAndInterrupted() throws {
    let shop = try FormedShop(.plain)
    try Files.write([UInt8](repeating: 7, count: 900_000), to: shop.path("_data/BIG.raw"))
    let server = try shop.serve()
    let (go, place) = (shop.machine.path("stop"), shop.machine.path("readers"))
    let program = """
      import http.client, json, os, sys, threading
      port, stop = int(sys.argv[1]), sys.argv[2]
      faults, count = [], [0]
      def read(target):
          connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
          while not os.path.exists(stop):
              connection.request("GET", target)
              response = connection.getresponse(); body = response.read(); count[0] += 1
              if response.status != 200: faults.append((target, response.status, body))
              elif target == "/_data/BIG.raw" and body != b"\\x07" * 900000: faults.append("mixed")
              elif target == "/default.json" and not 0 <= json.loads(body)["books"][0]["copies"] < 1000: faults.append(body)
      targets = ["/default.json", "/_data/BIG.raw"] * 4
      threads = [threading.Thread(target=read, args=[target]) for target in targets]
      for thread in threads: thread.start()
      for thread in threads: thread.join()
      print(faults[:3], count[0] > 100)
      """
    let port = try #require(server.address.split(separator: ":").last)
    let readers = try ChildProcess(
      ["python3", "-c", program, String(port), go], environment: shop.machine.environment, in: shop.root,
      streams: [.read("/dev/null"), .write(place), .write(place + ".errors")])
    var random = SeededGenerator(seed: Effort.seed)
    for round in 0..<(Effort.isWhole ? 200 : 12) {
      let copies = 1 + round
      switch Int.random(in: 0..<3, using: &random) {
      case 0: try interrupt(shop, copies: copies)
      case 1: try shop.shop.okit("set", "books[0]/copies", "\(copies)")
      default:
        let body = try shop.machine.run("jq", "-c", ".books[0].copies = \(copies)", shop.path("default.json")).bytes
        #expect(try server.request("PUT", "/default.json", body: body).status == 204)
      }
      // Each change is there, whoever finished it.
      #expect(try shop.shop.okit("get", "books[0]/copies").line == "\(copies)")
    }
    try Files.write("", to: go)
    #expect(readers.wait() == .status(0))
    let faults = try Files.text(place + ".errors")
    #expect(try Files.text(place) == "[] True\n", "\(faults)")
    #expect(server.stop() == .status(0))
  }
}

extension FormedShop {
  /// The stored bytes of the model with one other value, made without hooks.
  func changedDefaultWithoutHooks() throws -> [UInt8] {
    let before = try Files.read(path("default.json"))
    try shop.okit("set", "books[0]/copies", "8", "--no-hooks")
    let changed = try Files.read(path("default.json"))
    try Files.write(before, to: path("default.json"))
    return changed
  }
}

extension FormedShop {
  /// Lets each change wait in its hook, which creates the file `begun`, until there is the file `go`.
  fileprivate func holdChanges() throws -> (begun: String, go: String) {
    let (begun, go) = (machine.path("begun"), machine.path("go"))
    try shop.hook("before-change", "cat >/dev/null; touch '\(begun)'; while ! test -e '\(go)'; do sleep 0.05; done")
    return (begun, go)
  }
}
