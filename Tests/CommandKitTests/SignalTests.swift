import Glibc
import TestSupport
import Testing

@testable import CommandKit

extension CommandKitTests {
  @Suite struct SignalHandling {
    init() { unblockSignals() }

    @Test func theFirstSignalIsPendingAndTheNextInterruptKeyKills() {
      installSignals()
      defer { Signals.reset() }
      #expect(Signals.pending == nil)
      raise(SIGTERM)
      #expect(Signals.pending == SIGTERM)
      #expect(throws: Interrupted(SIGTERM)) { try Signals.check() }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        var action = sigaction()
        sigaction(number, nil, &action)
        #expect((action.__sigaction_handler.sa_handler == nil) == (number == SIGINT))
      }
      raise(SIGTERM)
      #expect(Signals.pending == SIGTERM)
    }

    @Test func anIgnoredSignalStaysIgnored() {
      signal(SIGINT, SIG_DFL)
      signal(SIGHUP, SIG_IGN)
      defer { signal(SIGHUP, SIG_DFL) }
      Signals.install()
      defer { Signals.reset() }
      raise(SIGHUP)
      #expect(Signals.pending == nil)
      raise(SIGINT)
      raise(SIGHUP)
      #expect(Signals.pending == SIGINT)
    }

    @Test func aSignalInterruptsABlockingCall() {
      installSignals()
      defer { Signals.reset() }
      var ends: [Int32] = [0, 0]
      pipe(&ends)
      let target = ends[1]
      let writing = Worker {
        Result {
          let output = Output(target, name: "x")
          while true { try output.write([UInt8](repeating: 1, count: 100_000)) }
        }
      }
      // A signal that comes before the pipe is full would not interrupt a call.
      var unread: Int32 = 0
      while ioctl(ends[0], UInt(FIONREAD), &unread) == 0, unread < 65_536 { usleep(1000) }
      writing.signal(SIGINT)
      #expect(throws: Interrupted(SIGINT)) { try writing.wait().get() }
      close(ends[0])
      close(ends[1])
    }

    @Test func anErrorAfterASignalIsThatSignal() {
      installSignals()
      defer { Signals.reset() }
      raise(SIGINT)
      #expect(run("fail other") == Outcome(status: 130, output: "before\n", errors: ""))
      #expect(run("backup list").status == 0)
    }

    @Test func aBrokenPipeIsAnErrorAndNotTheEnd() {
      installSignals()
      defer { Signals.reset() }
      raise(SIGPIPE)
      #expect(Signals.pending == nil)
    }
  }
}
