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
    #expect(try server.request("GET", "/default.json", body: [1]).status == 413)
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
    let port = try #require(server.address.split(separator: ":").last)
    #expect(try shop.machine.run("python3", "-c", program, String(port)).lines == ["True", "True", "True"])
    #expect(!Files.exists(shop.path("_data/A.raw")))
    #expect(try server.get("/default.json").status == 200)
    #expect(try !server.get("/metrics").text.contains("okit_http_connections_cut_off_total 0\n"))
  }

  @Test func endOfTheServerWaitsForARunningRequest() throws {
    let shop = try FormedShop(.plain)
    let (begun, go) = (shop.machine.path("begun"), shop.machine.path("go"))
    try shop.shop.hook(
      "before-change", "cat >/dev/null; touch '\(begun)'; while ! test -e '\(go)'; do sleep 0.05; done")
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
    #expect(throws: Served.Failure.self) { try server.get("/healthz", "--connect-timeout", "2") }
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

  @Test func interruptedChangeIsFinishedBeforeAFileIsSent() throws {
    let shop = try FormedShop(.plain)
    let server = try shop.serve()
    let clean = try server.get("/default.json")
    #expect(clean.status == 200)
    // A journal that cannot be read is no reason to send nothing.
    try Files.write("damaged", to: shop.root + "/okit/.journal")
    #expect([200, 422, 500, 503].contains(try server.get("/default.json").status))
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
