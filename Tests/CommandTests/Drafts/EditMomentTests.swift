import Glibc
import TestSupport
import Testing

/// Whatever happens at any system call after a person has saved a text or answered a form, the text or the answers are stored, or they are offered
/// again.
@Suite(.enabled(if: Strace.works, "strace cannot trace here")) struct EditMomentTests {
  /// The two ways to edit a book at a terminal.
  enum Input: CaseIterable, Sendable {
    case editor, form

    fileprivate func words(_ options: [String]) -> [String] {
      let form = self == .form ? ["--form", "f", "--ask"] : []
      return [Machine.okit, "edit", "books[0]"] + form + options
    }
  }

  /// A shop with a person at a terminal.
  private struct Scene {
    let shop: FormedShop
    let input: Input
    private(set) var calls: [Strace.Call] = []

    init(_ form: FormedShop.Form, _ input: Input) throws {
      shop = try FormedShop(form)
      self.input = input
      shop.machine.environment["XDG_RUNTIME_DIR"] = try shop.machine.runtimeFolder()
      try Files.makeFolder(shop.root + "/okit/forms")
      try Files.write(#"{"fields": ["price"]}"#, to: shop.root + "/okit/forms/f.json")
      #expect(try edit("100", Strace.words(Strace.showingTexts, to: trace)).end == .status(0))
      let all = try Strace.calls(inTraceAt: trace)
      // The person is ready when the editor has ended, or the last answer was read.
      let last =
        switch input {
        case .editor: all.lastIndex { $0.name == "wait4" }
        case .form: all.lastIndex { $0.hasRead(#"\n"#) }
        }
      calls = Array(all[(try #require(last) + 1)...])
    }

    /// The end of an edit.
    struct Edit {
      let end: ChildProcess.End
      /// All output on the terminal.
      let text: String
      /// True if the editor has saved the text, or all questions were answered.
      let isFinished: Bool
    }

    /// Edits the price of the first book, with nothing left from before. While okit is stopped, `meanwhile` is called.
    func edit(_ price: String, _ tracer: [String], meanwhile: (() throws -> Void)? = nil) throws -> Edit {
      let saved = shop.machine.path("saved")
      for path in try [saved, shop.machine.runtimeFolder() + "/okit"] where Files.exists(path) {
        try Files.remove(path)
      }
      try shop.okit("set", "books[1]/price", "2")
      try shop.machine.useEditor("sed -i 's/\"price\": .*/\"price\": \(price),/' \"$1\"; touch \(saved)")
      let terminal = try Terminal(shop.machine, tracer + input.words([]), in: shop.root, with: ["TERM": "dumb"])
      var isAnswered = false
      if input == .form {
        do {
          try terminal.answer(("price [", price), ("Store these values? [yes/no] ", "y"))
          isAnswered = true
        } catch let failure as Terminal.Failure where failure.message.contains("never appeared") {}
      }
      if let meanwhile, let process = try stopped(terminal.child) {
        try meanwhile()
        kill(process, SIGCONT)
      }
      let end = try terminal.end()
      return Edit(end: end, text: terminal.transcript, isFinished: isAnswered || Files.exists(saved))
    }

    /// The path of the trace.
    var trace: String { shop.machine.path("trace") }

    /// Waits until the program that `tracer` traces is stopped; nil if it ended first.
    private func stopped(_ tracer: ChildProcess) throws -> pid_t? {
      let children = "/proc/\(tracer.id)/task/\(tracer.id)/children"
      let end = ContinuousClock.now + .seconds(120)
      while tracer.isRunning {
        if ContinuousClock.now > end { throw Terminal.Failure(message: "okit was not stopped") }
        if try Files.text(trace).contains("--- stopped by SIGSTOP ---") {
          return try pid_t(#require(Files.text(children).split(separator: " ").first))
        }
        usleep(500)
      }
      return nil
    }

    /// The price that is stored.
    func price() throws -> String { try shop.okit("get", "books[0]/price").line }

    /// Expects that the price is stored or offered, and stores it in the latter case. Returns true if it was stored.
    func expectNotLost(_ price: String, at call: Strace.Call) throws -> Bool {
      if try self.price() == price { return true }
      let words = input.words(["--continue"])
      try shop.machine.useEditor("true")
      let terminal = try Terminal(shop.machine, words, in: shop.root, with: ["TERM": "dumb"])
      if input == .form {
        try terminal.answer(("price [\(price)]: ", ""), ("Store these values? [yes/no] ", "y"))
      }
      #expect(try terminal.end() == .status(0), "\(call): \(terminal.transcript)")
      #expect(try self.price() == price, "\(call)")
      return false
    }

    /// Expects that nothing is left of the edits.
    func expectClean() throws {
      try shop.okit("set", "books[1]/price", "2")
      #expect(try shop.okit("check").text == "")
      #expect(try shop.texts() == [])
    }
  }

  private static let scenes: [(FormedShop.Form, Input)] = [
    (.plain, .editor), (.age, .form), (.age, .editor), (.plain, .form),
  ]

  /// The scenes of the `number`th test: all in a whole campaign.
  private static func scenes(_ number: Int) -> [(FormedShop.Form, Input)] { Effort.inTurn(number, of: scenes) }

  @Test func aKillAtAnyCallLosesNothing() throws {
    for (form, input) in Self.scenes(0) {
      let scene = try Scene(form, input)
      var (finished, stored) = (0, 0)
      let calls = Effort.sample(8, of: scene.calls)
      for (number, call) in calls.enumerated() {
        let price = "\(number + 200)"
        let edit = try scene.edit(price, Strace.words(call.injecting("signal=KILL")))
        #expect(edit.end == .signal(SIGKILL) || edit.end == .status(0), "\(call): \(edit.text)")
        guard edit.isFinished else { continue }
        if edit.end == .signal(SIGKILL) { finished += 1 }
        if try scene.expectNotLost(price, at: call) { stored += 1 }
      }
      try scene.expectClean()
      Effort.report(
        "\(input), \(form): \(finished) of \(calls.count) kills after the end, \(stored) when the price was stored")
      #expect(finished * 10 > calls.count * 8)
    }
  }

  @Test(arguments: ["ENOSPC", "EIO"]) func aFailureOfAnyCallLosesNothing(_ error: String) throws {
    for (form, input) in Self.scenes(error == "EIO" ? 1 : 2) {
      let scene = try Scene(form, input)
      var (finished, stored) = (0, 0)
      let calls = Effort.sample(8, of: scene.calls.filter { !Self.neverFail.contains($0.name) })
      for (number, call) in calls.enumerated() {
        let price = "\(number + 200)"
        let edit = try scene.edit(price, Strace.words(call.injecting("error=\(error)"), to: scene.trace))
        guard edit.isFinished else { continue }
        if try Files.text(scene.trace).contains("(INJECTED)") { finished += 1 }
        let isStored = try scene.expectNotLost(price, at: call)
        if edit.end == .status(0) { #expect(isStored, "\(call): \(edit.text)") }
        if isStored { stored += 1 }
      }
      try scene.expectClean()
      Effort.report(
        "\(input), \(form): \(finished) of \(calls.count) failures after the end, \(stored) stored nevertheless")
      #expect(finished * 10 > calls.count * 8)
    }
  }

  /// Calls that cannot fail, and those without which no program runs.
  private static let neverFail: Set<String> = [
    "exit_group", "mmap", "munmap", "mprotect", "brk", "futex", "rt_sigaction", "rt_sigprocmask", "restart_syscall",
    "rt_sigreturn", "getegid", "geteuid",
  ]

  @Test(arguments: ["books[0]/copies", "books[0]/price"]) func anotherWriterAtAnyCallLosesNothing(_ path: String) throws
  {
    for (form, input) in Self.scenes(path.hasSuffix("price") ? 3 : 0) {
      let scene = try Scene(form, input)
      var (seen, refused, waited) = (0, 0, 0)
      let calls = Effort.sample(8, of: scene.calls)
      for (number, call) in calls.enumerated() {
        let (price, other) = ("\(number + 200)", "\(number + 500)")
        var isSet = false
        try Files.write("", to: scene.trace)
        let tracer = Strace.words(["-e", "trace=\(call.name)"] + call.injecting("signal=STOP"), to: scene.trace)
        let edit = try scene.edit(price, tracer) {
          let words = [Machine.okit, "set", path, other, "--wait", "0", "-q"]
          let output = try scene.shop.machine.launch(words, [], [:], scene.shop.root)
          isSet = output.end == .status(0)
          seen += 1
          if !isSet {
            waited += 1
            #expect(output.end == .status(75), "\(call): \(output.errors)")
          }
        }
        // What the other program stored, before or after the edit, is never replaced unseen.
        if isSet { #expect(try scene.shop.okit("get", path).line == other, "\(call): \(edit.text)") }
        if edit.end == .status(0) {
          #expect(try scene.price() == price || isSet && path.hasSuffix("price"), "\(call): \(edit.text)")
          continue
        }
        #expect(edit.end == .status(75), "\(call): \(edit.text)")
        refused += 1
        _ = try scene.expectNotLost(price, at: call)
        if isSet, path.hasSuffix("copies") { #expect(try scene.shop.okit("get", path).line == other, "\(call)") }
      }
      try scene.expectClean()
      Effort.report("\(input), \(form), \(path): \(seen) stops, \(refused) edits and \(waited) other changes refused")
      #expect(seen * 10 > calls.count * 8)
    }
  }
}
